/** The statements that read what a change of dates or seats concerns. docs/contract §37. */
import { sql } from 'kysely'
import type { ScheduleChange } from '#domain/schedule-change.ts'
import { listCohortChanges } from '#learn/live/queries/schedule-changes.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Order } from '#sell/orders/queries/orders.ts'

export type CohortFacts = {
  cohortCode: string
  courseCode: string
  /** What teachers call it. May be empty. */
  name: string
  deliveryType: 'live' | 'on-demand'
  isPublished: boolean
  isWithdrawn: boolean
  state: 'announced' | 'open' | 'cancelled'
  capacity: number | null
  taken: number
  timezoneId: string
  startsAt: Date | null
  endsAt: Date | null
  /** Null: enrolment closes at the start. */
  enrolClosesAt: Date | null
  sessions: SessionFacts[]
  /** All changes of the dates so far, in the order in which they were made. */
  changes: ScheduleChange[]
}
type SessionFacts = { id: string; lessonId: string; startsAt: Date; endsAt: Date; isCancelled: boolean }

/** primary keys, cohort_session_time, schedule_change_cohort; null without such a cohort */
export async function readCohortFacts(tx: Tx, cohortCode: string): Promise<CohortFacts | null> {
  const cohort = await tx
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select([
      'cohort.name',
      'cohort_code as cohortCode',
      'course.course_code as courseCode',
      'delivery_type as deliveryType',
    ])
    .select(['cohort.state', 'capacity', 'taken', 'timezone_id as timezoneId', 'starts_at as startsAt'])
    .select(['ends_at as endsAt', 'enrol_closes_at as enrolClosesAt'])
    .select(sql<boolean>`published_at is not null`.as('isPublished'))
    .select(sql<boolean>`withdrawn_at is not null`.as('isWithdrawn'))
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  if (!cohort) return null
  const sessions = await tx
    .selectFrom('cohort_session')
    .select(['id', 'lesson_id as lessonId', 'starts_at as startsAt', 'ends_at as endsAt'])
    .select(sql<boolean>`cancelled_at is not null`.as('isCancelled'))
    .where('cohort_code', '=', cohortCode)
    .orderBy('starts_at')
    .execute()
  return { ...cohort, sessions, changes: await listCohortChanges(tx, cohortCode) }
}

/** enrolment_once; the complete orders with a seat in a cohort */
export function listCompleteOrders(tx: Tx, cohortCode: string): Promise<Order[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', (seats) =>
      seats
        .selectFrom('enrolment')
        .select('order_id')
        .where('cohort_code', '=', cohortCode)
        .where('state', '=', sql.lit('active')),
    )
    .where('state', '=', 'complete')
    .orderBy('number')
    .$castTo<Order>()
    .execute()
}

/** Ids. A price in hand is a quote that no order uses; one visitor may have several. */
export type Checkouts = { orders: string[]; prices: string[] }

/** orders_one_open, quote_expiry */
export async function listCheckouts(tx: Tx, cohortCode: string): Promise<Checkouts> {
  const { rows } = await sql<Checkouts>`select
    array(select id::text from orders where cohort_code = ${cohortCode} and state = 'open' order by 1) as orders,
    array(select q.id::text from quote q where q.cohort_code = ${cohortCode} and q.expires_at > now()
      and not exists (select from orders o where o.cohort_code = ${cohortCode} and o.quote_id = q.id)
      order by 1) as prices`.execute(tx)
  return rows[0]!
}
