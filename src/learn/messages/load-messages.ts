/** The messages of a course with what became of them, and one of them with its readers. docs/contract §43. */
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from '#people/accounts/queries/people.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { findOwnMessage, type MessagePlace, toText } from './edit-message.ts'
import {
  listCohorts,
  listMessageRows,
  listReaders,
  listRecipients,
  listResults,
  listTakenSlots,
  type MessageRow,
  type Recipient,
  type ResultRow,
} from './queries.ts'
import { EVERYBODY, readFilter } from './recipient-filter.ts'
import type { MessageDetail, MessageSummary, ResultCounts } from './wire.ts'

const PAGE_LENGTH = 25
const MAX_LISTED = 1000

export async function loadMessages(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: ActingPerson,
  { courseCode, before }: { courseCode: string; before: string | null },
): Promise<Outcome<{ messages: MessageSummary[]; next: string | null }>> {
  const permitted = await requirePermission(db, person, 'message.send', courseCode)
  if (!permitted.ok) return permitted
  const found = await listMessageRows(db, courseCode, { before, limit: PAGE_LENGTH + 1 })
  const rows = found.slice(0, PAGE_LENGTH)
  const summarise = await createSummaries({ db, clock }, courseCode, rows)
  return accepted({
    messages: rows.map(summarise),
    next: found.length > PAGE_LENGTH ? rows.at(-1)!.id : null,
  })
}

export async function loadMessage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: ActingPerson,
  place: MessagePlace,
): Promise<Outcome<MessageDetail>> {
  const found = await findOwnMessage(db, person, place)
  if (!found.ok) return found
  const { courseCode } = place
  const message = found.value
  const now = clock()
  const hasStarted = message.started_at !== null
  const [summarise, everybody, chosen, cohorts, slots, self, got] = await Promise.all([
    createSummaries({ db, clock }, courseCode, [message]),
    listRecipients(db, courseCode, EVERYBODY, now),
    listRecipients(db, courseCode, readFilter(message.recipients), now),
    listCohorts(db, courseCode),
    listTakenSlots(db, courseCode, now, message.id),
    personById(db, person.personId),
    hasStarted ? listReaders(db, message.id) : [],
  ])
  const readers = chosen.filter((reader) => !reader.is_off && !reader.is_suppressed)
  return accepted({
    ...summarise(message),
    version: message.version,
    text: toText(message),
    readers: (hasStarted ? got : readers).slice(0, MAX_LISTED).map(toReader),
    chosenCount: readers.length,
    turnedOff: chosen.filter(({ is_off }) => is_off).map(toReader),
    unreachable: chosen.filter((reader) => !reader.is_off && reader.is_suppressed).map(toReader),
    cohorts: cohorts.map(({ cohort_code, name }) => ({ cohortCode: cohort_code, name: name || cohort_code })),
    learners: everybody.slice(0, MAX_LISTED).map(toReader),
    sentToday: slots.length,
    ownAddress: self?.email ?? '',
  })
}

const toReader = ({ person_id, name }: Pick<Recipient, 'person_id' | 'name'>) => ({ personId: person_id, name })

/** The same number of statements for any number of messages. */
async function createSummaries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  courseCode: string,
  rows: readonly MessageRow[],
): Promise<(message: MessageRow) => MessageSummary> {
  const started = rows.filter(({ started_at }) => started_at !== null).map(({ id }) => id)
  const personIds = rows.flatMap(({ recipients }) => readFilter(recipients).person ?? [])
  const scheduled = rows.filter(({ state }) => state === 'scheduled')
  const countReaders = async ({ id, recipients }: MessageRow): Promise<[string, number]> => {
    const people = await listRecipients(db, courseCode, readFilter(recipients), clock())
    return [id, people.filter((reader) => !reader.is_off && !reader.is_suppressed).length]
  }
  const [results, cohorts, people, counted] = await Promise.all([
    listResults(db, started),
    listCohorts(db, courseCode),
    Promise.all(personIds.map((id) => personById(db, id))),
    Promise.all(scheduled.map(countReaders)),
  ])
  const readerCounts = new Map(counted)
  const byMessage = Map.groupBy(results, (row) => row.broadcast_id)
  const cohortNames = new Map(cohorts.map(({ cohort_code, name }) => [cohort_code, name || cohort_code]))
  const personNames = new Map(people.flatMap((one) => (one ? [[one.id, one.name] as const] : [])))
  return (message) => {
    const own = byMessage.get(message.id) ?? []
    return {
      messageId: message.id,
      subject: message.subject,
      state: message.state,
      to: describeRecipients(message, cohortNames, personNames),
      sendAt: message.send_at?.toISOString() ?? null,
      updatedAt: message.updated_at.toISOString(),
      sentBy: message.sent_by_name,
      readerCount: readerCounts.get(message.id) ?? null,
      counts: message.started_at === null ? null : countResults(own),
      missed: own.flatMap((row) => {
        const reason = getMissedReason(row)
        return reason === null ? [] : [{ name: row.name, reason }]
      }),
    }
  }
}

function describeRecipients(
  { recipients }: MessageRow,
  cohortNames: ReadonlyMap<string, string>,
  personNames: ReadonlyMap<string, string>,
): string {
  const { cohort, state, person } = readFilter(recipients)
  if (person !== null) return personNames.get(person) ?? 'One learner'
  const where = cohort === null ? 'Everybody in the course' : (cohortNames.get(cohort) ?? cohort)
  return state === null ? where : `${where}, ${state === 'finished' ? 'finished' : 'not finished yet'}`
}

type Result = Exclude<keyof ResultCounts, 'people'>

/** What became of one recipient. Each is counted once. */
export function getResult({ state, mail_state: mail, is_bounced: isBounced }: ResultRow): Result {
  if (state === 'waiting') return 'waiting'
  if (state === 'left-out' || mail === 'cancelled') return 'leftOut'
  if (mail === null) return 'forgotten'
  if (mail === 'queued' || mail === 'sending') return 'waiting'
  if (mail === 'sent') return 'sent'
  return mail === 'suppressed' || isBounced ? 'bounced' : 'failed'
}

function countResults(rows: readonly ResultRow[]): ResultCounts {
  const counts = { people: rows.length, sent: 0, waiting: 0, failed: 0, bounced: 0, leftOut: 0, forgotten: 0 }
  for (const row of rows) counts[getResult(row)]++
  return counts
}

/** Null: the e-mail was sent, or may still be. The answer of a mail server may name the address, so it is not shown. */
function getMissedReason(row: ResultRow): string | null {
  switch (getResult(row)) {
    case 'failed':
      return row.unknown_count > 0
        ? 'The connection broke. The e-mail may have arrived.'
        : 'The mail server did not take the e-mail.'
    case 'bounced':
      return 'The address doesn’t take our e-mails. The message is in the portal.'
    case 'leftOut':
      return row.left_out_because === 'turned-off'
        ? 'Turned off course news. The message is in the portal.'
        : 'Had left, or turned off course news, before the e-mail was sent.'
    default:
      return null
  }
}
