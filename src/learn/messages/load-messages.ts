/** The messages of a course with what became of them, and one of them with its readers. docs/contract §43. */
import { describeLearners, EVERYBODY } from '#domain/messages/learner-choice.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from '#people/accounts/queries/people.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { findOwnMessage, type MessagePlace, toText } from './edit-message.ts'
import {
  countRecipients,
  listNamesInCourse,
  listReaders,
  listRecipients,
  type REACHES,
  type Recipient,
} from './queries/recipients.ts'
import {
  countResults,
  listCohorts,
  listMessageRows,
  listMissed,
  listTakenSlots,
  type MessageRow,
  type MissedRow,
} from './queries.ts'
import { readFilter } from './recipient-filter.ts'
import type { MessageDetail, MessageSummary, ResultCounts } from './wire.ts'

const PAGE_LENGTH = 25
const MAX_LISTED = 1000
/** Of the people without an e-mail, beside their count. */
const MAX_NAMES = 5
/** Of each message. */
const MAX_MISSED = 50

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
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  person: ActingPerson,
  place: MessagePlace,
): Promise<Outcome<MessageDetail>> {
  const found = await findOwnMessage(db, person, place)
  if (!found.ok) return found
  const message = found.value
  const [summarise, readers, self] = await Promise.all([
    createSummaries({ db, clock }, place.courseCode, [message]),
    message.started_at === null ? loadChoice({ db, clock }, message) : loadReaders(db, message.id),
    personById(db, person.personId),
  ])
  return accepted({
    ...summarise(message),
    version: message.version,
    text: toText(message),
    ...readers,
    ownAddress: self?.email ?? '',
    supportAddress: site.current.supportAddress,
  })
}

type Readers = Omit<MessageDetail, keyof MessageSummary | 'version' | 'text' | 'ownAddress' | 'supportAddress'>

/** Of a message whose sending has not started: who would get it, and what else can be chosen. */
async function loadChoice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, course_code: courseCode, recipients }: MessageRow,
): Promise<Readers> {
  const now = clock()
  const filter = readFilter(recipients)
  const list = (reach: (typeof REACHES)[number], limit: number) =>
    listRecipients(db, courseCode, filter, now, { reach, limit })
  const [counts, readers, unproved, turnedOff, unreachable, learners, cohorts, slots] = await Promise.all([
    countRecipients(db, courseCode, filter, now),
    list('reachable', MAX_LISTED),
    list('unproved', MAX_NAMES),
    list('turnedOff', MAX_NAMES),
    list('unreachable', MAX_NAMES),
    listRecipients(db, courseCode, EVERYBODY, now, { limit: MAX_LISTED }),
    listCohorts(db, courseCode),
    listTakenSlots(db, courseCode, now, id),
  ])
  return {
    readers: readers.map(toReader),
    chosenCount: counts.reachable,
    unproved: { count: counts.unproved, names: unproved.map(({ name }) => name) },
    turnedOff: { count: counts.turnedOff, names: turnedOff.map(({ name }) => name) },
    unreachable: { count: counts.unreachable, names: unreachable.map(({ name }) => name) },
    cohorts: cohorts.map(({ cohort_code, name }) => ({ cohortCode: cohort_code, name: name || cohort_code })),
    learners: learners.map(toReader),
    sentToday: slots.length,
  }
}

/** Of a message whose sending has started, nothing is chosen any more. */
async function loadReaders(db: Deps['db'], id: string): Promise<Readers> {
  const readers = await listReaders(db, id, { limit: MAX_LISTED })
  const nobody = { count: 0, names: [] }
  return {
    readers: readers.map(toReader),
    chosenCount: 0,
    unproved: nobody,
    turnedOff: nobody,
    unreachable: nobody,
    cohorts: [],
    learners: [],
    sentToday: 0,
  }
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
    const { reachable } = await countRecipients(db, courseCode, readFilter(recipients), clock())
    return [id, reachable]
  }
  const [results, missed, cohorts, people, counted] = await Promise.all([
    countResults(db, started),
    listMissed(db, started, MAX_MISSED),
    listCohorts(db, courseCode),
    listNamesInCourse(db, courseCode, personIds),
    Promise.all(scheduled.map(countReaders)),
  ])
  const readerCounts = new Map(counted)
  const resultsByMessage = Map.groupBy(results, (row) => row.broadcast_id)
  const missedByMessage = Map.groupBy(missed, (row) => row.broadcast_id)
  const cohortNames = new Map(cohorts.map(({ cohort_code, name }) => [cohort_code, name || cohort_code]))
  const personNames = new Map(people.map(({ id, name }) => [id, name]))
  return (message) => {
    return {
      messageId: message.id,
      subject: message.subject,
      state: message.state,
      to: describeRecipients(message, cohortNames, personNames),
      sendAt: message.send_at?.toISOString() ?? null,
      updatedAt: message.updated_at.toISOString(),
      sentBy: message.sent_by_name,
      startsIn:
        message.state === 'scheduled' ? Math.ceil((message.send_at!.getTime() - clock().getTime()) / 1000) : null,
      readerCount: readerCounts.get(message.id) ?? null,
      counts: message.started_at === null ? null : toCounts(resultsByMessage.get(message.id) ?? []),
      missed: (missedByMessage.get(message.id) ?? []).map((row) => ({ name: row.name, reason: getReason(row) })),
    }
  }
}

function describeRecipients(
  { recipients }: MessageRow,
  cohortNames: ReadonlyMap<string, string>,
  personNames: ReadonlyMap<string, string>,
): string {
  const { cohort, state, person, learners } = readFilter(recipients)
  if (person !== null) return personNames.get(person) ?? 'One learner'
  return [
    cohort === null ? 'Everybody in the course' : (cohortNames.get(cohort) ?? cohort),
    ...(state === null ? [] : [state === 'finished' ? 'finished' : 'not finished yet']),
    ...(learners ? describeLearners(learners) : []),
  ].join(', ')
}

function toCounts(rows: readonly { result: Exclude<keyof ResultCounts, 'people'>; count: number }[]): ResultCounts {
  const counts = { people: 0, sent: 0, waiting: 0, failed: 0, bounced: 0, leftOut: 0, forgotten: 0 }
  for (const { result, count } of rows) {
    counts[result] = count
    counts.people += count
  }
  return counts
}

/** The answer of a mail server may name the address, so it is not shown. */
function getReason({ result, left_out_because: because, may_have_arrived: mayHaveArrived }: MissedRow): string {
  if (result === 'bounced') return 'The address doesn’t take our e-mails. The message is in the portal.'
  if (result === 'failed')
    return mayHaveArrived
      ? 'The connection broke. The e-mail may have arrived.'
      : 'The mail server did not take the e-mail.'
  if (because === 'unproved') return 'Has not confirmed the address yet. The message is in the portal.'
  if (because === 'turned-off') return 'Turned off messages by e-mail. The message is in the portal.'
  return because === 'not-enrolled'
    ? 'Had no seat with access any more, or moved to other dates.'
    : 'Left, moved to other dates, or turned off messages, just before the e-mail was sent.'
}
