/** People with an account, credit and a log-in. */
import { sql } from 'kysely'
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { bookReward } from '#sell/ledger/credit.ts'
import type { Member } from './basket.ts'
import { createAccounts, logIn } from './learning/classroom.ts'

const CREDIT = money(10_000, 'USD')

export async function createMembers(deps: Deps, url: string, count: number): Promise<Member[]> {
  const accounts = await createAccounts(deps, count)
  const members: Member[] = []
  for (const account of accounts) {
    const { rows } = await sql<{ id: string }>`select id from person where email = ${account.email}`.execute(deps.db)
    await deps.db.transaction().execute((tx) => bookReward(tx, crypto.randomUUID(), rows[0]!.id, CREDIT))
    members.push({ email: account.email, address: account.address, token: await logIn(url, account) })
  }
  return members
}
