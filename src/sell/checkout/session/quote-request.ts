import type { OrderCodes } from './checkout-session.ts'

type QuoteRequest = {
  courseCode: string
  offerCode: string
  countryCode: string | null
  seats: number
  waitlistToken: string | undefined
  /** The open order of this checkout keeps its seats and codes for the new one. */
  clientKey?: string | undefined
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
  clientKey,
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
    ...(clientKey && { clientKey }),
  }
}
