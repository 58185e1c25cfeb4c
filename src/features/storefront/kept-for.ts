/** How long a page that shows courses is true, and which courses' changes end it. Contract §7. */
import type { CourseCard, CourseDefinition } from '#features/catalog/wire.ts'

const LONGEST_SECONDS = 300

type Shown = CourseCard & Partial<Pick<CourseDefinition, 'cohorts' | 'deposit' | 'refundUntil'>>

/** Until the next moment at which one of the courses is told otherwise, five minutes at most. */
export function keptFor(now: Date, ...shown: Shown[][]): Record<string, string> {
  const courses = shown.flat()
  const left = courses
    .flatMap(momentsOf)
    .map((moment) => Math.ceil((Date.parse(moment) - now.getTime()) / 1000))
    .filter((seconds) => seconds > 0)
  const seconds = Math.min(LONGEST_SECONDS, ...left)
  return {
    'cache-control': `public, max-age=0, s-maxage=${seconds}`,
    'cache-tag': [...new Set(courses.map((course) => course.coursePrefixCode))].join(),
  }
}

/** Enrolment closes, a session starts or ends, a run begins or ends, a lower price or a deposit is no longer to be had. */
function momentsOf({ nextDate, cohorts = [], deposit, refundUntil, discountEndsAt }: Shown): string[] {
  return [
    nextDate?.enrolClosesAt,
    discountEndsAt,
    deposit?.dueAt,
    refundUntil,
    ...(nextDate?.sessions ?? []).flatMap((session) => [session.startsAt, session.endsAt]),
    ...cohorts.flatMap((cohort) => [cohort.startsAt, cohort.endsAt]),
  ].filter((moment) => typeof moment === 'string')
}
