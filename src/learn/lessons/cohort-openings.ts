/** When the lessons of a course open for the learners of a cohort, apart from what each of them has completed. */
import { decideRelease, type ReleaseFacts } from '#domain/learning/release.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { isPlaced } from './course-facts.ts'
import { listModules, toLesson } from './load-course-facts.ts'
import { listCourseLessons } from './queries/course-facts.ts'

/** `opensAt` null: the cohort has no date for it yet. The past: it is open without a date. */
export type LessonOpening = { lessonId: string; title: string; opensAt: Date | null }
type CohortDates = Pick<ReleaseFacts, 'delivery' | 'timezoneId' | 'firstSessionAt' | 'lastSessionEndsAt' | 'sessions'>

const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Before every date, so that each one counts as ahead. */
const BEGINNING = new Date(0)

/** In course order, the published lessons. */
export async function listCohortOpenings(tx: Tx, courseCode: string, dates: CohortDates): Promise<LessonOpening[]> {
  return getCohortOpenings(await loadLessonRows(tx, [courseCode]), dates)
}

export type LessonRows = Awaited<ReturnType<typeof listCourseLessons>>

/** The lessons of courses without anybody's progress. */
export const loadLessonRows = (db: Db | Tx, courseCodes: readonly string[]): Promise<LessonRows> =>
  listCourseLessons(db, NOBODY, { codes: courseCodes })

/** @param rows of one course */
export function getCohortOpenings(rows: LessonRows, dates: CohortDates): LessonOpening[] {
  const modules = new Map(listModules(rows).map((module) => [module.moduleId, module]))
  const lessons = rows.map(toLesson).filter(isPlaced)
  const facts = { ...dates, lessons, enrolledAt: BEGINNING }
  return lessons.flatMap((lesson) => {
    const others = lessons.filter(({ lessonId }) => lessonId !== lesson.lessonId)
    const progress = { startedIds: new Set<string>(), completedIds: new Set(others.map(({ lessonId }) => lessonId)) }
    const release = decideRelease(lesson, modules.get(lesson.moduleId)!, facts, progress, BEGINNING)
    if (release.state !== 'open' && release.state !== 'closed') return []
    const opensAt = release.state === 'open' ? BEGINNING : release.opensAt
    return [{ lessonId: lesson.lessonId, title: lesson.title, opensAt }]
  })
}
