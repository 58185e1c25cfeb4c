/** Writes the completion of lessons and of courses. docs/contract §12. */
import { canSeeOutline } from '#domain/learning/access.ts'
import { type CourseCompletion, type LessonCompletedBy, nextCompletion } from '#domain/learning/completion.ts'
import type { Deps } from '#http/deps.ts'
import { issueCertificate } from '#learn/certificates/issue-certificate.ts'
import type { Tx } from '#platform/db/db.ts'
import { getAccess, getDecidingEnrolment, getProgressFacts } from './course-facts.ts'
import { asLearner } from './is-teacher.ts'
import { loadCourseFacts } from './load-course-facts.ts'
import { completeLesson, insertCompletion, lockLearner, startLessons } from './queries/progress.ts'

type CompletedLesson = { lessonId: string; completedBy: LessonCompletedBy }

/**
 * Completes lessons of one course, and the course if its rule holds now. The lessons are started before the person is
 * locked, as reports do, so that two calls cannot deadlock.
 */
export async function completeLessons(
  deps: Deps,
  tx: Tx,
  { personId, courseCode }: { personId: string; courseCode: string },
  lessons: readonly CompletedLesson[],
): Promise<void> {
  if (lessons.length === 0) return
  await startLessons(
    tx,
    personId,
    lessons.map(({ lessonId }) => lessonId),
  )
  await lockLearner(tx, personId)
  let isNew = false
  for (const { lessonId, completedBy } of lessons)
    isNew = (await completeLesson(tx, personId, lessonId, completedBy)) || isNew
  if (isNew) await checkCompletion(deps, tx, personId, courseCode)
}

/** The completion of a course that is not stored yet, if its rule holds now. */
export async function findDueCompletion(
  tx: Tx,
  personId: string,
  courseCode: string,
  now: Date,
): Promise<CourseCompletion | null> {
  const facts = await loadCourseFacts(tx, asLearner(personId), courseCode)
  if (!facts || facts.isTeacher || facts.completion) return null
  const access = getAccess(facts, now)
  if (!canSeeOutline(access.state)) return null
  const progress = getProgressFacts(facts, getDecidingEnrolment(facts, access))
  return nextCompletion(null, facts.course.completionRule, progress, now)
}

/**
 * Writes the completion of a course at the first moment when its rule holds. The caller has locked the learner, so that
 * the last of several parallel reports sees the others. A repeat changes nothing.
 */
export async function checkCompletion(deps: Deps, tx: Tx, personId: string, courseCode: string): Promise<void> {
  const completion = await findDueCompletion(tx, personId, courseCode, deps.clock())
  if (!completion) return
  const written = await insertCompletion(tx, { personId, courseCode, ...completion })
  if (written?.gives_certificate)
    await issueCertificate(deps, tx, { personId, courseCode, completedAt: completion.completedAt })
}
