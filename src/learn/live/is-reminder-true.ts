/** The check of a reminder of a session right before it is sent. docs/contract §26. */
import type { Deps } from '#http/deps.ts'
import { isStillRecipient } from './queries/recipients.ts'

/**
 * Whether a reminder is still true right before it is sent: the learner has the seat, and the session has not moved.
 *
 * @param id of the dedupe key: person, session, its sequence number, hours
 */
export function isReminderTrue({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> {
  return isStillRecipient(db, 'session.soon', parseId(id))
}

/** The same for the e-mail at the opening, which is for learners who have not joined. */
export function isOpeningTrue({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> {
  return isStillRecipient(db, 'session.open', parseId(id))
}

function parseId(id: string) {
  const [personId = '', sessionId = '', sequence] = id.split(':')
  return { personId, sessionId, sequence: Number(sequence) }
}
