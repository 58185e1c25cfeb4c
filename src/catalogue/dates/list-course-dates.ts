/** All dates of a course, for its teachers. docs/contract §37. */
import { listLessonsForDates, listProLessons } from '#catalogue/drafts/live-lessons.ts'
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { listDatedCohorts, listDatedSessions } from './queries.ts'
import type { CourseDates } from './wire.ts'

export async function listCourseDates(
  deps: Deps,
  person: ActingPerson,
  courseCode: string,
): Promise<Outcome<CourseDates>> {
  const permitted = await requirePermission(deps.db, person, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const lessons = await listLessonsForDates(deps.db, courseCode, deps.clock())
  const proLessons = await listProLessons(deps.db, courseCode, deps.clock())
  if (!lessons || !proLessons) return refused('COURSE_NOT_FOUND')
  const sessions = Map.groupBy(await listDatedSessions(deps.db, courseCode), ({ cohortCode }) => cohortCode)
  const cohorts = (await listDatedCohorts(deps.db, courseCode)).map(({ priceMinor, currency, ...cohort }) => ({
    ...cohort,
    enrolClosesAt: cohort.enrolClosesAt?.toISOString() ?? null,
    price: priceMinor === null ? null : toWire(money(priceMinor, currency!)),
    sessions: (sessions.get(cohort.cohortCode) ?? []).map(({ cohortCode: _code, startsAt, endsAt, ...session }) => ({
      ...session,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
  }))
  return accepted({
    cohorts,
    lessons: lessons.map(({ title, minutes }) => ({ title, minutes })),
    proLessons: proLessons.map(({ key, title, minutes }) => ({ lessonKey: key, title, minutes })),
  })
}
