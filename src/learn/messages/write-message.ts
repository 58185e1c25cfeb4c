/**
 * Sends a message. Its recipients are chosen when sending starts. The e-mail of each is written in a transaction of its
 * own, under the lock of its recipient, so that a kill loses nobody and writes to nobody twice. docs/contract §43.
 */
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { enqueueOptionalMail } from '#people/mailing/enqueue-optional-mail.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { createMessageMail } from './mail/message-mail.tsx'
import { createValues } from './message-values.ts'
import { listRecipients } from './queries/recipients.ts'
import {
  findAnyMessage,
  finishSending,
  type LockedMessage,
  listLateMessages,
  listWaiting,
  lockMessage,
  lockWaiting,
  type MessageRow,
  putBackToDraft,
  putHandled,
  startSending,
} from './queries.ts'
import { broadcastStartJob, broadcastWriteJob } from './queue.ts'
import { readFilter } from './recipient-filter.ts'

/** So many e-mails are written in seconds. A job that runs for a minute counts as dead. */
const BATCH = 100
const RETRY_MS = 60_000

/**
 * Changes nothing for a message that was undone or started before. A message whose sender may no longer send any is a
 * draft again.
 */
export async function startMessage(deps: Deps, messageId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const message = await lockMessage(tx, messageId)
    const now = deps.clock()
    if (message?.state !== 'scheduled' || message.send_at === null) return
    // The clock of the database may be ahead of this one, or the message was given a later time.
    if (message.send_at > now) return enqueueStart(deps, tx, messageId, message.send_at)
    if (!(await maySend(tx, message))) {
      await putBackToDraft(tx, messageId)
      return recordEvent(deps, tx, {
        actor: { kind: 'unknown' },
        action: 'message-undone',
        object: { kind: 'course', id: message.course_code },
        details: { messageId, because: 'role-ended' },
      })
    }
    await startSending(tx, message, now)
    await deps.jobs.enqueue(tx, broadcastWriteJob, { messageId }, { key: messageId })
  })
}

/** By a role in the course, or on the site. */
async function maySend(tx: Tx, { sent_by: personId, course_code: courseCode }: LockedMessage): Promise<boolean> {
  if (personId === null) return false
  return (await requirePermission(tx, { personId, audience: 'admin' }, 'message.send', courseCode)).ok
}

/** With its time in the key: a message that was taken back may be sent at another one. */
export function enqueueStart({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, messageId: string, at: Date): Promise<void> {
  return jobs.enqueue(tx, broadcastStartJob, { messageId }, { key: `${messageId} ${at.getTime()}`, startAfter: at })
}

/** Writes some of the e-mails, and enqueues itself for the others. */
export async function writeMessage(deps: Deps, messageId: string): Promise<void> {
  const message = await findAnyMessage(deps.db, messageId)
  if (message?.state !== 'sending') return
  const people = await listWaiting(deps.db, messageId, BATCH)
  const write = (personId: string) => transact(deps.db, (tx) => writeTo(deps, tx, message, personId))
  const failedCount = await handleEach(deps.log, people, write, (personId) => [
    'no e-mail of a message',
    { messageId, personId },
  ])
  await finishSending(deps.db, messageId, deps.clock())
  if (people.length < BATCH && failedCount === 0) return
  const startAfter = failedCount > 0 ? { startAfter: new Date(deps.clock().getTime() + RETRY_MS) } : {}
  await deps.jobs.enqueue(deps.db, broadcastWriteJob, { messageId }, { key: messageId, ...startAfter })
}

async function writeTo(deps: Deps, tx: Tx, message: MessageRow, personId: string): Promise<void> {
  if (!(await lockWaiting(tx, message.id, personId))) return
  const now = deps.clock()
  const reader = await findRecipient(tx, message, personId, now)
  if (!reader) return putHandled(tx, message.id, personId, { leftOutBecause: 'not-enrolled', variables: {}, now })
  const variables = createValues(deps.config, message.course_code, reader)
  if (reader.is_unproved) return putHandled(tx, message.id, personId, { leftOutBecause: 'unproved', variables, now })
  const { subject, body, sent_by_name: sender } = message
  const isWritten = await enqueueOptionalMail(deps, tx, {
    kind: 'course.news',
    person: { id: personId, email: reader.email },
    about: message.id,
    content: createMessageMail(deps.site.current, { subject, body, sender, values: variables }),
    headers: { 'Reply-To': getReplyAddress(deps, message) },
    timezoneId: reader.person_timezone_id ?? reader.timezone_id,
  })
  await putHandled(tx, message.id, personId, { leftOutBecause: isWritten ? null : 'turned-off', variables, now })
}

/** The support address, or the teacher's where they chose that and still have an account. */
function getReplyAddress(
  { site }: Pick<Deps, 'site'>,
  { replies_to_sender: repliesToSender, sent_by_email: email }: Pick<MessageRow, 'replies_to_sender' | 'sent_by_email'>,
): string {
  return repliesToSender && email !== null ? email : site.current.supportAddress
}

/** Of one who was chosen when sending started: the seat and its access. Whoever finishes or catches up meanwhile stays chosen. */
async function findRecipient(
  db: Deps['db'] | Tx,
  message: Pick<MessageRow, 'course_code' | 'recipients'>,
  personId: string,
  now: Date,
) {
  const [recipient] = await listRecipients(
    db,
    message.course_code,
    { ...readFilter(message.recipients), state: null, learners: null },
    now,
    { onlyPersonId: personId },
  )
  return recipient
}

/**
 * Whether a written e-mail still has its reason right before it is sent: its reader still has a seat with access among the
 * chosen dates and a proved address, and has not turned course news off.
 *
 * @param id of the dedupe key: person, message
 */
export async function isMessageTrue({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const [personId = '', messageId = ''] = id.split(':')
  const message = await findAnyMessage(db, messageId)
  const recipient = message && (await findRecipient(db, message, personId, clock()))
  return recipient !== undefined && !recipient.is_off && !recipient.is_unproved
}

/** Run each minute: a message whose job was lost goes on. */
export async function resumeLateMessages(deps: Deps): Promise<void> {
  for (const { id: messageId, state } of await listLateMessages(deps.db, deps.clock())) {
    const job = state === 'scheduled' ? broadcastStartJob : broadcastWriteJob
    await deps.jobs.enqueue(deps.db, job, { messageId }, { key: messageId })
  }
}
