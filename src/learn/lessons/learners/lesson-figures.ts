/** How far learners get in a lesson, for its teachers. Figures are of five learners or more. docs/contract §19. */
import {
  FIGURES_FROM_LEARNERS,
  getLengthSeconds,
  getMedianMinutes,
  getPlayedShares,
  parseMultirange,
} from '#domain/learning/watched.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { findLessonOfCourse, listStarters } from '../queries/learners.ts'
import type { LessonFiguresView } from '../wire/learners.ts'

export async function loadLessonFigures(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  { courseCode, lessonId }: { courseCode: string; lessonId: string },
): Promise<Outcome<LessonFiguresView>> {
  const permitted = await requirePermission(db, member, 'learner.list', courseCode)
  if (!permitted.ok) return permitted
  const lesson = await findLessonOfCourse(db, courseCode, lessonId)
  if (!lesson) return refused('LESSON_NOT_FOUND')
  const starters = await listStarters(db, courseCode, lessonId)
  const lengthSeconds = lesson.duration_ms === null ? null : getLengthSeconds(lesson.duration_ms)
  return accepted({
    lessonId,
    title: lesson.title,
    lengthSeconds,
    figures: starters.length < FIGURES_FROM_LEARNERS ? null : toFigures(starters, lengthSeconds),
  })
}

function toFigures(starters: Awaited<ReturnType<typeof listStarters>>, lengthSeconds: number | null) {
  const watched = starters.map(({ ranges }) => (ranges === null ? [] : parseMultirange(ranges)))
  return {
    started: starters.length,
    completed: starters.filter(({ completed_at }) => completed_at !== null).length,
    medianMinutes: lengthSeconds === null ? null : getMedianMinutes(watched),
    playedShares: lengthSeconds === null ? null : getPlayedShares(watched, lengthSeconds),
  }
}
