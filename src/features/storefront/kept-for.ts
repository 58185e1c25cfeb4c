/** How long a page that shows courses is true, and which courses' changes end it. Contract §7. */
import type { CourseCard } from '#features/catalog/wire.ts'

const LONGEST_SECONDS = 300

/** Until the next moment at which one of the courses is told otherwise, five minutes at most. */
export function keptFor(
  now: Date,
  ...shown: Pick<CourseCard, 'coursePrefixCode' | 'changesAt'>[][]
): Record<string, string> {
  const courses = shown.flat()
  const left = courses.flatMap(({ changesAt }) =>
    changesAt === null ? [] : Math.ceil((Date.parse(changesAt) - now.getTime()) / 1000),
  )
  const seconds = Math.min(LONGEST_SECONDS, ...left.filter((one) => one > 0))
  return {
    'cache-control': `public, max-age=0, s-maxage=${seconds}`,
    'cache-tag': [...new Set(courses.map((course) => course.coursePrefixCode))].join(),
  }
}
