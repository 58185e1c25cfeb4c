/** The check of a reminder of a session right before it is sent. docs/contract.md §26. */
import type { Deps } from '#http/deps.ts'
import { isStillRecipient } from './queries/recipients.ts'

/**
 * Whether a reminder is still true right before it is sent: the learner has the seat, and the session has not moved.
 *
 * @param id of the dedupe key: person, session, its sequence number, hours
 */
export function isReminderTrue({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> {
  const [personId = '', sessionId = '', sequence] = id.split(':')
  return isStillRecipient(db, { personId, sessionId, sequence: Number(sequence) })
}
