/** Whether a person teaches a course. A teacher opens everything in the own courses and has no progress. */
import { listRoleCourses } from '#features/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** The given courses that the person teaches. Site admins are teachers of every course. */
export async function listTaughtCourses(
  db: Db | Tx,
  personId: string,
  courseCodes: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await listRoleCourses(db, personId, courseCodes))
}
