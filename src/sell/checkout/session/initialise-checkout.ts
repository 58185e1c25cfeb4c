/** Initialises a checkout: with a quote, with an open order of this tab or of the learner, or with a refusal. */

import type { AuthKind } from '#http/client.ts'
import { getReferral } from '#http/referral-code.ts'
import { hasSession } from '#people/accounts/session/session.ts'
import { type Profile, userProfile } from '#people/accounts/wire.ts'
import { type OrderView, readBuyerOrder } from '../wire/order.ts'
import { paymentOptions, type Quote } from '../wire/quote.ts'
import {
  type CheckoutEntryReady,
  type CheckoutNotice,
  type InitialiseCheckoutInput,
  type LinkFault,
  NO_CODES,
  pickChoices,
  pickDetails,
} from './checkout-session.ts'
import { createEnrolment, getOrderAccess, readOwnEnrolment, type StoredEnrolment } from './enrolment.ts'
import { createQuoteRequest } from './quote-request.ts'

export type CheckoutEntry =
  | CheckoutEntryReady
  | { is: 'gone'; reason: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { is: 'enrolled' }
  | { is: 'free'; quote: Quote; enrolment: StoredEnrolment; profile: Profile | null }
  | { is: 'no-card' }
  | { is: 'done'; orderId: string }
  | { is: 'receipt'; orderId: string }
  | { is: 'unknown' }
  | { is: 'unreachable'; message: string }

export async function initialiseCheckout(input: InitialiseCheckoutInput): Promise<CheckoutEntry> {
  const { client, storage, now, courseCode, offerCode } = input
  const profile = hasSession(storage)
    ? ((await client.call(userProfile, { auth: 'learner' })).data as Profile | null)
    : null
  const stored = readOwnEnrolment(storage, now, profile)
  const storedOffer = stored?.offerCode === offerCode ? stored : null
  if (storedOffer?.step === 'done' && storedOffer.orderId && !input.resume)
    return { is: 'done', orderId: storedOffer.orderId }

  const enrolment = applyProfile(
    storedOffer && storedOffer.step !== 'done'
      ? { ...storedOffer, intent: 'enrol' }
      : keepDetails(createEnrolment({ courseCode, offerCode }, null, now), stored),
    profile,
  )
  const order = await getOpenOrder(input, input.resume ?? enrolment.orderId)
  if (order?.status === 'complete')
    return input.resume && isPositive(order.totals.due)
      ? (await loadResumption()).startBalancePayment(enrolment, order, profile)
      : { is: 'receipt', orderId: order.orderId }
  if (order?.status === 'pending') return (await loadResumption()).resumePurchase(input, enrolment, order, profile)

  const firstQuote = await requestFirstQuote(input, enrolment, profile ? 'learner' : 'none')
  if (firstQuote.response.error !== null) return createRefusedEntry(firstQuote.response)
  const quote = firstQuote.response.data.data
  if (quote.isEnrolled) return { is: 'enrolled' }
  if (Number(quote.options[0]?.total.amount) === 0)
    return {
      is: 'free',
      quote,
      enrolment: { ...enrolment, ...firstQuote.party, quoteId: quote.quoteId, orderId: null, step: 'details' },
      profile,
    }
  if (!quote.options[0]?.paymentMethods.some((method) => method === 'card' || method === 'paypal'))
    return { is: 'no-card' }
  const notice: CheckoutNotice | null = enrolment.orderId ? { is: 'expired' } : null
  return {
    is: 'ready',
    start: {
      quote: quote,
      enrolment: {
        ...enrolment,
        ...firstQuote.party,
        ...(input.isDepositPreselected && { paymentType: 'deposit' as const }),
        quoteId: quote.quoteId,
        orderId: null,
        step: 'details',
      },
      codes: { ...NO_CODES, promoCode: firstQuote.promoCode },
      codeFaults: firstQuote.codeFaults,
      linkFaults: listLinkFaults(input, quote, firstQuote.codeFaults),
      holdExpiresAt: null,
      isSignedIn: profile !== null,
      notice,
    },
    profile,
  }
}

function listLinkFaults(
  { promoCode, isOfferEnded, isDepositPreselected }: InitialiseCheckoutInput,
  { options }: Quote,
  codeFaults: { promoCode?: string },
): LinkFault[] {
  const faults: LinkFault[] = []
  if (isOfferEnded) faults.push({ is: 'offer' })
  if (promoCode && codeFaults.promoCode) faults.push({ is: 'promo', code: promoCode })
  if (isDepositPreselected && !options.some(({ paymentType }) => paymentType === 'deposit'))
    faults.push({ is: 'deposit' })
  return faults
}

/** Keeps the details when the buyer changes cohorts. Friends are kept only within the same course. */
function keepDetails(newOne: StoredEnrolment, before: StoredEnrolment | null): StoredEnrolment {
  if (!before || before.step === 'done') return newOne
  const isSameCourse = getCoursePrefix(before.courseCode) === getCoursePrefix(newOne.courseCode)
  return { ...newOne, ...pickDetails(before), ...(isSameCourse && { seats: before.seats, friends: before.friends }) }
}

const getCoursePrefix = (courseCode: string): string => courseCode.split('-')[0] ?? ''

/**
 * Quotes the choices that this tab stored, with the promo code of the address. A refused code becomes a fault
 * of the code field. A group that no longer fits is reduced to one seat.
 */
async function requestFirstQuote(
  { client, storage, courseCode, offerCode, countryCode, promoCode }: InitialiseCheckoutInput,
  before: StoredEnrolment,
  auth: AuthKind,
) {
  const party = pickChoices(before)
  const { waitlistToken, clientKey } = before
  const requestQuote = (seats: number, code: string) =>
    client.call(paymentOptions, {
      body: createQuoteRequest({
        courseCode,
        offerCode,
        countryCode,
        seats,
        waitlistToken,
        clientKey,
        ...NO_CODES,
        ...getReferral(storage.session),
        promoCode: code,
      }),
      auth,
    })
  const code = promoCode ?? ''
  const response = await requestQuote(party.seats, code)
  if (response.errorCode === 'PROMO_INVALID') {
    const codeFaults = { promoCode: response.error }
    return { response: await requestQuote(party.seats, ''), party, promoCode: '', codeFaults }
  }
  if (response.errorCode === 'SEATS_TAKEN' && party.seats > 1)
    return {
      response: await requestQuote(1, code),
      party: { ...party, seats: 1, friends: [] },
      promoCode: code,
      codeFaults: {},
    }
  return { response: response, party, promoCode: code, codeFaults: {} }
}

const isPositive = ({ amount }: { amount: string }): boolean => Number(amount) > 0

/** Few buyers continue an order, so that its code is not in the first script. */
export const loadResumption = () => import('./resume-order.ts')

export async function getOpenOrder(
  { client, storage, now }: Pick<InitialiseCheckoutInput, 'client' | 'storage' | 'now'>,
  orderId: string | null,
): Promise<OrderView | null> {
  if (!orderId) return null
  // Loads during the request for the order. A failure is reported where the code is needed.
  void loadResumption().catch(() => undefined)
  const response = await client.call(readBuyerOrder, {
    params: { orderId },
    auth: getOrderAccess(storage, orderId, now),
  })
  return response.error === null ? response.data.data : null
}

export function applyProfile(enrolment: StoredEnrolment, profile: Profile | null): StoredEnrolment {
  if (!profile) return enrolment
  return {
    ...enrolment,
    personId: profile.user_id,
    email: profile.email,
    name: profile.name,
    phoneNumber: enrolment.phoneNumber || (profile.learner.phoneNumber ?? ''),
  }
}

function createRefusedEntry({ errorCode, error }: { errorCode: string | null; error: string }): CheckoutEntry {
  if (errorCode === 'SEATS_TAKEN' || errorCode === 'ENROLMENT_CLOSED') return { is: 'gone', reason: errorCode }
  if (errorCode === 'COURSE_NOT_FOUND' || errorCode === 'OFFER_NOT_FOUND') return { is: 'unknown' }
  return { is: 'unreachable', message: error }
}
