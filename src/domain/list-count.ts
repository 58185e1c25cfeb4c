/** Counts of long lists. A count stops after `COUNT_LIMIT` rows, so that its cost does not grow with the table. */

/** A query counts at most one row more, which means "more than a thousand". */
export const COUNT_LIMIT = 1_000

/** `1,000+` above the limit. */
export function formatListCount(count: number): string {
  return count > COUNT_LIMIT ? `${COUNT_LIMIT.toLocaleString('en-GB')}+` : count.toLocaleString('en-GB')
}
