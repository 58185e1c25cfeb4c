/** Whether a person teaches a course. A teacher opens everything in the own courses and has no progress. */
import { type ActingPerson, listRoleCourses } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** The given courses that the person teaches. In an admin session, site admins teach every course. */
export async function listTaughtCourses(
  db: Db | Tx,
  member: ActingPerson,
  courseCodes: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await listRoleCourses(db, member, courseCodes))
}

/** For work outside a session, such as a job: only course roles make a teacher. */
export const asLearner = (personId: string): ActingPerson => ({ personId, audience: 'learner' })
