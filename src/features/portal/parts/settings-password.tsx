import { passwordFault } from '#domain/password.ts'
import { callChangePassword } from '#features/accounts/calls.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, Field, SecretField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { refusalOf } from './refusal.ts'
import styles from './settings.module.css'

type Props = { as: Signed; email: string; hasFactor: boolean; onChanged: () => void }

const required = (sentence: string) => (text: string) => (text.trim() === '' ? sentence : null)

export function PasswordSettings({ as, email, hasFactor, onChanged }: Props) {
  const rules = {
    currentPassword: required('Password is required'),
    otp: hasFactor ? required('Code is required') : () => null,
    password: passwordFault,
  }
  const { form, field, told, isBusy, isDone } = useForm(rules, async ({ otp, ...given }) => {
    const answer = await callChangePassword(browserClient(), as, { ...given, ...(hasFactor && { otp }) })
    if (answer.errorCode === 'PASSWORD_WEAK') return { error: answer.error, fields: answer.fields, at: 'password' }
    if (answer.error !== null) return refusalOf(answer, as)
    form.ref.current?.reset()
    onChanged()
    return null
  })

  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <SecretField
        {...field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        beside={<a href="/forget-password">Forgot it, or never set one?</a>}
        required
      />
      {hasFactor && (
        <Field
          {...field('otp')}
          label="Code"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          maxLength={32}
          hint="Six digits from your app, or one of your recovery codes."
          idPrefix="password"
          required
        />
      )}
      <SecretField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        idPrefix="new"
        hint="At least 8 characters. A few words in a row are good."
        required
      />
      <div className={styles.send}>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Saving…' : 'Change the password'}
        </Button>
        {isDone && <Done>Changed. Every other device is logged out.</Done>}
      </div>
    </form>
  )
}
