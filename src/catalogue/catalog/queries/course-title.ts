import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; null: no such course */
export async function getCourseTitle(db: Db | Tx, courseCode: string): Promise<string | null> {
  const row = await db.selectFrom('course').select('title').where('course_code', '=', courseCode).executeTakeFirst()
  return row?.title ?? null
}
