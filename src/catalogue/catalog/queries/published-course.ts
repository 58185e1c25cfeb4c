/** Writes the rows of a course that is published: texts, teachers and addresses. */
import { sql } from 'kysely'
import { deleteCourseAssets } from '#media/queries/assets.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { CourseRow } from '../catalogue-rows.ts'
import type { CourseDocument } from '../publish/course-document.ts'

/**
 * primary keys
 *
 * @param isNew the course has no rows yet
 */
export async function putCourse(tx: Tx, course_code: string, document: CourseDocument, isNew: boolean): Promise<void> {
  const { creators } = document.about
  const columns = toCourseColumns(document)
  await tx
    .insertInto('course')
    .values({ course_code, ...columns, published_at: sql`now()` })
    .onConflict((on) =>
      on.column('course_code').doUpdateSet({ ...columns, published_at: sql`coalesce(course.published_at, now())` }),
    )
    .execute()
  if (!isNew) await tx.deleteFrom('course_creator').where('course_code', '=', course_code).execute()
  await tx
    .insertInto('course_creator')
    .values(creators.map((creator_slug, position) => ({ course_code, creator_slug, position })))
    .execute()
  if (!isNew) await deletePages(tx, course_code, document.addresses.pages)
  await tx
    .insertInto('course_page')
    .values(document.addresses.pages.map((path, position) => ({ path, course_code, position })))
    .execute()
}

/** Addresses that the version drops lead to the course from now on. */
async function deletePages(tx: Tx, course_code: string, pages: readonly string[]): Promise<void> {
  const deleted = await tx.deleteFrom('course_page').where('course_code', '=', course_code).returning('path').execute()
  const dropped = deleted.filter(({ path }) => !pages.includes(path))
  if (dropped.length === 0) return
  await tx
    .insertInto('course_redirect')
    .values(dropped.map(({ path }) => ({ path, course_code })))
    .onConflict((on) => on.column('path').doUpdateSet({ course_code, since: sql`now()` }))
    .execute()
}

function toCourseColumns({ about, page, addresses, rules }: CourseDocument) {
  const { position, kind, deliveryType, title, listed, withdrawnAt, creators: _creators, ...texts } = about
  return {
    position,
    kind,
    title,
    listed,
    delivery_type: deliveryType,
    withdrawn_at: withdrawnAt === null ? null : new Date(withdrawnAt),
    definition: JSON.stringify({ ...texts, ...page, markets: addresses.markets }),
    access_days: rules.accessDays,
    completion: JSON.stringify(rules.completion),
    recording_counts: rules.recordingCounts,
    certificate: JSON.stringify(rules.certificate),
  }
}

export type NewCourse = {
  courseCode: string
  title: string
  kind: 'course' | 'workshop' | 'masterclass'
  deliveryType: 'live' | 'on-demand'
}

/**
 * Primary key. Inserts a draft at the end of the lists, which nobody but its teachers sees. False when the code is
 * taken: by a course, or by the versions of one that was removed.
 */
export async function insertDraftCourse(tx: Tx, course: NewCourse): Promise<boolean> {
  const { rows } = await sql<{ course_code: string }>`
    insert into course (course_code, position, kind, delivery_type, title, definition)
    select ${course.courseCode}, (select coalesce(max(position), 0) + 1 from course), ${course.kind}, ${course.deliveryType}, ${course.title}, '{}'
    where not exists (select from course_version where course_code = ${course.courseCode})
      and not exists (select from cohort where cohort_code = ${course.courseCode})
      and not exists (select from offer where offer_code = ${course.courseCode})
    on conflict (course_code) do nothing returning course_code`.execute(tx)
  return rows.length > 0
}

/** primary key */
export function getCourseLife(db: Db | Tx, courseCode: string) {
  return db
    .selectFrom('course')
    .select(['course_code', 'title', 'position', 'delivery_type', 'published_at', 'withdrawn_at'])
    .select(['refund_policy', 'has_group_discount'])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
}

/** Without its cohorts, which are gone. Its versions stay. */
export async function deleteCourse(tx: Tx, courseCode: string): Promise<void> {
  await tx.deleteFrom('lesson').where('course_code', '=', courseCode).execute()
  await deleteCourseAssets(tx, courseCode)
  await tx.deleteFrom('course').where('course_code', '=', courseCode).execute()
}

/** primary key; counts for orders from now on */
export async function putRefundPolicy(
  tx: Tx,
  { course_code, refund_policy }: Pick<CourseRow, 'course_code' | 'refund_policy'>,
): Promise<void> {
  await tx
    .updateTable('course')
    .set({ refund_policy })
    .where('course_code', '=', course_code)
    .where('refund_policy', '<>', refund_policy)
    .execute()
}

/** primary key; counts for quotes from now on */
export async function putGroupDiscount(
  tx: Tx,
  { course_code, has_group_discount }: Pick<CourseRow, 'course_code' | 'has_group_discount'>,
): Promise<void> {
  await tx
    .updateTable('course')
    .set({ has_group_discount })
    .where('course_code', '=', course_code)
    .where('has_group_discount', '<>', has_group_discount)
    .execute()
}
