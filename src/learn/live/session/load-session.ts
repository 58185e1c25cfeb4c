/** Loads the page of a session. Refusals that the page explains are part of the result; others replace the page. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { readSession, type SessionPage } from '../wire/learn.ts'

/** `unconfirmed` and `revoked`: the person has an enrolment in the cohort that shows no sessions. */
export type NoSession = 'missing' | 'unconfirmed' | 'revoked'
export type LoadedSessionPage = { is: 'session'; session: SessionPage } | { is: NoSession }

const REASONS: Record<string, NoSession> = {
  SESSION_NOT_FOUND: 'missing',
  FIELD_INVALID: 'missing',
  ENROLMENT_UNCONFIRMED: 'unconfirmed',
  ACCESS_ENDED: 'revoked',
}

export async function loadSession(client: Client, as: SignedInAudience, sessionId: string): Promise<LoadedSessionPage> {
  const response = await client.call(readSession, { auth: as, params: { sessionId } })
  const reason = REASONS[response.errorCode ?? '']
  return reason ? { is: reason } : { is: 'session', session: requireBody(response).data }
}
