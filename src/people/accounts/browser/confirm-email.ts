/** Confirms an address in this browser, with the stored sign-up key if there is one, and logs in. */
import type { Client } from '#http/client.ts'
import { verifyEmail } from '../wire.ts'
import { completeLogIn, type LoggedIn } from './complete-log-in.ts'
import { deleteSignUpKey, getSignUpKey } from './sign-up-key.ts'

type EmailProof = { email: string; code: string } | { token: string; password?: string }

export async function confirmEmail(
  client: Client,
  proof: EmailProof,
): Promise<LoggedIn & { errorCode?: string | null }> {
  const signUpKey = getSignUpKey(localStorage)
  const response = await client.call(verifyEmail, { body: { ...proof, ...(signUpKey && { signUpKey }) } })
  if (response.error !== null) return { ...response, profile: null }
  deleteSignUpKey(localStorage)
  return completeLogIn(client, { local: localStorage, session: sessionStorage }, response.data)
}
