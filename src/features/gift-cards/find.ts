/** A gift card by its code. Unknown codes are counted together with unknown promo codes. Contract §2. */
import { type Money, money } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { giftCardAccount } from '#features/ledger/book.ts'
import { owedOn } from '#features/ledger/queries.ts'
import type { Deps } from '#http/deps.ts'
import { countGuess } from '#platform/limits.ts'
import { macOf } from './issue.ts'
import { giftCardByMac } from './queries.ts'

type Found = { id: string; balance: Money }

/** Two statements, by unique keys, beside the limit's. */
export function findGiftCard(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  code: string,
  ip: string,
): Promise<Outcome<Found>> {
  return countGuess(db, ip, async () => {
    const card = await giftCardByMac(db, macOf(secrets, code))
    if (!card) return refused('GIFT_CARD_INVALID')
    const owed = await owedOn(db, giftCardAccount(card.id))
    return accepted({ id: card.id, balance: money(owed, card.currency) })
  })
}
