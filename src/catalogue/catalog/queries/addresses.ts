/** The statements that list every address of the catalogue. For a command. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type Address = { path: string; kind: 'course' | 'former' | 'creator'; courseCode: string | null }

/** Reads all courses and creators. */
export async function listAddresses(db: Db): Promise<Address[]> {
  const { rows } = await sql<Address>`
    select path, 'course' as kind, course_code as "courseCode" from course_page
    union all select path, 'former', course_code from course_redirect
    union all select '/' || slug, 'creator', null from creator
    order by path, kind, "courseCode"`.execute(db)
  return rows
}
