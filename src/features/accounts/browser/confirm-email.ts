/** Confirms an address in this browser, with the key of its sign-up where there is one, and logs in. */
import type { Client } from '#http/client.ts'
import { callVerifyEmail } from '../calls.ts'
import { enterHere, type LoggedIn } from '../session.ts'
import { deleteSignUpKey, getSignUpKey } from './sign-up-key.ts'

type Proof = { email: string; code: string } | { token: string; password?: string }

export async function confirmEmail(client: Client, proof: Proof): Promise<LoggedIn & { errorCode?: string | null }> {
  const signUpKey = getSignUpKey(localStorage)
  const answer = await callVerifyEmail(client, { ...proof, ...(signUpKey && { signUpKey }) })
  if (answer.error !== null) return { ...answer, profile: null }
  deleteSignUpKey(localStorage)
  return enterHere(client, { local: localStorage, session: sessionStorage }, answer.data)
}
