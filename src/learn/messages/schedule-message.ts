/** Has a message sent, takes it back, or sends it at once. docs/contract §43. */
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { MESSAGES_A_DAY, PLAN_DAYS, UNDO_SECONDS } from '#domain/messages/broadcast.ts'
import { findUnknownVariable } from '#domain/messages/message-variables.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { lockOwnMessage, type MessagePlace, toConflict } from './edit-message.ts'
import { findTextFault } from './fill-text.ts'
import { countRecipients } from './queries/recipients.ts'
import { type LockedMessage, listTakenSlots, putBackToDraft, putSchedule } from './queries.ts'
import { readFilter } from './recipient-filter.ts'
import { enqueueStart } from './write-message.ts'

const DAY_MS = 86_400_000

type SendInput = MessagePlace & { version: number; sendAt: Date | null }

/** @param input `sendAt` null: in 30 seconds */
export async function sendMessage(
  deps: Deps,
  person: ActingPerson,
  { version, sendAt, ...place }: SendInput,
): Promise<Outcome<{ sendAt: string; readerCount: number }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOwnMessage(tx, person, place)
    if (!locked.ok) return locked
    const message = locked.value
    if (message.state !== 'draft') return refused('MESSAGE_UNDER_WAY')
    if (message.version !== version) return refused('VERSION_CONFLICT', { data: await toConflict(tx, place) })
    const now = deps.clock()
    const at = sendAt ?? new Date(now.getTime() + UNDO_SECONDS * 1000)
    const fields = { ...findTextFaults(message), ...findTimeFault(sendAt, now) }
    if (Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })
    const counts = await countRecipients(tx, place.courseCode, readFilter(message.recipients), now)
    const { reachable, unproved, turnedOff, unreachable } = counts
    // Without an e-mail, the message is still read in the portal.
    if (reachable + unproved + turnedOff + unreachable === 0) return refused('NOBODY_TO_WRITE_TO')
    const scheduled = await schedule(deps, tx, message, { at, personId: person.personId })
    if (!scheduled.ok) return scheduled
    await record(deps, tx, person, 'message-scheduled', place, { readers: reachable, at: at.toISOString() })
    return accepted({ sendAt: at.toISOString(), readerCount: reachable })
  })
}

/** Refuses a message whose sending has started. */
export async function undoMessage(deps: Deps, person: ActingPerson, place: MessagePlace): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOwnMessage(tx, person, place)
    if (!locked.ok) return locked
    if (locked.value.state === 'draft') return accepted(null)
    if (locked.value.state !== 'scheduled') return refused('MESSAGE_UNDER_WAY')
    await putBackToDraft(tx, place.messageId)
    await record(deps, tx, person, 'message-undone', place)
    return accepted(null)
  })
}

/** Without the rest of the wait. It counts for the day of now. */
export async function sendMessageNow(deps: Deps, person: ActingPerson, place: MessagePlace): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOwnMessage(tx, person, place)
    if (!locked.ok) return locked
    if (locked.value.state !== 'scheduled') return refused('MESSAGE_UNDER_WAY')
    const at = deps.clock()
    const scheduled = await schedule(deps, tx, locked.value, { at, personId: person.personId })
    if (!scheduled.ok) return scheduled
    await record(deps, tx, person, 'message-scheduled', place, { at: at.toISOString() })
    return accepted(null)
  })
}

/** The database refuses a fourth message of a day too. The lock lets two that come at once take two slots. */
async function schedule(
  deps: Deps,
  tx: Tx,
  { id: messageId, course_code: courseCode }: LockedMessage,
  { at, personId }: { at: Date; personId: string },
): Promise<Outcome<null>> {
  await lockCourse(tx, courseCode)
  const taken = await listTakenSlots(tx, courseCode, at, messageId)
  const slot = Array.from({ length: MESSAGES_A_DAY }, (_, index) => index + 1).find((free) => !taken.includes(free))
  if (slot === undefined) return refused('MESSAGES_LIMITED')
  await putSchedule(tx, messageId, { sendAt: at, slot, personId })
  await enqueueStart(deps, tx, messageId, at)
  return accepted(null)
}

function findTextFaults({ subject, body }: LockedMessage): Record<string, string> {
  const unknown = { subject: findUnknownVariable(subject), body: findTextFault(body) }
  return {
    ...(unknown.subject && { subject: nameVariable(unknown.subject) }),
    ...(subject.trim() === '' && { subject: 'Please write a subject' }),
    ...(unknown.body && { body: nameVariable(unknown.body) }),
    ...(body.trim() === '' && { body: 'Please write a message' }),
  }
}

const nameVariable = (written: string) =>
  `${written} stands for nothing. Please choose one from “Insert”, or leave out the braces`

function findTimeFault(sendAt: Date | null, now: Date): Record<string, string> {
  if (sendAt === null) return {}
  if (sendAt <= now) return { sendAt: 'Please choose a time in the future' }
  return sendAt.getTime() > now.getTime() + PLAN_DAYS * DAY_MS ? { sendAt: 'Please choose a day within a year' } : {}
}

function record(
  deps: Deps,
  tx: Tx,
  { audience, personId }: ActingPerson,
  action: 'message-scheduled' | 'message-undone',
  { courseCode, messageId }: MessagePlace,
  details: Record<string, string | number> = {},
): Promise<void> {
  return recordEvent(deps, tx, {
    actor: { kind: audience, id: personId },
    action,
    object: { kind: 'course', id: courseCode },
    details: { messageId, ...details },
  })
}
