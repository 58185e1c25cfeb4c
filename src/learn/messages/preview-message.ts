/** Shows the draft of a message as one reader will get it, and sends it to its teacher as a test. docs/contract §43. */
import { randomUUID } from 'node:crypto'
import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import type { VariableValues } from '#domain/messages/message-variables.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { renderEmail } from '#people/mailing/email.tsx'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { findOwnMessage, type MessagePlace } from './edit-message.ts'
import { fillMessageText, findTextFault } from './fill-text.ts'
import { createMessageMail, fillSubject, getReason } from './mail/message-mail.tsx'
import { createValues, readValues } from './message-values.ts'
import { listReaders, listRecipients } from './queries/recipients.ts'
import type { MessageRow } from './queries.ts'
import { readFilter } from './recipient-filter.ts'
import type { MessagePreview } from './wire.ts'

/** @param input `readerId` null, or of a person who would not get it: the first reader */
export async function previewMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  person: ActingPerson,
  { readerId, ...place }: MessagePlace & { readerId: string | null },
): Promise<Outcome<MessagePreview>> {
  const found = await findOwnMessage(deps.db, person, place)
  if (!found.ok) return found
  const message = found.value
  const [{ reader, values }, sender] = await Promise.all([
    chooseReader(deps, message, readerId),
    personById(deps.db, person.personId),
  ])
  const { course } = values
  const name = message.started_at === null ? sender?.name : message.sent_by_name
  return accepted({
    reader: reader && { personId: reader.person_id, name: reader.name },
    subject: fillSubject(message.subject, values),
    from: name ? `${name}, ${course}` : course,
    nodes: fillMessageText(message.body, values),
    reason: getReason(course),
  })
}

/** With the subject of the message. Each press sends one. */
export async function testMessage(
  deps: Deps,
  person: ActingPerson,
  { version, ...place }: MessagePlace & { version: number },
): Promise<Outcome<{ address: string }>> {
  const found = await findOwnMessage(deps.db, person, place)
  if (!found.ok) return found
  const message = found.value
  if (message.version !== version) return refused('VERSION_CONFLICT')
  const body = findTextFault(message.body)
  if (body) return refused('FIELD_INVALID', { fields: { body: `${body} stands for nothing` } })
  const sender = await personById(deps.db, person.personId)
  if (!sender) return refused('TOKEN_INVALID')
  const wait = await consumeLimit(deps.db, 'messageTestPerPerson', person.personId)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const { values } = await chooseReader(deps, message, null)
  const content = createMessageMail(deps.site.current, {
    subject: message.subject.trim() || 'A message without a subject',
    body: message.body,
    sender: sender.name,
    values,
  })
  await transact(deps.db, (tx) =>
    enqueueMail(tx, deps.jobs, {
      dedupeKey: `course.news-test:${randomUUID()}`,
      to: sender.email,
      ...renderEmail({ ...content, subject: `Test: ${content.subject}` }),
    }),
  )
  return accepted({ address: sender.email })
}

/** The values of the message for a reader; for a course without readers, those of an invented one. */
async function chooseReader(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  message: MessageRow,
  readerId: string | null,
): Promise<{ reader: { person_id: string; name: string } | null; values: VariableValues }> {
  const { course_code: courseCode } = message
  if (message.started_at !== null) {
    const list = (part: { onlyPersonId?: string }) => listReaders(deps.db, message.id, { ...part, limit: 1 })
    const reader = await findOrFirst(list, readerId)
    if (reader) return { reader, values: readValues(reader.variables) }
  }
  const filter = readFilter(message.recipients)
  const reader = await findOrFirst(
    (part) => listRecipients(deps.db, courseCode, filter, deps.clock(), { ...part, limit: 1 }),
    readerId,
  )
  if (reader) return { reader, values: createValues(deps.config, courseCode, reader) }
  const nobody = { name: '', timezone_id: 'UTC', person_timezone_id: null, starts_at: null, ends_at: null }
  const title = (await getCourseTitle(deps.db, courseCode)) ?? ''
  const values = createValues(deps.config, courseCode, { ...nobody, next_session_at: null, course_title: title })
  return { reader: null, values }
}

async function findOrFirst<Row>(
  list: (part: { onlyPersonId?: string }) => Promise<Row[]>,
  personId: string | null,
): Promise<Row | undefined> {
  const [found] = personId === null ? [] : await list({ onlyPersonId: personId })
  return found ?? (await list({}))[0]
}
