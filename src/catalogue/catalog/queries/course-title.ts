import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; null: no such course */
export async function getCourseTitle(db: Db | Tx, courseCode: string): Promise<string | null> {
  const row = await db.selectFrom('course').select('title').where('course_code', '=', courseCode).executeTakeFirst()
  return row?.title ?? null
}

/** primary key, then unique (course_code, position) of course_page; how a course is taught, and its main address */
export function findCourseAddress(db: Db | Tx, courseCode: string) {
  return db
    .selectFrom('course')
    .leftJoin('course_page', 'course_page.course_code', 'course.course_code')
    .select(['course.delivery_type', 'course.published_at', 'course.refund_policy', 'course.has_group_discount'])
    .select('course_page.path')
    .where('course.course_code', '=', courseCode)
    .orderBy('course_page.position')
    .limit(1)
    .executeTakeFirst()
}
