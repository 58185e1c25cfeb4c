/**
 * The learners of a filter as a CSV file. A byte order mark lets spreadsheets read UTF-8. Times are in UTC, and amounts
 * are decimals. Text that would start a formula is escaped. Rows are read in batches. docs/contract §42.
 */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { type PermittedScope, requireLearnerScope } from './learner-scope.ts'
import { parseSort } from './list-learners.ts'
import { type LearnerRowColumns, listLearnerRows } from './queries/matching-learners.ts'
import { viewLearners } from './view-learners.ts'
import type { LearnerListQuery, LearnerRow } from './wire.ts'

const BATCH_SIZE = 500
const COLUMNS = [
  'course',
  'cohort_code',
  'cohort',
  'name',
  'email',
  'joined_at',
  'access',
  'access_until',
  'lessons_done',
  'lessons_open',
  'behind',
  'last_seen',
  'sessions_attended',
  'sessions_held',
  'payment',
  'currency',
  'paid',
  'refunded',
  'kept',
  'due',
  'due_at',
  'order',
] as const
type CsvRecord = { [Column in (typeof COLUMNS)[number]]: string | number }

export async function exportLearners(
  deps: Deps,
  person: ActingPerson,
  query: Omit<LearnerListQuery, 'after'>,
): Promise<Outcome<{ filename: string; content: Readable }>> {
  const permitted = await requireLearnerScope(deps, person, 'learner.export', query)
  if (!permitted.ok) return permitted
  const { course } = permitted.value
  if (!course && query.sort && !query.sort.endsWith('joined'))
    return refused('FIELD_INVALID', { fields: { sort: 'Please choose a course' } })
  await recordEvent(deps, deps.db, {
    actor: { kind: person.audience, id: person.personId },
    action: 'learners-exported',
    object: { kind: 'course', id: course?.courseCode ?? 'all' },
  })
  const csvStream = stringify({
    bom: true,
    header: true,
    columns: [...COLUMNS],
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  // A closed connection stops the database reads. An error aborts the response, so no client mistakes it for complete.
  pipeline(Readable.from(listRecords(deps, permitted.value, query)), csvStream, () => {})
  const day = deps.clock().toISOString().slice(0, 10)
  return accepted({ filename: `learners-${course ? `${course.courseCode}-` : ''}${day}.csv`, content: csvStream })
}

async function* listRecords(
  { db }: Deps,
  permitted: PermittedScope,
  { sort, ...filter }: Omit<LearnerListQuery, 'after'>,
): AsyncGenerator<CsvRecord> {
  let last: LearnerRowColumns | undefined
  for (;;) {
    const after = last ? { value: last.sort_value, enrolmentId: last.id } : null
    const rows = await listLearnerRows(db, permitted.scope, filter, { sort: parseSort(sort), after, limit: BATCH_SIZE })
    yield* (await viewLearners(db, rows, permitted)).map(toRecord)
    last = rows.at(-1)
    if (rows.length < BATCH_SIZE) return
  }
}

function toRecord(learner: LearnerRow): CsvRecord {
  const { course, cohort, access, lessons, attendance, money } = learner
  return {
    course: course.title,
    cohort_code: cohort.cohortCode,
    cohort: cohort.name,
    name: learner.name,
    email: learner.email,
    joined_at: learner.joinedAt,
    access: access.state,
    access_until: access.until ?? '',
    lessons_done: lessons.done,
    lessons_open: lessons.open,
    behind: learner.isBehind ? 'yes' : 'no',
    last_seen: learner.lastSeenOn ?? '',
    sessions_attended: attendance.filter(Boolean).length,
    sessions_held: attendance.length,
    payment: learner.payment,
    currency: money?.paid.currency ?? '',
    paid: money?.paid.amount ?? '',
    refunded: money?.refunded.amount ?? '',
    kept: money?.kept.amount ?? '',
    due: money?.due?.amount ?? '',
    due_at: money?.dueAt ?? '',
    order: money?.orderNumber ?? '',
  }
}
