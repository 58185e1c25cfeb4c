/** The statements about changed dates. */
import { sql } from 'kysely'
import type { ScheduleChange } from '#domain/schedule-change.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** One round starts at a time. */
export async function lockAnnouncements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('schedule announcement'))`.execute(tx)
}

/** schedule_change_waiting */
export async function listWaitingChanges(tx: Tx): Promise<ScheduleChange[]> {
  const rows = await selectChanges(tx).where('announcement_id', 'is', null).execute()
  return rows.map(toChange)
}

/** schedule_change_waiting; every change that waits belongs to the new round */
export async function startAnnouncement(tx: Tx): Promise<void> {
  const { id } = await tx.insertInto('schedule_announcement').defaultValues().returning('id').executeTakeFirstOrThrow()
  await tx.updateTable('schedule_change').set({ announcement_id: id }).where('announcement_id', 'is', null).execute()
}

/** schedule_announcement_open */
export async function listOpenAnnouncements(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('schedule_announcement')
    .select('id')
    .where('completed_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** primary key */
export async function completeAnnouncement(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('schedule_announcement').set({ completed_at: now }).where('id', '=', id).execute()
}

/** schedule_change_announcement; in the order in which they were made */
export async function listAnnouncedChanges(db: Db, announcementId: string) {
  const rows = await selectChanges(db).where('announcement_id', '=', announcementId).execute()
  return rows.map((row) => ({ ...toChange(row), courseTitle: row.course_title }))
}

/** schedule_change_cohort; in the order in which they were made */
export async function listCohortChanges(db: Db | Tx, cohortCode: string): Promise<ScheduleChange[]> {
  const rows = await selectChanges(db).where('schedule_change.cohort_code', '=', cohortCode).execute()
  return rows.map(toChange)
}

/** index of enrolment by cohort; everybody with a seat in one of the cohorts. A seat without its person is the buyer's. */
export async function listSeatHolders(db: Db, cohortCodes: readonly string[]): Promise<string[]> {
  const rows = await selectSeats(db)
    .select('person.id')
    .distinct()
    .where('enrolment.cohort_code', '=', anyOf(cohortCodes))
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** index of enrolment by cohort; the seats whose access has not ended */
export function listOpenSeats(db: Db | Tx, cohortCodes: readonly string[], now: Date) {
  return selectOpenSeats(db, cohortCodes, now).execute()
}

/** The same for one person. The locks let no seat end before the transaction does. */
export function lockSeats(tx: Tx, personId: string, cohortCodes: readonly string[], now: Date) {
  return selectOpenSeats(tx, cohortCodes, now).where('person.id', '=', personId).forShare('enrolment').execute()
}

function selectOpenSeats(db: Db | Tx, cohortCodes: readonly string[], now: Date) {
  return selectSeats(db)
    .select(['enrolment.cohort_code', sql<Date>`coalesce(enrolment.moved_at, enrolment.created_at)`.as('created_at')])
    .select(['person.id as person_id', 'person.email', 'person.name', 'person.timezone_id'])
    .where('enrolment.cohort_code', '=', anyOf(cohortCodes))
    .where((is) => is.or([is('enrolment.access_ends_at', 'is', null), is('enrolment.access_ends_at', '>', now)]))
}

function selectSeats(db: Db | Tx) {
  return db
    .selectFrom('enrolment')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .innerJoin('person', (join) =>
      join.on('person.id', '=', sql<string>`coalesce(enrolment.person_id, orders.person_id)`),
    )
    .where('enrolment.state', '=', 'active')
    .where('person.deleted_at', 'is', null)
}

function selectChanges(db: Db | Tx) {
  return db
    .selectFrom('schedule_change')
    .innerJoin('cohort', 'cohort.cohort_code', 'schedule_change.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .selectAll('schedule_change')
    .select('course.title as course_title')
    .orderBy('schedule_change.id')
}
type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number]

function toChange(row: ChangeRow): ScheduleChange {
  return {
    cohortCode: row.cohort_code,
    lessonId: row.lesson_id,
    title: row.title,
    timezoneId: row.timezone_id,
    before: toTimes(row.old_starts_at, row.old_ends_at),
    after: toTimes(row.new_starts_at, row.new_ends_at),
    changedAt: row.changed_at,
  }
}

function toTimes(startsAt: Date | null, endsAt: Date | null): ScheduleChange['after'] {
  return startsAt && endsAt && { startsAt, endsAt }
}
