/**
 * Social log-in as the browser sees it. Specification §4 and §5: without a provider's token, or without
 * both of ours, nothing happens. A refusal brings what ties a mailed link to this browser.
 */
import type { Client, ClientEnvironment } from '#http/client.ts'
import { callConfirmSocial, callSocial } from './calls.ts'
import { enterHere, type LoggedIn } from './session.ts'

type Kept = Pick<ClientEnvironment, 'local' | 'session'>
type Brought = Parameters<typeof callSocial>[1]
type Answer = Awaited<ReturnType<typeof callSocial>>

const CLAIM = 'social_claim'
const FAILED = 'Error Logging in. Please try again.'

export async function logInSociallyHere(client: Client, kept: Kept, brought: Brought): Promise<LoggedIn> {
  if (!brought.authToken) return { profile: null, error: FAILED, errorCode: null }
  const answer = await callSocial(client, brought)
  if (answer.error !== null) keepClaim(kept, answer.data)
  return enterWith(client, kept, answer)
}

/** With the mailed link, in the browser that asked for it; null where this is another one. */
export async function confirmSocialHere(client: Client, kept: Kept, token: string): Promise<LoggedIn | null> {
  const claim = kept.local.getItem(CLAIM)
  if (!claim) return null
  const answer = await callConfirmSocial(client, { token, claim })
  if (answer.errorCode === 'RESET_INVALID') return null
  const inside = await enterWith(client, kept, answer)
  if (inside.profile) kept.local.removeItem(CLAIM)
  return inside
}

export function hasAskedHere({ local }: Pick<Kept, 'local'>): boolean {
  return local.getItem(CLAIM) !== null
}

async function enterWith(client: Client, kept: Kept, answer: Answer): Promise<LoggedIn> {
  if (answer.error !== null) return { profile: null, error: answer.error, errorCode: answer.errorCode }
  if (!answer.data?.token || !answer.data.refresh_token) return { profile: null, error: FAILED, errorCode: null }
  return enterHere(client, kept, answer.data)
}

function keepClaim({ local }: Kept, refused: unknown): void {
  const claim = (refused as { data?: { claim?: unknown } } | null)?.data?.claim
  if (typeof claim === 'string') local.setItem(CLAIM, claim)
}
