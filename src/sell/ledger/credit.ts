/** Gives credit to a person, and takes it back. The database refuses a balance below zero. */
import { type Money, money, smaller } from '#domain/money/money.ts'
import type { Tx } from '#platform/db/db.ts'
import { bookTransaction, createLiabilityAccount, createSiteAccount, getCreditAccountId } from './book.ts'
import { lockOwedBalance } from './queries.ts'

/** Gives a reward as credit, once for each reference. */
export function bookReward(tx: Tx, reference: string, personId: string, amount: Money): Promise<void> {
  const account = createLiabilityAccount(getCreditAccountId(personId, amount.currency))
  return bookTransaction(tx, 'reward', reference, amount, createSiteAccount('promotion', amount), account)
}

/** Takes a reward back, once for each reference, as far as the balance allows. Returns the amount that was taken. */
export async function takeRewardBack(tx: Tx, reference: string, personId: string, amount: Money): Promise<Money> {
  const accountId = getCreditAccountId(personId, amount.currency)
  const taken = smaller(amount, money(await lockOwedBalance(tx, accountId), amount.currency))
  const account = createLiabilityAccount(accountId)
  await bookTransaction(tx, 'reward-reversed', reference, taken, account, createSiteAccount('promotion', taken))
  return taken
}
