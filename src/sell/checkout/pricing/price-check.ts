/** Checks that an order matches its quote. A field that the order omits keeps its quoted value. */

import type { Deps } from '#http/deps.ts'
import { Code } from '#http/schemas.ts'
import { getCodeMacs } from '#sell/gift-cards/issue-gift-card.ts'
import { findGiftCardByMacs } from '#sell/gift-cards/queries/gift-cards.ts'
import type { getLiveQuote } from '../queries/quotes.ts'
import type { CheckoutBody } from '../wire.ts'
import { isNoCredit } from './promo-and-gift-card-codes.ts'

type StoredQuote = NonNullable<Awaited<ReturnType<typeof getLiveQuote>>>

/**
 * Whether another person asked for this price. Their page shows their name, so an order by it is not what its buyer
 * agreed to. A guest's price can be used after a log-in.
 */
export function isOfOtherPerson(quote: Pick<StoredQuote, 'person_id'>, personId: string | null): boolean {
  return quote.person_id !== null && personId !== null && quote.person_id !== personId
}

export async function isAsQuoted(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  quote: StoredQuote,
  { seats, promoCode, giftCardCode, credit, referralCode }: CheckoutBody,
  personId: string | null,
): Promise<boolean> {
  if (seats !== undefined && seats !== quote.seats) return false
  // A friend's code may be typed where promo codes are.
  if (promoCode && ![quote.promo_code, quote.referral_code].includes(Code.parse(promoCode))) return false
  if (referralCode && Code.parse(referralCode) !== quote.referral_code) return false
  if (credit && isNoCredit(credit) !== (quote.credit_person_id === null)) return false
  // Only its owner may use the credit, even if another person knows the quote's id.
  if (quote.credit_person_id !== null && quote.credit_person_id !== personId) return false
  return !giftCardCode || (await findGiftCardByMacs(db, getCodeMacs(secrets, giftCardCode)))?.id === quote.gift_card_id
}
