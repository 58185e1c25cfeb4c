import type { OrderCodes } from './checkout-session.ts'

type QuoteRequest = {
  courseCode: string
  offerCode: string
  countryCode: string | null
  seats: number
  waitlistToken: string | undefined
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
  waitlistToken,
}: QuoteRequest) {
  return {
    courseCode,
    offerCode,
    seats,
    ...(promoCode && { promoCode }),
    ...(giftCardCode && { giftCardCode }),
    ...(credit && { credit }),
    ...(countryCode && { countryCode }),
    ...(waitlistToken && { waitlistToken }),
  }
}
