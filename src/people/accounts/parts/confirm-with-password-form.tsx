import { browserClient } from '#http/client.ts'
import { confirmEmail } from '../browser/confirm-email.ts'
import { NewPasswordForm } from './new-password-form.tsx'

type Props = { token: string; onUsed: () => void; onLoggedIn: () => void }

export function ConfirmWithPasswordForm({ token, onUsed, onLoggedIn }: Props) {
  async function send(password: string) {
    const result = await confirmEmail(browserClient(), { token, password })
    if (result.profile) onLoggedIn()
    else if (result.errorCode === 'VERIFICATION_INVALID') onUsed()
    else return result.errorCode === 'PASSWORD_WEAK' ? { ...result, at: 'password' } : result
    return null
  }
  return <NewPasswordForm label="Password" hint="At least 8 characters. A few random words work well." send={send} />
}
