import { passwordFault } from '#domain/password.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { SecretField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { callResetPassword } from '../calls.ts'
import { logInHere } from '../session.ts'
import styles from './form.module.css'
import { dropLinkToken } from './link-token.ts'

type Props = { token: string; onUsed: () => void; onSet: (email: string) => void; onLoggedIn: () => void }

export function ChoosePasswordForm({ token, onUsed, onSet, onLoggedIn }: Props) {
  const { form, field, told, isBusy } = useForm({ password: passwordFault }, async ({ password }) => {
    const client = browserClient()
    const answer = await callResetPassword(client, { token, password })
    if (answer.errorCode === 'RESET_INVALID') onUsed()
    else if (answer.errorCode === 'PASSWORD_WEAK') return { error: answer.error, fields: answer.fields, at: 'password' }
    else if (answer.error !== null) return answer
    else {
      const { email } = answer.data.data
      dropLinkToken()
      const kept = { local: localStorage, session: sessionStorage }
      const inside = await logInHere(client, kept, { email, password })
      if (inside.profile) onLoggedIn()
      else onSet(email)
    }
    return null
  })

  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
      <SecretField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. A few words in a row are good, and easy to keep in mind."
        required
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save and log in'}
      </Button>
    </form>
  )
}
