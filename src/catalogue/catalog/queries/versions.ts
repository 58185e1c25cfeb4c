/** The statements of published versions. */

import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { CourseVersion } from '#platform/db/types.gen.ts'

/** One publication of a course at a time. Statements after it read what the one before has committed. */
export async function lockCourse(tx: Tx, courseCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('course'), hashtext(${courseCode}))`.execute(tx)
}

/** As `lockCourse`, in the order of the codes. */
export async function lockCourses(tx: Tx, courseCodes: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('course'), hashtext(code))
    from (select code from unnest(${[...courseCodes]}::text[]) as code order by code collate "C") as ordered`.execute(
    tx,
  )
}

/** primary keys; `isStored`: the course has its row, which an import may have removed since the last version */
export async function getLastVersion(
  tx: Tx,
  courseCode: string,
): Promise<{ number: number; document: unknown; isStored: boolean }> {
  const { rows } = await sql<{ number: number; document: unknown; is_stored: boolean }>`
    select coalesce(number, 0) as number, document, exists (select from course where course_code = ${courseCode}) as is_stored
    from (values (1)) as one left join
      (select number, document from course_version where course_code = ${courseCode} order by number desc limit 1) as last on true`.execute(
    tx,
  )
  const [row] = rows
  return { number: row!.number, document: row!.document, isStored: row!.is_stored }
}

export async function insertVersion(tx: Tx, version: Insertable<CourseVersion>): Promise<void> {
  await tx.insertInto('course_version').values(version).execute()
}

/** course: seq scan; course_version: primary key; without drafts */
export async function listUnversionedCourses(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('public_course as course')
    .select('course_code')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('course_version')
            .select('number')
            .whereRef('course_version.course_code', '=', 'course.course_code'),
        ),
      ),
    )
    .execute()
  return rows.map(({ course_code }) => course_code)
}
