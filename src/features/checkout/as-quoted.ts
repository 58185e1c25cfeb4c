/** Whether an order is for what its quote was made for. What it leaves out is as it was quoted. */
import { macsOf } from '#features/gift-cards/issue.ts'
import { giftCardByMacs } from '#features/gift-cards/queries.ts'
import type { Deps } from '#http/deps.ts'
import { Code } from '#http/schemas.ts'
import type { liveQuote } from './queries/quotes.ts'
import type { CheckoutBody } from './wire.ts'

type Kept = NonNullable<Awaited<ReturnType<typeof liveQuote>>>

export async function isAsQuoted(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  quote: Kept,
  { seats, promoCode, giftCardCode, credit }: CheckoutBody,
  personId: string | null,
): Promise<boolean> {
  if (seats !== undefined && seats !== quote.seats) return false
  if (promoCode && Code.parse(promoCode) !== quote.promo_code) return false
  if (credit && quote.credit_person_id === null) return false
  // Credit is its owner's alone, whoever else learns the quote's id.
  if (quote.credit_person_id !== null && quote.credit_person_id !== personId) return false
  return !giftCardCode || (await giftCardByMacs(db, macsOf(secrets, giftCardCode)))?.id === quote.gift_card_id
}
