/** Writes the day of a learner's last call in a course. */
import type { CourseAccess } from '#domain/learning/access.ts'
import type { Deps } from '#http/deps.ts'
import { writeLastSeen } from '#learn/enrolments/queries/access.ts'
import { type CourseFacts, getDecidingEnrolment } from './course-facts.ts'

/** At most one statement a day for each enrolment. A teacher has no enrolment. The day is UTC's. */
export async function noteLastSeen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  facts: Pick<CourseFacts, 'enrolments'>,
  access: CourseAccess,
): Promise<void> {
  const enrolment = getDecidingEnrolment(facts, access)
  const today = clock().toISOString().slice(0, 10)
  if (enrolment && enrolment.lastSeenOn !== today) await writeLastSeen(db, enrolment.enrolmentId, today)
}
