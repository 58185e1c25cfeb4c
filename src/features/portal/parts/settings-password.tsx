import { passwordFault } from '#domain/password.ts'
import { callChangePassword } from '#features/accounts/calls.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, SecretField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { refusalOf } from './refusal.ts'
import styles from './settings.module.css'

type Props = { as: Signed; email: string; onChanged: () => void }

const RULES = {
  currentPassword: (text: string) => (text === '' ? 'Password is required' : null),
  password: passwordFault,
}

export function PasswordSettings({ as, email, onChanged }: Props) {
  const { form, field, told, isBusy, isDone } = useForm(RULES, async (given) => {
    const answer = await callChangePassword(browserClient(), as, given)
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
