/** The words of the links that lead a learner on. */
import type { LearnerCourse, LearnerHome } from '../wire.ts'

type Course = Pick<LearnerCourse, 'startsAt' | 'progress'>
type Lesson = Pick<NonNullable<LearnerHome['learning']['continue']>, 'isStarted'>

/** Nothing was done in a course whose first session is ahead: it has not begun, and can only be looked at. */
function isBeforeStart({ startsAt, progress }: Course, now: number): boolean {
  return progress.percent === 0 && startsAt !== null && Date.parse(startsAt) > now
}

export function getCourseVerb(course: Course & Pick<LearnerCourse, 'access' | 'completedAt'>, now: number): string {
  if (course.access.isTeacher) return 'Open'
  if (course.completedAt) return 'Watch again'
  if (isBeforeStart(course, now)) return 'Look inside'
  return course.progress.percent > 0 ? 'Continue' : 'Start'
}

/** Above the lesson to go on with, and on its button. */
export function getLessonWords(
  { isStarted }: Lesson,
  course: Course | undefined,
  now: number,
): { label: string; verb: string } {
  if (isStarted) return { label: 'Continue', verb: 'Resume' }
  if (course && isBeforeStart(course, now)) return { label: 'Before the course begins', verb: 'Look inside' }
  return { label: course?.progress.percent === 0 ? 'Start with' : 'Next lesson', verb: 'Start' }
}
