import type { Bad, Signed } from '#http/client.ts'
import { openLogIn } from '#ui/log-in-opening.ts'

/** What a form of the portal says to a refusal. Somebody who was logged out logs in over it, and it stays as it is. */
export function refusalOf(answer: Bad, as: Signed): Pick<Bad, 'error' | 'fields' | 'retryAfterSeconds'> {
  if (answer.status !== 401) return answer
  if (as === 'admin') return { error: 'You were logged out. Log in again at /login in another tab: this page waits.' }
  openLogIn(document)
  return { error: 'You were logged out. Log in again: what you typed is still here.' }
}

/** What a part does with a refusal: the sentence for its form, or null where it has shown something else instead. */
export type Refuse = (answer: Bad) => Promise<ReturnType<typeof refusalOf> | null>
