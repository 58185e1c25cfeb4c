import { passwordFault } from '#domain/password.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SecretField, SuccessMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { OtpField } from '../parts/otp-field.tsx'
import { changePassword } from '../wire.ts'
import { toFormRefusal } from './form-refusal.ts'
import styles from './settings.module.css'

type Props = { as: SignedInAudience; email: string; hasFactor: boolean; onChanged: () => void }

const required = (sentence: string) => (text: string) => (text.trim() === '' ? sentence : null)

export function PasswordSettings({ as, email, hasFactor, onChanged }: Props) {
  const rules = {
    currentPassword: required('Password is required'),
    otp: hasFactor ? required('Code is required') : () => null,
    password: passwordFault,
  }
  const { form, field, errorMessage, isBusy, isDone } = useForm(rules, async ({ otp, ...values }) => {
    const response = await browserClient().call(changePassword, {
      body: { ...values, ...(hasFactor && { otp }) },
      auth: as,
    })
    if (response.errorCode === 'PASSWORD_WEAK')
      return { error: response.error, fields: response.fields, at: 'password' }
    if (response.error !== null) return toFormRefusal(response, as)
    form.ref.current?.reset()
    onChanged()
    return null
  })

  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <SecretField
        {...field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        beside={<a href="/forget-password">Forgot it, or never set one?</a>}
        required
      />
      {hasFactor && <OtpField {...field('otp')} idPrefix="password" />}
      <SecretField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        idPrefix="new"
        hint="At least 8 characters. Several words in a row work well."
        required
      />
      <div className={styles.send}>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Saving…' : 'Change the password'}
        </Button>
        {isDone && <SuccessMessage>Password changed. All other devices have been logged out.</SuccessMessage>}
      </div>
    </form>
  )
}
