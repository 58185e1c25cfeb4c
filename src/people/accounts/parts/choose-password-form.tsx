import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { FormRefusal } from '#ui/use-form.ts'
import { logInWithPassword } from '../browser/complete-log-in.ts'
import { resetPassword } from '../wire.ts'
import { clearLinkToken } from './link-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'

type Props = {
  token: string
  onUsed: () => void
  onSet: (email: string) => void
  onLoggedIn: (audience: SignedInAudience) => void
}

export function ChoosePasswordForm({ token, ...on }: Props) {
  return (
    <NewPasswordForm
      label="New password"
      hint={PASSWORD_HINT}
      send={(password) => choosePassword(token, password, on)}
    />
  )
}

export const PASSWORD_HINT = 'At least 8 characters. A few random words are strong and easy to remember.'

/** Sets the password and logs in. Returns a refusal that the form shows, or null. */
export async function choosePassword(
  token: string,
  password: string,
  { onUsed, onSet, onLoggedIn }: Omit<Props, 'token'>,
): Promise<FormRefusal | null> {
  const client = browserClient()
  const response = await client.call(resetPassword, { body: { token, password } })
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
