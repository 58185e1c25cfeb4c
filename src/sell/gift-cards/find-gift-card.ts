/**
 * Finds a gift card by its code. Unknown codes count towards the same limit as unknown promo codes. docs/contract
 * §2.
 */
import { type Money, money } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { limitCodeGuesses } from '#platform/limits.ts'
import { getGiftCardAccountId } from '#sell/ledger/book.ts'
import { getOwedBalance, isFrozen } from '#sell/ledger/queries.ts'
import { getCodeMacs } from './issue-gift-card.ts'
import { findGiftCardByMacs } from './queries/gift-cards.ts'

type GiftCardResult = { id: string; balance: Money }

/**
 * Three statements by unique keys, plus the limit. A frozen card has a valid code, so it does not count as a failed
 * attempt.
 */
export async function findGiftCard(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  code: string,
  ip: string,
): Promise<Outcome<GiftCardResult>> {
  const result = await limitCodeGuesses(db, ip, async () => {
    const card = await findGiftCardByMacs(db, getCodeMacs(secrets, code))
    return card ? accepted(card) : refused('GIFT_CARD_INVALID')
  })
  if (!result.ok) return result
  const { id, currency } = result.value
  const account = getGiftCardAccountId(id)
  if (await isFrozen(db, account)) return refused('GIFT_CARD_FROZEN')
  return accepted({ id, balance: money(await getOwedBalance(db, account), currency) })
}
