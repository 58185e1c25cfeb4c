/** The lessons that the dates have opened so far, by which the list says who is behind. docs/contract §42. */

import { getCohortOpenings, type LessonRows, loadLessonRows } from '#learn/lessons/cohort-openings.ts'
import type { Db } from '#platform/db/db.ts'
import type { ReleasedLesson } from './queries/matching-learners.ts'
import { listCohortDates, listSessionsOfCohorts } from './queries/page-facts.ts'

const DAY_MS = 86_400_000
/** `getCohortOpenings` counts days after a seat from 1970. */
const YEAR_2000 = Date.UTC(2000, 0, 1)

/**
 * The required lessons. A live lesson counts once its session has started. What a learner has to do first (§11) is not
 * asked: a learner who is behind has not done it.
 */
export async function listReleasedLessons(
  db: Db,
  cohortCodes: readonly string[],
  now: Date,
): Promise<ReleasedLesson[]> {
  if (cohortCodes.length === 0) return []
  const [cohorts, sessions] = await Promise.all([
    listCohortDates(db, cohortCodes),
    listSessionsOfCohorts(db, cohortCodes),
  ])
  const lessons = Map.groupBy(
    await loadLessonRows(db, [...new Set(cohorts.map(({ course_code }) => course_code))]),
    ({ course_code }) => course_code,
  )
  const sessionsByCohort = Map.groupBy(sessions, ({ cohort_code }) => cohort_code)
  return cohorts.flatMap((cohort) =>
    listOfCohort(cohort, lessons.get(cohort.course_code) ?? [], sessionsByCohort.get(cohort.cohort_code) ?? [], now),
  )
}

type CohortRow = Awaited<ReturnType<typeof listCohortDates>>[number]
type SessionRows = Awaited<ReturnType<typeof listSessionsOfCohorts>>

function listOfCohort(cohort: CohortRow, lessons: LessonRows, sessions: SessionRows, now: Date): ReleasedLesson[] {
  const isLive = cohort.delivery_type === 'live'
  const byLesson = new Map(
    sessions.map((one) => [one.lesson_id, { startsAt: one.starts_at, isCancelled: one.cancelled_at !== null }]),
  )
  const openings = getCohortOpenings(lessons, {
    delivery: cohort.delivery_type,
    timezoneId: cohort.timezone_id,
    firstSessionAt: isLive ? cohort.starts_at : null,
    lastSessionEndsAt: isLive ? cohort.ends_at : null,
    sessions: byLesson,
  })
  const counted = new Map(lessons.filter(({ is_required }) => is_required).map(({ id, kind }) => [id, kind]))
  return openings.flatMap(({ lessonId, opensAt }): ReleasedLesson[] => {
    const kind = counted.get(lessonId)
    if (!kind || !opensAt) return []
    if (kind === 'live' && !isHeld(byLesson.get(lessonId), now)) return []
    const isRelative = !isLive && opensAt.getTime() > 0 && opensAt.getTime() < YEAR_2000
    if (isRelative)
      return [{ cohortCode: cohort.cohort_code, lessonId, afterDays: Math.ceil(opensAt.getTime() / DAY_MS) }]
    return opensAt <= now ? [{ cohortCode: cohort.cohort_code, lessonId, afterDays: null }] : []
  })
}

const isHeld = (session: { startsAt: Date; isCancelled: boolean } | undefined, now: Date): boolean =>
  session !== undefined && !session.isCancelled && session.startsAt <= now
