/** The learners of a filter: the same clause for the list, its counts, the file and the recipients of a message. */
import { type RawBuilder, sql } from 'kysely'
import { FIRST_DAYS_ON_DEMAND, type PaymentState } from '#domain/learners/learner-list.ts'
import { COUNT_LIMIT } from '#domain/list-count.ts'
import { parseDocumentNumber } from '#domain/orders/document-number.ts'
import type { Db } from '#platform/db/db.ts'
import type { LearnerFilter } from '../filter.ts'

/** A lesson that counts as open in a cohort. `afterDays`: only for people who have had the seat for so many days. */
export type ReleasedLesson = { cohortCode: string; lessonId: string; afterDays: number | null }

/**
 * Whose learners they are. Null: of every course, for an admin. `released`: of the chosen course, for the progress;
 * empty without one.
 */
export type LearnerScope = { courseCodes: readonly string[] | null; released: readonly ReleasedLesson[]; now: Date }

/** A seat with a waived amount owes nothing, whatever its order owes. */
const PAYMENT_STATE = sql<PaymentState>`case
  when l.refunded_minor > 0 and l.refunded_minor + l.waived_minor >= l.amount_minor then 'refunded'
  when o.total_minor = 0 then 'free'
  when o.state = 'returned' or exists (select from payment p join dispute d on d.payment_id = p.id and d.state = 'lost'
    where p.order_id = o.id) then 'lost'
  when o.balance_due_at is null or o.balance_paid_at is not null or l.waived_minor > 0 then
    case when l.refunded_minor > 0 then 'part-refunded' else 'paid' end
  when o.balance_due_at <= now() then 'overdue' else 'deposit' end`

/** An order line is a seat: `position` 0 is seat 1. */
const FROM = sql`enrolment e
  join cohort k on k.cohort_code = e.cohort_code
  join person p on p.id = e.person_id
  join orders o on o.id = e.order_id
  join order_line l on l.order_id = e.order_id and l.position = e.seat - 1`

const progressOf = ({ released, now }: LearnerScope): RawBuilder<unknown> => sql`cross join lateral (
  select count(*)::int as open, count(r.completed_at)::int as done from (
    select w.completed_at from unnest(${released.map((one) => one.cohortCode)}::text[],
        ${released.map((one) => one.lessonId)}::uuid[], ${released.map((one) => one.afterDays)}::int[]) as x (cohort_code, lesson_id, after_days)
      left join lesson_progress w on w.person_id = e.person_id and w.lesson_id = x.lesson_id
      where x.cohort_code = e.cohort_code and (x.after_days is null
        or (e.created_at at time zone 'UTC')::date + x.after_days <= (${now}::timestamptz at time zone 'UTC')::date)) r) s`

/**
 * Fewer than half of the lessons that are open so far. Nobody is behind in dates that have not begun, or in the first week
 * of a course on demand.
 */
const isBehind = ({ now }: LearnerScope) =>
  sql`s.done * 2 < s.open and coalesce(k.starts_at, e.created_at + ${`${FIRST_DAYS_ON_DEMAND} days`}::interval) <= ${now}`

function buildWhere(scope: LearnerScope, filter: LearnerFilter): RawBuilder<unknown> {
  const { q, course, cohort, state, unseenDays, behind, payment } = filter
  const { courseCodes, now } = scope
  const number = parseDocumentNumber(q ?? '')
  const hasBalance = payment === 'overdue' || payment === 'deposit' || payment === 'due'
  const clauses = [
    state === 'ended' ? sql`e.state = 'cancelled'` : sql`e.state = 'active'`,
    ...(state === 'over' ? [sql`e.access_ends_at <= ${now}`] : []),
    ...(course && cohort ? [sql`e.cohort_code = ${cohort}`] : []),
    ...(course ? [sql`e.cohort_code in (select cohort_code from cohort where course_code = ${course})`] : []),
    ...(courseCodes === null
      ? []
      : [sql`e.cohort_code in (select cohort_code from cohort where course_code = any(${[...courseCodes]}::text[]))`]),
    ...(unseenDays
      ? [
          sql`coalesce(e.last_seen_on, (e.created_at at time zone 'UTC')::date) <= (${now}::timestamptz at time zone 'UTC')::date - ${unseenDays}::int`,
        ]
      : []),
    ...(hasBalance
      ? [
          sql`e.order_id in (select id from orders where state = 'complete' and balance_due_at is not null and balance_paid_at is null)`,
        ]
      : []),
    ...(payment === 'refunded' || payment === 'part-refunded'
      ? [sql`e.order_id in (select order_id from order_line where refunded_minor > 0)`]
      : []),
    ...(payment === 'due' ? [sql`${PAYMENT_STATE} in ('deposit', 'overdue')`] : []),
    ...(payment && payment !== 'due' ? [sql`${PAYMENT_STATE} = ${payment}`] : []),
    ...(behind && course ? [isBehind(scope)] : []),
    ...(number?.kind === 'order' ? [sql`o.number = ${number.number}`] : []),
    ...(q && !number && /[\p{L}\p{N}]/u.test(q)
      ? [sql`e.person_id in (select id from person where search_vector(name || ' ' || email) @@ search_query(${q}))`]
      : []),
  ]
  return sql`where ${sql.join(clauses, sql` and `)}`
}

export type LearnerSort = { by: 'joined' | 'name' | 'progress' | 'seen'; isDescending: boolean }
/** The sorted value and the seat of the last row of a page. */
export type LearnerCursor = { value: string; enrolmentId: string }
type Page = { sort: LearnerSort; after: LearnerCursor | null; limit: number }

/** The id of a seat is in the order of time. */
const SORTED: Readonly<Record<LearnerSort['by'], { value: RawBuilder<unknown>; type: RawBuilder<unknown> }>> = {
  joined: { value: sql`e.id`, type: sql`uuid` },
  name: { value: sql`p.name`, type: sql`text` },
  progress: { value: sql`case when s.open = 0 then 0 else (s.done * 10000) / s.open end`, type: sql`int` },
  seen: { value: sql`coalesce(e.last_seen_on, '1970-01-01'::date)`, type: sql`date` },
}

export type LearnerRowColumns = {
  id: string
  person_id: string
  name: string
  email: string
  timezone_id: string | null
  course_code: string
  course_title: string
  cohort_code: string
  cohort_name: string
  cohort_starts_at: Date | null
  cohort_timezone_id: string
  cohort_state: 'announced' | 'open' | 'cancelled'
  state: 'unconfirmed' | 'active' | 'cancelled'
  cancel_reason: string | null
  frozen_at: Date | null
  access_ends_at: Date | null
  created_at: Date
  last_seen_on: string | null
  paused_at: Date | null
  order_id: string
  line_id: string
  order_number: number
  seat: number
  currency: string
  balance_due_at: Date | null
  payment: PaymentState
  sort_value: string
}

const COLUMNS = sql`e.id::text, e.person_id::text, p.name, p.email, p.timezone_id, k.course_code, c.title as course_title,
  e.cohort_code, k.name as cohort_name, k.state as cohort_state, k.starts_at as cohort_starts_at, k.timezone_id as cohort_timezone_id, e.state, e.cancel_reason, e.frozen_at, e.access_ends_at,
  e.created_at, e.last_seen_on, o.paused_at, e.order_id::text, l.id::text as line_id, o.number as order_number, e.seat::int, o.currency,
  o.balance_due_at, ${PAYMENT_STATE} as payment`

/**
 * Indexes: cohort_course and enrolment_joined for a course or the own ones; the primary key of enrolment, backwards, for
 * an admin without a course; person_words for a search; orders_balance and order_line_refunded for payments.
 */
export async function listLearnerRows(
  db: Db,
  scope: LearnerScope,
  filter: LearnerFilter,
  { sort, after, limit }: Page,
): Promise<LearnerRowColumns[]> {
  const { value, type } = SORTED[sort.by]
  const direction = sort.isDescending ? sql`desc` : sql`asc`
  const compared = sort.isDescending ? sql`<` : sql`>`
  const beyond = after
    ? sql`and (${value}, e.id) ${compared} (${after.value}::${type}, ${after.enrolmentId}::uuid)`
    : sql``
  const { rows } = await sql<LearnerRowColumns>`select ${COLUMNS}, (${value})::text as sort_value
    from ${FROM} join course c on c.course_code = k.course_code ${progressOf(scope)}
    ${buildWhere(scope, filter)} ${beyond}
    order by ${value} ${direction}, e.id ${direction} limit ${limit}`.execute(db)
  return rows
}

/** Counts at most `COUNT_LIMIT + 1`. Indexes: as listLearnerRows. */
export async function countLearners(db: Db, scope: LearnerScope, filter: LearnerFilter): Promise<number> {
  const progress = filter.behind ? progressOf(scope) : sql``
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${FROM} ${progress} ${buildWhere(scope, filter)} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** The ids of the seats, for the statement that chooses the recipients of a message. Indexes: as listLearnerRows. */
export function selectMatchingSeats(scope: LearnerScope, filter: LearnerFilter): RawBuilder<unknown> {
  const progress = filter.behind ? progressOf(scope) : sql``
  return sql`(select e.id from ${FROM} ${progress} ${buildWhere(scope, filter)})`
}

/** primary keys; one seat of a person in any state */
export async function findLearnerRow(db: Db, enrolmentId: string): Promise<LearnerRowColumns | undefined> {
  const { rows } = await sql<LearnerRowColumns>`select ${COLUMNS}, '' as sort_value
    from ${FROM} join course c on c.course_code = k.course_code where e.id = ${enrolmentId}`.execute(db)
  return rows[0]
}
