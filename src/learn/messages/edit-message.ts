/** Begins, saves and deletes the draft of a message to learners. docs/contract §43. */
import { isDeepStrictEqual } from 'node:util'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import {
  addMessage,
  deleteDraft,
  findEmptyDraft,
  findMessage,
  type LockedMessage,
  lockMessage,
  type MessageRow,
  type MessageText,
  putMessageText,
} from './queries.ts'
import { type RecipientFilter, readFilter } from './recipient-filter.ts'

export type MessagePlace = { courseCode: string; messageId: string }

/** A draft in which the person has typed nothing yet is used again. */
export async function createMessage(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: ActingPerson,
  { courseCode, filter }: { courseCode: string; filter: RecipientFilter },
): Promise<Outcome<{ messageId: string }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'message.send', courseCode)
    if (!permitted.ok) return permitted
    // A draft of a course can be deleted meanwhile.
    await lockCourse(tx, courseCode)
    const draft = { courseCode, filter, personId: person.personId }
    const messageId = (await findEmptyDraft(tx, draft)) ?? (await addMessage(tx, { ...draft, now: deps.clock() }))
    return accepted({ messageId })
  })
}

type SaveInput = MessagePlace & { version: number; text: MessageText }

/**
 * `version` is the one that the person has read. A newer one in the database refuses with `VERSION_CONFLICT` and the newer
 * text. An equal text changes nothing.
 */
export async function saveMessage(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: ActingPerson,
  { version, text, ...place }: SaveInput,
): Promise<Outcome<{ version: number }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockOwnMessage(tx, person, place)
    if (!locked.ok) return locked
    const message = locked.value
    if (isDeepStrictEqual(toText(message), text)) return accepted({ version: message.version })
    if (message.state !== 'draft') return refused('MESSAGE_UNDER_WAY')
    if (message.version !== version) return refused('VERSION_CONFLICT', { data: await toConflict(tx, place) })
    const next = { text, version: version + 1, personId: person.personId, now: deps.clock() }
    await putMessageText(tx, message.id, next)
    return accepted({ version: next.version })
  })
}

export async function deleteMessage(
  { db }: Pick<Deps, 'db'>,
  person: ActingPerson,
  place: MessagePlace,
): Promise<Outcome<null>> {
  return inOneTransaction(db, async (tx) => {
    const locked = await lockOwnMessage(tx, person, place)
    if (!locked.ok) return locked
    if (locked.value.state !== 'draft') return refused('MESSAGE_UNDER_WAY')
    await deleteDraft(tx, place.messageId)
    return accepted(null)
  })
}

/** Refuses a message of another course like a missing one. */
export async function lockOwnMessage(
  tx: Tx,
  person: ActingPerson,
  { courseCode, messageId }: MessagePlace,
): Promise<Outcome<LockedMessage>> {
  const permitted = await requirePermission(tx, person, 'message.send', courseCode)
  if (!permitted.ok) return permitted
  const message = await lockMessage(tx, messageId)
  return message?.course_code === courseCode ? accepted(message) : refused('MESSAGE_NOT_FOUND')
}

/** The same without a lock. */
export async function findOwnMessage(
  db: Deps['db'],
  person: ActingPerson,
  { courseCode, messageId }: MessagePlace,
): Promise<Outcome<MessageRow>> {
  const permitted = await requirePermission(db, person, 'message.send', courseCode)
  if (!permitted.ok) return permitted
  const message = await findMessage(db, courseCode, messageId)
  return message ? accepted(message) : refused('MESSAGE_NOT_FOUND')
}

export function toText(
  message: Pick<LockedMessage, 'subject' | 'body' | 'recipients' | 'replies_to_sender'>,
): MessageText {
  const { subject, body, recipients, replies_to_sender: repliesToSender } = message
  return { subject, body, filter: readFilter(recipients), repliesToSender }
}

/** The newer text, and who saved it. */
export async function toConflict(tx: Tx, { courseCode, messageId }: MessagePlace) {
  const message = await findMessage(tx, courseCode, messageId)
  return (
    message && {
      version: message.version,
      body: toText(message),
      savedBy: message.updated_by_name,
      savedAt: message.updated_at.toISOString(),
    }
  )
}
