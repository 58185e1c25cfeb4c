import type { SignedInAudience } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { openLogIn } from '#ui/frame/watch-log-in.ts'

/** Returns the message of a refusal for a portal form. A logged-out learner logs in in a dialog above the form. */
export function toFormRefusal(
  response: ApiFailure,
  as: SignedInAudience,
): Pick<ApiFailure, 'error' | 'fields' | 'retryAfterSeconds'> {
  if (response.status !== 401) return response
  if (as === 'admin')
    return { error: 'You were logged out. Log in again at /login in another tab, then come back here.' }
  openLogIn(document)
  return { error: 'You were logged out. Log in again. Your entries are still here.' }
}

/** Handles a refusal: returns the message for the form, or null if the page already shows it. */
export type RefusalHandler = (response: ApiFailure) => Promise<ReturnType<typeof toFormRefusal> | null>
