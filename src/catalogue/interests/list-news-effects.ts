/** The e-mails that dates cause which open or appear: their effect, before they are saved. docs/contract §25 and §37. */

import type { Deps } from '#http/deps.ts'
import type { Effect } from '#http/effects/change-with-effects.ts'
import type { Tx } from '#platform/db/db.ts'
import { listDueNotices } from './queries.ts'

const MOST = 5000

/** The requests for news that get an e-mail about a cohort as it is in this transaction. Sorted. */
export async function listPeopleForNews(deps: Deps, tx: Tx, cohortCode: string): Promise<string[]> {
  const now = deps.clock()
  const query = { now, closingUntil: now, excluded: deps.config.excludedCourseCodes, after: null, limit: MOST }
  const opened = await listDueNotices(tx, 'opened', { ...query, cohortCode })
  const dated = await listDueNotices(tx, 'dated', { ...query, cohortCode })
  return [...new Set([...opened, ...dated].map(({ interestId }) => interestId))].toSorted()
}

/** @param before those to whom news was due without the change */
export function createNewsEffect(before: readonly string[], after: readonly string[]): Effect[] {
  const ids = after.filter((id) => !before.includes(id))
  if (ids.length === 0) return []
  const people = ids.length === 1 ? '1 person who asked for news gets' : `${ids.length} people who asked for news get`
  return [{ code: 'news-sent', count: ids.length, ids, message: `${people} an e-mail about these dates.` }]
}
