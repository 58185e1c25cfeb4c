import { browserClient, type SignedInAudience } from '#http/client.ts'
import { logInWithPassword } from '../browser/complete-log-in.ts'
import { callResetPassword } from '../calls.ts'
import { clearLinkToken } from './link-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'

type Props = {
  token: string
  onUsed: () => void
  onSet: (email: string) => void
  onLoggedIn: (audience: SignedInAudience) => void
}

export function ChoosePasswordForm({ token, onUsed, onSet, onLoggedIn }: Props) {
  async function send(password: string) {
    const client = browserClient()
    const response = await callResetPassword(client, { token, password })
    if (response.errorCode === 'RESET_INVALID') onUsed()
    else if (response.errorCode === 'PASSWORD_WEAK')
      return { error: response.error, fields: response.fields, at: 'password' }
    else if (response.error !== null) return response
    else {
      const { email } = response.data.data
      const audience = new URLSearchParams(location.search).has('admin') ? 'admin' : 'learner'
      clearLinkToken()
      const storage = { local: localStorage, session: sessionStorage }
      const logInResult = await logInWithPassword(client, storage, { email, password }, audience)
      if (logInResult.profile) onLoggedIn(audience)
      else onSet(email)
    }
    return null
  }
  return (
    <NewPasswordForm
      label="New password"
      hint="At least 8 characters. A few random words are strong and easy to remember."
      send={send}
    />
  )
}
