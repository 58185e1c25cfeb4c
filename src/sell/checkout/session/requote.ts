/** Requests the price again. A price never changes silently: the buyer sees a changed price before paying. */
import { toRuleKey } from '#domain/orders/refund-policy.ts'
import { getReferral } from '#http/referral-code.ts'
import { paymentOptions, type Quote } from '../wire/quote.ts'
import {
  type CheckoutSession,
  type CheckoutState,
  getOrderInput,
  getSelectedOption,
  type OrderCodes,
  type OrderInput,
  type TypedCodes,
  updateEnrolment,
  updateState,
} from './checkout-session.ts'
import type { OrderChoices } from './enrolment.ts'
import { createQuoteRequest } from './quote-request.ts'

/**
 * Requests the price of the same choices again: in another country, for another account, or after the quote expired.
 * If the buyer changes any of these meanwhile, the response is out of date, and that change has its own request.
 */
export async function refreshQuote(checkoutSession: CheckoutSession): Promise<void> {
  const priceInput = describePriceInput(checkoutSession)
  const response = await requestQuote(
    checkoutSession,
    getOrderInput(checkoutSession.state.enrolment, checkoutSession.state.codes),
  )
  if (priceInput !== describePriceInput(checkoutSession)) return
  if (response.error === null && response.data.data.isEnrolled)
    return updateState(checkoutSession, { view: { is: 'enrolled' } })
  if (response.error === null) return applyQuote(checkoutSession, response.data.data)
  if (response.errorCode === 'SEATS_TAKEN' || response.errorCode === 'ENROLMENT_CLOSED')
    return updateState(checkoutSession, { view: { is: 'gone', reason: response.errorCode } })
  if (response.errorCode === 'OFFER_NOT_FOUND')
    return updateState(checkoutSession, { notice: { is: 'say', message: response.error } })
  const codeField = getRefusedCode(response.errorCode)
  if (!codeField) return
  updateState(checkoutSession, {
    codes: { ...checkoutSession.state.codes, [codeField]: '' },
    codeFaults: { [codeField]: response.error },
  })
  await refreshQuote(checkoutSession)
}

/**
 * Requests the price of changed choices: seats, friends or codes. The shown price stays until the response, and
 * after a refusal. A later request replaces an earlier one.
 */
export async function changeChoices(
  checkoutSession: CheckoutSession,
  change: Partial<OrderChoices & OrderCodes>,
): Promise<void> {
  const { promoCode, giftCardCode, credit, ...choices } = change
  const codes = { ...checkoutSession.state.codes, ...dropUndefined({ promoCode, giftCardCode, credit }) }
  const quoteRound = ++checkoutSession.quoteRound
  const buyer = describeBuyer(checkoutSession)
  updateState(checkoutSession, { isQuoting: true, codeFaults: {}, notice: null })
  const response = await requestQuote(
    checkoutSession,
    getOrderInput({ ...checkoutSession.state.enrolment, ...choices }, codes),
  )
  if (quoteRound !== checkoutSession.quoteRound) return
  updateState(checkoutSession, { isQuoting: false })
  if (response.error !== null) return showRefusal(checkoutSession, response)
  const quote = response.data.data
  if (Number(quote.options[0]?.total.amount) === 0) {
    // The free checkout starts with the seats and friends of this one.
    updateEnrolment(checkoutSession, { ...choices, orderId: null })
    return checkoutSession.deps.onFree(codes.promoCode)
  }
  // A changed price needs a new order, also when the change is undone.
  checkoutSession.placedOrder = null
  updateEnrolment(checkoutSession, { ...choices, orderId: null, quoteId: quote.quoteId })
  updateState(checkoutSession, { codes, quote, holdExpiresAt: null })
  if (buyer !== describeBuyer(checkoutSession)) await refreshQuote(checkoutSession)
}

const describeBuyer = ({ deps, state }: CheckoutSession): string => JSON.stringify([deps.countryCode, state.isSignedIn])
const describePriceInput = (checkoutSession: CheckoutSession): string =>
  JSON.stringify([describeBuyer(checkoutSession), checkoutSession.state.enrolment.seats, checkoutSession.state.codes])

/** Handles seats that were taken during the submit. A group that is now too large keeps its list and gets a notice. */
export async function handleSeatsTaken(checkoutSession: CheckoutSession): Promise<void> {
  const response = await requestQuote(
    checkoutSession,
    getOrderInput(checkoutSession.state.enrolment, checkoutSession.state.codes),
  )
  const seatsLeft = response.errorCode === 'SEATS_TAKEN' ? getSeatsRemaining(response.data) : 0
  if (seatsLeft > 0) return updateState(checkoutSession, { notice: { is: 'few', seatsLeft: seatsLeft } })
  if (response.error === null)
    return updateState(checkoutSession, { notice: { is: 'say', message: SEAT_AVAILABLE_AGAIN } })
  updateState(checkoutSession, { view: { is: 'gone', reason: 'SEATS_TAKEN' } })
}

const SEAT_AVAILABLE_AGAIN = 'Your seat is available again. You haven’t been charged. Please try again.'

const getSeatsRemaining = (responseData: unknown): number =>
  (responseData as { data?: { seatsRemaining?: number } } | null)?.data?.seatsRemaining ?? 0

function showRefusal(
  checkoutSession: CheckoutSession,
  { errorCode, error, status }: { errorCode: string | null; error: string; status: number },
) {
  const codeField = getRefusedCode(errorCode)
  if (codeField) return updateState(checkoutSession, { codeFaults: { [codeField]: error } })
  if (errorCode === 'SEATS_TAKEN')
    return updateState(checkoutSession, {
      notice: { is: 'few', seatsLeft: checkoutSession.state.quote.seatsRemaining },
    })
  const message = status === 0 ? 'We couldn’t reach our server, so the price is unchanged. Please try again.' : error
  updateState(checkoutSession, { notice: { is: 'say', message } })
}

function getRefusedCode(errorCode: string | null): keyof TypedCodes | null {
  if (errorCode === 'PROMO_INVALID') return 'promoCode'
  return errorCode === 'GIFT_CARD_INVALID' || errorCode === 'GIFT_CARD_FROZEN' ? 'giftCardCode' : null
}

type Optional<Type> = { [Name in keyof Type]: Type[Name] | undefined }
const dropUndefined = (codes: Optional<OrderCodes>): Partial<OrderCodes> =>
  Object.fromEntries(Object.entries(codes).filter(([, codeField]) => codeField !== undefined))

/** Signed-in learners also learn that they are already enrolled. An expired session falls back to a guest quote. */
async function requestQuote(
  { state, deps: { client, countryCode, storage } }: CheckoutSession,
  orderInput: OrderInput,
) {
  const { courseCode, offerCode, waitlistToken, clientKey } = state.enrolment
  const request = {
    courseCode,
    offerCode,
    countryCode,
    waitlistToken,
    clientKey,
    ...orderInput,
    ...getReferral(storage.session),
  }
  const response = await client.call(paymentOptions, {
    body: createQuoteRequest(request),
    auth: state.isSignedIn ? 'learner' : 'none',
  })
  return response.status === 401
    ? client.call(paymentOptions, { body: createQuoteRequest({ ...request, credit: null }) })
    : response
}

const OTHER_RULE =
  'The refund rule changed while you were here. You haven’t been charged. Please read the rule and the price, and agree again.'

/** `wasSubmitted` shows the notice for an unchanged price too, because the buyer must submit again. */
export function applyQuote(checkoutSession: CheckoutSession, quote: Quote, wasSubmitted = false): void {
  const [before, after] = [getDueNow(checkoutSession.state), getDueNow({ ...checkoutSession.state, quote })]
  const { refund } = checkoutSession.state.quote ?? quote
  const isOtherRule = toRuleKey(refund) !== toRuleKey(quote.refund)
  updateEnrolment(checkoutSession, { quoteId: quote.quoteId })
  updateState(checkoutSession, {
    quote,
    ...((wasSubmitted || before !== after) && { notice: { is: 'price', before, after } }),
    ...(isOtherRule && { notice: { is: 'say', message: OTHER_RULE } }),
  })
}

/** The order is closed without a charge. Keeps the input for a new order. */
export async function startOver(checkoutSession: CheckoutSession): Promise<void> {
  checkoutSession.placedOrder = null
  updateEnrolment(checkoutSession, { orderId: null, step: 'details' })
  updateState(checkoutSession, { view: { is: 'form' }, holdExpiresAt: null, notice: null })
  if (checkoutSession.state.purpose === 'gift-card')
    return updateState(checkoutSession, {
      notice: { is: 'say', message: 'The time to pay ran out. You haven’t been charged. Please pay again.' },
    })
  await refreshQuote(checkoutSession)
  if (checkoutSession.state.view.is === 'form' && !checkoutSession.state.notice)
    updateState(checkoutSession, { notice: { is: 'expired' } })
}

/** Amount due today, shown on the button. */
function getDueNow(state: Pick<CheckoutState, 'quote' | 'enrolment'>): string {
  return getSelectedOption(state)?.dueNow.amount ?? '0'
}
