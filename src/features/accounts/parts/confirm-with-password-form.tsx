import { passwordFault } from '#domain/password.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { SecretField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { confirmEmail } from '../browser/confirm-email.ts'
import styles from './form.module.css'

type Props = { token: string; onUsed: () => void; onLoggedIn: () => void }

export function ConfirmWithPasswordForm({ token, onUsed, onLoggedIn }: Props) {
  const { form, field, told, isBusy } = useForm({ password: passwordFault }, async ({ password }) => {
    const result = await confirmEmail(browserClient(), { token, password })
    if (result.profile) onLoggedIn()
    else if (result.errorCode === 'VERIFICATION_INVALID') onUsed()
    else return result.errorCode === 'PASSWORD_WEAK' ? { ...result, at: 'password' } : result
    return null
  })

  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
      <SecretField
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters. A few words in a row are good."
        required
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save and log in'}
      </Button>
    </form>
  )
}
