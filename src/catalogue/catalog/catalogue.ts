/** The public catalogue: cards, dates and course definitions. docs/contract §4. */
import type { Deps } from '#http/deps.ts'
import { type Site, toOfferedCard, toOfferedCourse } from './awaits-payments.ts'
import type { ShownCourse } from './cache-headers.ts'
import { loadCardCourses, loadCourses } from './courses.ts'
import { toShownCourse } from './next-change.ts'
import { toCourseCard, toCourseDefinition } from './present.ts'
import { findCohortWithTitle, findCourseCodeByPath, listCoursesByCodes, listMeetings } from './queries.ts'
import type { CourseCard, CourseDate, CourseDefinition } from './wire.ts'

type CatalogueDependencies = Pick<Deps, 'db' | 'clock'> &
  Site & {
    config: Pick<Deps['config'], 'excludedCourseCodes' | 'groupTiers'>
  }

/** In the requested order, without unknown codes. Times are in `zone`, else in the zone of each cohort. */
export async function listCourseCards(
  { db, clock, config, gateways }: CatalogueDependencies,
  query: { codes: readonly string[]; zone?: string | undefined; now?: Date },
): Promise<CourseCard[]> {
  const now = query.now ?? clock()
  const courses = await loadCardCourses(db, query.codes, now)
  return [...courses.values()]
    .filter((course) => isShown(config, course))
    .map((course) => toOfferedCard({ gateways }, toCourseCard(course, query.zone, now)))
}

/** By course code; by cohort code the same course with the dates of that cohort. */
export async function getCourseDefinition(
  deps: CatalogueDependencies,
  code: string,
  zone?: string,
): Promise<CourseDefinition | null> {
  return (await getCourseDefinitions(deps, [code], zone)).get(code) ?? null
}

/** By requested code, in the requested order, without unknown codes. */
export async function getCourseDefinitions(
  { db, clock, config, gateways }: CatalogueDependencies,
  codes: readonly string[],
  zone?: string,
): Promise<Map<string, CourseDefinition>> {
  const now = clock()
  const courses = [...(await loadCourses(db, codes, now))].filter(([, course]) => isShown(config, course))
  const meetings = await listMeetings(
    db,
    courses.map(([, { courseCode }]) => courseCode),
  )
  return new Map(
    courses.map(([code, course]) => [
      code,
      toOfferedCourse({ gateways }, toCourseDefinition(course, meetings, config.groupTiers, zone, now)),
    ]),
  )
}

/** The details of a cohort for an e-mail, in one statement. Null for unknown and excluded codes. */
export async function getCohortWithTitle(
  { db, config }: Pick<CatalogueDependencies, 'db' | 'config'>,
  cohortCode: string,
) {
  const cohort = await findCohortWithTitle(db, cohortCode)
  if (!cohort || !isShown(config, { courseCode: cohort.course_code })) return null
  const { course_code: courseCode, title, instructor, starts_at: startsAt, timezone_id: timezoneId } = cohort
  return { courseCode, title, instructor: instructor ?? '', startsAt, timezoneId }
}

/** One date for each requested code; null when it is unknown, excluded or has no upcoming dates. */
export async function listNextDates(
  { db, clock, config, gateways }: CatalogueDependencies,
  codes: readonly string[],
  zone?: string,
): Promise<{ dates: Record<string, CourseDate | null>; shown: ShownCourse[] }> {
  const now = clock()
  const courses = [...(await loadCardCourses(db, codes, now))].filter(([, course]) => isShown(config, course))
  const dates = Object.fromEntries(codes.map((code): [string, CourseDate | null] => [code, null]))
  for (const [code, course] of courses)
    dates[code] = toOfferedCard({ gateways }, toCourseCard(course, zone, now)).nextDate
  return { dates, shown: courses.map(([, course]) => toShownCourse(course, now)) }
}

/** Whether a course is excluded or withdrawn, by its course code or a cohort code; null when there is none. */
export async function getCourseAvailability(
  { db, config }: Pick<CatalogueDependencies, 'db' | 'config'>,
  code: string,
): Promise<{ courseCode: string; isExcluded: boolean; isWithdrawn: boolean } | null> {
  if (config.excludedCourseCodes.includes(code)) return { courseCode: code, isExcluded: true, isWithdrawn: false }
  const [course] = await listCoursesByCodes(db, [code])
  if (!course) return null
  const isExcluded = config.excludedCourseCodes.includes(course.course_code)
  return { courseCode: course.course_code, isExcluded, isWithdrawn: course.withdrawn_at !== null }
}

/** The course code of the course with this page. */
export function getCourseCodeAtPath({ db }: Pick<Deps, 'db'>, path: string): Promise<string | null> {
  return findCourseCodeByPath(db, path)
}

function isShown(config: CatalogueDependencies['config'], course: { courseCode: string }): boolean {
  return !config.excludedCourseCodes.includes(course.courseCode)
}
