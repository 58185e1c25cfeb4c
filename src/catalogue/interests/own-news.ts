/** The news about courses that a logged-in person asked for, with the account's verified address. docs/contract §25. */

import { leaveInterest } from '#catalogue/leads/queries/interests.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { isOwnInterest, listOwnNewsRows } from './queries/own-news.ts'
import type { OwnNews } from './wire.ts'

export async function listOwnNews({ db }: Pick<Deps, 'db'>, personId: string): Promise<OwnNews[]> {
  const rows = await listOwnNewsRows(db, personId)
  return rows.map((row) => ({
    interestId: row.id,
    courseCode: row.course_code,
    title: row.title,
    kind: row.kind,
    state: row.confirmed_at ? 'on' : 'unconfirmed',
  }))
}

export function leaveOwnNews(deps: Deps, personId: string, interestId: string): Promise<Outcome<{ isOff: true }>> {
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<{ isOff: true }>> => {
    if (!(await isOwnInterest(tx, personId, interestId))) return refused('WAITING_NOT_FOUND')
    await leaveInterest(tx, interestId, deps.clock())
    return accepted({ isOff: true })
  })
}
