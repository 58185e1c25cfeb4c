/** Requests the price of a free checkout again after the number of seats has changed. No React. */
import { browserClient, type Client } from '#http/client.ts'
import { paymentOptions } from '../../wire/quote.ts'
import type { CheckoutFriend, StoredEnrolment } from '../enrolment.ts'
import { createQuoteRequest } from '../quote-request.ts'

export type FreeQuoteResult =
  | { next: 'keep'; enrolment: StoredEnrolment }
  /** More seats cost money, for example because the code only covers one. */
  | { next: 'pay'; enrolment: StoredEnrolment }
  | { next: 'say'; message: string }

export async function requoteFree(
  { promoCode, isSignedIn }: { promoCode: string; isSignedIn: boolean },
  before: StoredEnrolment,
  friends: CheckoutFriend[],
  client: Client = browserClient(),
): Promise<FreeQuoteResult> {
  const { courseCode, offerCode, waitlistToken } = before
  const seats = friends.length + 1
  const body = createQuoteRequest({
    courseCode,
    offerCode,
    waitlistToken,
    seats,
    promoCode,
    countryCode: null,
    giftCardCode: '',
    credit: null,
  })
  const response = await client.call(paymentOptions, { body, auth: isSignedIn ? 'learner' : 'none' })
  if (response.error !== null)
    return { next: 'say', message: response.status === 0 ? CONNECTION_FAILED : response.error }
  const { quoteId, options } = response.data.data
  const enrolment = { ...before, friends, seats, quoteId }
  return { next: Number(options[0]?.total.amount) === 0 ? 'keep' : 'pay', enrolment }
}

const CONNECTION_FAILED = 'We couldn’t reach our server, so the number of seats is unchanged. Please try again.'
