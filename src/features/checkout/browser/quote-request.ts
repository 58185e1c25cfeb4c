import type { OrderCodes } from './checkout-session.ts'

type QuoteRequest = {
  courseCode: string
  offerCode: string
  countryCode: string | null
  seats: number
  waitlistToken: string | undefined
  /** The friend's code of the visit. */
  referralCode?: string | undefined
} & OrderCodes

/** Request body of a quote. */
export function createQuoteRequest({
  courseCode,
  offerCode,
  countryCode,
  seats,
  promoCode,
  giftCardCode,
  credit,
  referralCode,
  waitlistToken,
}: QuoteRequest) {
  return {
    courseCode,
    offerCode,
    seats,
    ...(promoCode && { promoCode }),
    ...(giftCardCode && { giftCardCode }),
    ...(credit && { credit }),
    ...(referralCode && { referralCode }),
    ...(countryCode && { countryCode }),
    ...(waitlistToken && { waitlistToken }),
  }
}
