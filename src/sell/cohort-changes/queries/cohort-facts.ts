/** The statements that read what a change of dates or seats concerns. docs/contract §37. */
import { sql } from 'kysely'
import type { RefundFigures } from '#domain/orders/refund-policy.ts'
import type { RefundLine } from '#domain/orders/refund-terms.ts'
import type { ScheduleChange } from '#domain/schedule-change.ts'
import { listCohortChanges } from '#learn/live/queries/schedule-changes.ts'
import type { Tx } from '#platform/db/db.ts'

export type CohortFacts = {
  cohortCode: string
  courseCode: string
  deliveryType: 'live' | 'on-demand'
  /** Everybody can see it. */
  isPublic: boolean
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
type SessionFacts = { id: string; lessonId: string; startsAt: Date; isCancelled: boolean }

/** primary keys, cohort_session_time, schedule_change_cohort; null without such a cohort */
export async function readCohortFacts(tx: Tx, cohortCode: string): Promise<CohortFacts | null> {
  const cohort = await tx
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select(['cohort_code as cohortCode', 'course.course_code as courseCode', 'delivery_type as deliveryType'])
    .select(['cohort.state', 'capacity', 'taken', 'timezone_id as timezoneId', 'starts_at as startsAt'])
    .select(['ends_at as endsAt', 'enrol_closes_at as enrolClosesAt'])
    .select(sql<boolean>`published_at is not null and withdrawn_at is null`.as('isPublic'))
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  if (!cohort) return null
  const sessions = await tx
    .selectFrom('cohort_session')
    .select(['id', 'lesson_id as lessonId', 'starts_at as startsAt'])
    .select(sql<boolean>`cancelled_at is not null`.as('isCancelled'))
    .where('cohort_code', '=', cohortCode)
    .orderBy('starts_at')
    .execute()
  return { ...cohort, sessions, changes: await listCohortChanges(tx, cohortCode) }
}

export type PaidOrder = {
  id: string
  createdAt: Date
  completedAt: Date
  /** The refund rule of its sale. */
  figures: RefundFigures
  currency: string
  lines: RefundLine[]
  paidMinor: number
}

/** orders_course, then lines and payments by order; the complete orders of a cohort, with what was paid for each line */
export async function listPaidOrders(tx: Tx, cohortCode: string): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    select o.id, o.created_at as "createdAt", o.completed_at as "completedAt", o.currency,
      json_build_object('daysBefore', o.refund_days_before, 'latePercent', o.refund_late_percent,
        'daysAfter', o.refund_days_after) as figures,
      (select json_agg(json_build_object('id', l.id, 'amount', l.amount_minor, 'refunded', l.refunded_minor,
        'waived', l.waived_minor) order by l.position) from order_line l where l.order_id = o.id) as lines,
      (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = o.id and p.state = 'complete')::bigint
        as "paidMinor"
    from orders o where o.cohort_code = ${cohortCode} and o.state = 'complete'
      and exists (select from enrolment e where e.order_id = o.id and e.state in ('active', 'unconfirmed'))
    order by o.number`.execute(tx)
  return rows
}

/** orders_one_open, quote_expiry; those who are paying, and those who have a price in hand that no order uses */
export async function listCheckouts(tx: Tx, cohortCode: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where cohort_code = ${cohortCode} and state = 'open'
    union select q.id from quote q where q.cohort_code = ${cohortCode} and q.expires_at > now()
      and not exists (select from orders o where o.cohort_code = ${cohortCode} and o.quote_id = q.id)
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * lesson_release_lesson, module_release_lesson; the published lessons that open with a moved session, or by a number of
 * days after the first one
 */
export async function listMovedLessons(
  tx: Tx,
  courseCode: string,
  { movedLessonIds, isFirstMoved }: { movedLessonIds: readonly string[]; isFirstMoved: boolean },
): Promise<{ id: string; title: string }[]> {
  const isMoved = (table: 'l' | 'm') => sql<boolean>`(
    (${sql.ref(`${table}.release_rule`)} = 'with-session'
      and ${sql.ref(`${table}.release_lesson_id`)} = any(${[...movedLessonIds]}::uuid[]))
    or (${isFirstMoved} and ${sql.ref(`${table}.release_rule`)} = 'after-days'))`
  const { rows } = await sql<{ id: string; title: string }>`select l.id, l.title from lesson l
    join module m on m.id = l.module_id
    where l.course_code = ${courseCode} and l.state = 'published' and (${isMoved('l')} or ${isMoved('m')})
    order by m.position, l.position`.execute(tx)
  return rows
}
