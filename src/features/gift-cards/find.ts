/** A gift card by its code. Unknown codes are counted together with unknown promo codes. Contract §2. */
import { type Money, money } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { giftCardAccount } from '#features/ledger/book.ts'
import { isFrozen, owedOn } from '#features/ledger/queries.ts'
import type { Deps } from '#http/deps.ts'
import { countGuess } from '#platform/limits.ts'
import { macsOf } from './issue.ts'
import { giftCardByMacs } from './queries.ts'

type Found = { id: string; balance: Money }

/** Three statements, by unique keys, beside the limit's. A frozen card is a good code: it is not counted as a guess. */
export async function findGiftCard(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  code: string,
  ip: string,
): Promise<Outcome<Found>> {
  const found = await countGuess(db, ip, async () => {
    const card = await giftCardByMacs(db, macsOf(secrets, code))
    return card ? accepted(card) : refused('GIFT_CARD_INVALID')
  })
  if (!found.ok) return found
  const { id, currency } = found.value
  const account = giftCardAccount(id)
  if (await isFrozen(db, account)) return refused('GIFT_CARD_FROZEN')
  return accepted({ id, balance: money(await owedOn(db, account), currency) })
}
