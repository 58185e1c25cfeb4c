/** What is sold, to whoever asks: cards, dates, whole courses, and the cohort and offer that a checkout means. Contract §4. */
import { nextCohort } from '#domain/course.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type CatalogCohort, loadCourses, offerOfRow, type PricedOffer, toCatalogCohort } from './courses.ts'
import { cardOf, dateOf, wholeOf } from './present.ts'
import { cohortsByCode, coursesByCodes, findCohortWithTitle, meetingsOf, offerOf, prefixAtPath } from './queries.ts'
import type { CourseCard, CourseDate, CourseDefinition } from './wire.ts'

type Needs = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'excludedCourseCodes' | 'groupTiers'> }

/** In asked order, without unknown codes. Times in `zone`, else in each class's own. */
export async function courseCards(
  { db, clock, config }: Needs,
  asked: { codes: readonly string[]; zone?: string | undefined; now?: Date },
): Promise<CourseCard[]> {
  const now = asked.now ?? clock()
  const courses = await loadCourses(db, asked.codes, now)
  return [...courses.values()]
    .filter((course) => isShown(config, course))
    .map((course) => cardOf(course, asked.zone, now))
}

/** By prefix code; by course code the same course with the dates of that run. */
export async function courseDefinition(
  { db, clock, config }: Needs,
  code: string,
  zone?: string,
): Promise<CourseDefinition | null> {
  const [course = null] = await courseDefinitions({ db, clock, config }, [code], zone)
  return course
}

/** In asked order, without unknown codes. */
export async function courseDefinitions(
  { db, clock, config }: Needs,
  codes: readonly string[],
  zone?: string,
): Promise<CourseDefinition[]> {
  const now = clock()
  const courses = [...(await loadCourses(db, codes, now)).values()].filter((course) => isShown(config, course))
  const meetings = await meetingsOf(
    db,
    courses.map(({ prefixCode }) => prefixCode),
  )
  return courses.map((course) => wholeOf(course, meetings, config.groupTiers, zone, now))
}

/** The facts about a cohort for an e-mail, in one statement. Null for unknown and excluded codes. */
export async function getCohortWithTitle({ db, config }: Pick<Needs, 'db' | 'config'>, courseCode: string) {
  const cohort = await findCohortWithTitle(db, courseCode)
  if (!cohort || !isShown(config, { prefixCode: cohort.prefix_code })) return null
  const { title, instructor, starts_at: startsAt, timezone_id: timezoneId } = cohort
  return { title, instructor: instructor ?? '', startsAt, timezoneId }
}

/** One entry for each code asked for; null where it is unknown, excluded or has nothing ahead. */
export async function nextDates(
  { db, clock, config }: Needs,
  codes: readonly string[],
  zone?: string,
): Promise<Record<string, CourseDate | null>> {
  const now = clock()
  const courses = await loadCourses(db, codes, now)
  return Object.fromEntries(
    codes.map((code) => {
      const course = courses.get(code)
      return [code, course && isShown(config, course) ? dateOf(course, zone, now) : null]
    }),
  )
}

/** How a course stands to visitors, by its prefix code or one of its course codes; null where there is none. */
export async function courseStanding(
  { db, config }: Pick<Needs, 'db' | 'config'>,
  code: string,
): Promise<{ prefixCode: string; isExcluded: boolean; isWithdrawn: boolean } | null> {
  if (config.excludedCourseCodes.includes(code)) return { prefixCode: code, isExcluded: true, isWithdrawn: false }
  const [course] = await coursesByCodes(db, [code])
  if (!course) return null
  const isExcluded = config.excludedCourseCodes.includes(course.prefix_code)
  return { prefixCode: course.prefix_code, isExcluded, isWithdrawn: course.withdrawn_at !== null }
}

/** The prefix code of the course whose page this is. */
export function courseAtPath({ db }: Pick<Deps, 'db'>, path: string): Promise<string | null> {
  return prefixAtPath(db, path)
}

/**
 * The cohort that a code means: a course or offer code its own; a prefix code the one that comes next, or, so that
 * a checkout can say that it is closed, the last one.
 */
export async function cohortForCode(db: Db | Tx, code: string, now: Date): Promise<CatalogCohort | null> {
  const cohorts = (await cohortsByCode(db, code)).map(toCatalogCohort)
  return cohorts.find((cohort) => cohort.courseCode === code) ?? nextCohort(cohorts, now) ?? cohorts.at(-1) ?? null
}

/** The offer by its code, where it is one of this cohort; the cohort's first without a code. Null too when it has expired. */
export async function offerFor(db: Db | Tx, courseCode: string, offerCode?: string): Promise<PricedOffer | null> {
  const row = await offerOf(db, courseCode, offerCode)
  return row ? offerOfRow(row) : null
}

function isShown(config: Needs['config'], course: { prefixCode: string }): boolean {
  return !config.excludedCourseCodes.includes(course.prefixCode)
}
