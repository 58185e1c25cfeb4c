/** How long a response about courses may be cached, and which changes drop it. docs/contract §7. */
import type { CacheRule } from '#http/handle.ts'
import { getLifetimeSeconds, type ShownCourse } from './cache-headers.ts'

/**
 * Null if a requested code is unknown or excluded: only a change of a known course is announced, so that a new course would
 * be missing for minutes.
 */
export function getCacheRule(
  now: Date,
  shown: readonly ShownCourse[],
  requestedCodes: readonly string[],
): CacheRule | null {
  if (shown.length < requestedCodes.length) return null
  return {
    seconds: getLifetimeSeconds(now, shown),
    tags: [...new Set(shown.map((course) => course.coursePrefixCode))],
  }
}

/** Exchange rates are announced as a change of all data, so that no tag is needed. */
export const RATE_CACHE_RULE: CacheRule = { seconds: 300, tags: [] }
