/** The messages that a learner got, for the course room. docs/contract §43. */
import type { Deps } from '#http/deps.ts'
import { fillMessageText } from './fill-text.ts'
import { fillSubject } from './mail/message-mail.tsx'
import { readValues } from './message-values.ts'
import { listMessagesTo } from './queries.ts'
import type { ReceivedMessage } from './wire.ts'

const MAX = 100

/** Only the person's own, so that a foreign course answers like a missing one. With the values that the e-mail had. */
export async function listReceivedMessages(
  { db }: Pick<Deps, 'db'>,
  personId: string,
  courseCode: string,
): Promise<ReceivedMessage[]> {
  const rows = await listMessagesTo(db, personId, courseCode, MAX)
  return rows.map(({ id, subject, body, variables, sender, handled_at: handledAt }) => {
    const values = readValues(variables)
    return {
      messageId: id,
      subject: fillSubject(subject, values),
      nodes: fillMessageText(body, values),
      from: sender,
      sentAt: handledAt!.toISOString(),
    }
  })
}
