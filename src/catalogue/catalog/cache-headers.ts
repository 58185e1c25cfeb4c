/** Cache headers of what shows courses: the lifetime, and a tag for each course. docs/contract §7. */
import { CACHE_TAG_HEADER, SHELL_LIFETIME_HEADER } from '#http/page-policy.ts'
import type { CourseCard } from './wire.ts'

export type ShownCourse = Pick<CourseCard, 'coursePrefixCode' | 'changesAt'>

const MAX_CACHE_SECONDS = 300

/**
 * The headers of a public page. It is cached until the next scheduled change of one of the courses, for five minutes at
 * most.
 */
export function createCacheHeaders(now: Date, ...courseLists: ShownCourse[][]): Record<string, string> {
  const courses = courseLists.flat()
  return {
    'cache-control': `public, max-age=0, s-maxage=${getLifetimeSeconds(now, courses)}`,
    [CACHE_TAG_HEADER]: listTags(courses).join(),
  }
}

/** The headers of an app page whose shell shows courses. Only this process caches it. */
export function createShellHeaders(now: Date, ...courses: ShownCourse[]): Record<string, string> {
  return {
    [SHELL_LIFETIME_HEADER]: String(getLifetimeSeconds(now, courses)),
    [CACHE_TAG_HEADER]: listTags(courses).join(),
  }
}

/** The time until the next scheduled change of one of the courses, five minutes at most. */
export function getLifetimeSeconds(now: Date, courses: readonly Pick<CourseCard, 'changesAt'>[]): number {
  const untilChanges = courses.flatMap(({ changesAt }) =>
    changesAt === null ? [] : Math.ceil((Date.parse(changesAt) - now.getTime()) / 1000),
  )
  return Math.min(MAX_CACHE_SECONDS, ...untilChanges.filter((seconds) => seconds > 0))
}

function listTags(courses: readonly ShownCourse[]): string[] {
  return [...new Set(courses.map((course) => course.coursePrefixCode))]
}
