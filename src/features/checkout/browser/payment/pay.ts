/** Submits the checkout: places the order, which holds the seats, then sends the card to the provider. */
import { getAttribution } from '#http/attribution.ts'
import type { AuthKind, Client } from '#http/client.ts'
import {
  callPayByCard,
  callPayByGiftCard,
  callPayByPaypal,
  callPayOrder,
  callPurchaseGiftCard,
} from '../../calls/pay.ts'
import type { Card } from '../../card/card.ts'
import type { CardConfirmation } from '../../card/sandbox-card.ts'
import type { CheckoutBody } from '../../wire.ts'
import type { OtherTabOrder } from '../answer-other-tabs.ts'
import {
  type CheckoutSession,
  changeCheckoutInput,
  getOrderInput,
  getSelectedOption,
  isCoveredByTender,
  pickDetails,
  updateEnrolment,
  updateState,
} from '../checkout-session.ts'
import { type ContactDetails, getOrderAccess, storeCheckoutToken } from '../enrolment.ts'
import { listNamedFriends } from '../group.ts'
import { applyQuote, handleSeatsTaken, startOver } from '../requote.ts'
import { type BookedOrder, getPlacementStep, type PlacedOrder } from './placement-steps.ts'
import { showDecline, startPolling, verifyPaymentStatus } from './poll-payment.ts'

export type CheckoutFormInput = ContactDetails & {
  terms: boolean
  marketing: boolean
  storeCard?: boolean
  keepCard?: boolean
  /** The saved card that the buyer chose. The server charges it, so the browser sends no card. */
  reusableCardId?: string | undefined
}

const MAX_ATTEMPTS = 10

/** @param card null when the provider's form holds the card, when a gift card covers the payment, and for PayPal */
export async function submitPayment(
  checkoutSession: CheckoutSession,
  form: CheckoutFormInput,
  card: Card | null,
  method: CheckoutSession['method'] = 'card',
): Promise<void> {
  if (checkoutSession.state.isBusy) return
  checkoutSession.method = method
  updateState(checkoutSession, { isBusy: true, fields: {}, notice: null })
  changeCheckoutInput(checkoutSession, pickDetails(form))
  await placeAndPay(checkoutSession, form, card)
  updateState(checkoutSession, { isBusy: false })
}

/** Answers the bank challenge. */
export async function answerBankChallenge(
  checkoutSession: CheckoutSession,
  challenge: 'accept' | 'refuse',
): Promise<void> {
  const { view, isBusy } = checkoutSession.state
  if (view.is !== 'challenge' || isBusy) return
  updateState(checkoutSession, { isBusy: true })
  updateEnrolment(checkoutSession, { step: 'paying' })
  const sendConfirmation = () => checkoutSession.deps.answerChallenge(view.clientSecret, challenge)
  await handleConfirmation(checkoutSession, await sendConfirmation(), view.clientSecret, sendConfirmation)
  updateState(checkoutSession, { isBusy: false })
}

/** Extends the hold, as far as the server allows. */
export async function extendCheckoutHold(checkoutSession: CheckoutSession, form: CheckoutFormInput): Promise<void> {
  if (checkoutSession.state.isBusy || !checkoutSession.state.enrolment.orderId) return
  updateState(checkoutSession, { isBusy: true })
  const nextStep = getPlacementStep(await postOrder(checkoutSession, form))
  if (nextStep.next === 'confirm') storePlacedOrder(checkoutSession, nextStep.placed)
  if (nextStep.next === 'start-over') await startOver(checkoutSession)
  if (nextStep.next === 'say') updateState(checkoutSession, { notice: { is: 'say', message: nextStep.message } })
  updateState(checkoutSession, { isBusy: false })
}

async function placeAndPay(
  checkoutSession: CheckoutSession,
  form: CheckoutFormInput,
  card: Card | null,
): Promise<void> {
  const response = await checkoutSession.deps.runExclusively(checkoutSession.state.enrolment.courseCode, () =>
    placeOrderOnce(checkoutSession, form),
  )
  if (!response) return startPolling(checkoutSession)
  if (response.status === 401) return handleLogOut(checkoutSession)
  const nextStep = getPlacementStep(response)
  if (nextStep.next === 'booked') return completeBooking(checkoutSession, nextStep.booked)
  if (nextStep.next === 'confirm') {
    const { placed } = nextStep
    if ('approvalUrl' in placed) return checkoutSession.deps.leaveTo(placed.approvalUrl)
    if (form.reusableCardId && checkoutSession.state.isSignedIn) return startPolling(checkoutSession)
    const { clientSecret } = placed
    const sendConfirmation = () => checkoutSession.deps.confirmCard(clientSecret, card)
    return handleConfirmation(checkoutSession, await sendConfirmation(), clientSecret, sendConfirmation)
  }
  if (nextStep.next === 'correct') return updateState(checkoutSession, { fields: nextStep.fields })
  if (nextStep.next === 'look-again') return applyQuote(checkoutSession, nextStep.quote, true)
  if (nextStep.next === 'start-over') return handleClosedOrder(checkoutSession)
  if (nextStep.next === 'gone' && nextStep.reason === 'SEATS_TAKEN') return handleSeatsTaken(checkoutSession)
  if (nextStep.next === 'gone') return updateState(checkoutSession, { view: { is: 'gone', reason: nextStep.reason } })
  if (nextStep.next === 'enrolled') return updateState(checkoutSession, { view: { is: 'enrolled' } })
  if (nextStep.next === 'wait' && checkoutSession.placedOrder) return startPolling(checkoutSession)
  const isCardGone = response.errorCode === 'SAVED_CARD_NOT_FOUND'
  updateState(checkoutSession, {
    notice: { is: 'say', message: nextStep.next === 'say' ? nextStep.message : (response.error ?? ''), isCardGone },
  })
}

/** A closed balance order was paid in the meantime, so the receipt is shown. */
function handleClosedOrder(checkoutSession: CheckoutSession): void | Promise<void> {
  const { purpose, enrolment } = checkoutSession.state
  return purpose === 'balance' ? checkoutSession.deps.onComplete(enrolment.orderId ?? '') : startOver(checkoutSession)
}

/** Returns null when another tab already has the order. This tab then polls that order. */
async function placeOrderOnce(checkoutSession: CheckoutSession, form: CheckoutFormInput) {
  const { courseCode, orderId } = checkoutSession.state.enrolment
  const { purpose } = checkoutSession.state
  // One person may buy two gift cards in two tabs.
  const otherTabOrder =
    orderId || purpose === 'gift-card'
      ? null
      : await checkoutSession.deps.findOrderInOtherTabs({ courseCode, email: form.email })
  if (otherTabOrder && 'clientKey' in otherTabOrder) updateEnrolment(checkoutSession, otherTabOrder)
  else if (otherTabOrder) {
    takeOverOrder(checkoutSession, otherTabOrder)
    if (otherTabOrder.step !== 'details') return null
  }
  const response =
    purpose === 'purchase' || !orderId
      ? await postOrder(checkoutSession, form)
      : await postBalancePayment(checkoutSession)
  const nextStep = getPlacementStep(response)
  if (nextStep.next === 'confirm') {
    storePlacedOrder(checkoutSession, nextStep.placed)
    // Stored before the lock is released, because the next tab reads it.
    updateEnrolment(checkoutSession, { step: 'paying' })
  }
  return response
}

function takeOverOrder(checkoutSession: CheckoutSession, { orderId, checkoutToken, step }: OtherTabOrder): void {
  storeCheckoutToken(checkoutSession.deps.storage, checkoutToken)
  checkoutSession.placedOrder = {
    orderId,
    paymentId: null,
    input: getOrderInput(checkoutSession.state.enrolment, checkoutSession.state.codes),
  }
  updateEnrolment(checkoutSession, { orderId, step })
}

/** Repeats the request while it is still running. The idempotency key keeps it one order. */
async function postOrder(checkoutSession: CheckoutSession, form: CheckoutFormInput) {
  if (checkoutSession.state.purpose === 'gift-card') {
    // Loaded only here, so that course checkouts do not download it.
    const { createGiftBody: giftBodyOf } = await import('../gift.ts')
    return sendUntilFinal(checkoutSession, giftBodyOf(checkoutSession, form), callPurchaseGiftCard)
  }
  const body = createCheckoutBody(checkoutSession, form)
  if (isCoveredByTender(checkoutSession.state)) return sendUntilFinal(checkoutSession, body, callPayByGiftCard)
  if (checkoutSession.method === 'paypal') return sendUntilFinal(checkoutSession, body, callPayByPaypal)
  const cardBody = addCardChoice(checkoutSession, body, form)
  // A saved card needs the log-in itself, and not the token of the order.
  const isForPerson = cardBody.reusableCardId || cardBody.consent?.keepCard
  return sendUntilFinal(checkoutSession, cardBody, callPayByCard, isForPerson ? 'learner' : undefined)
}

type RetryableResponse = { status: number; errorCode: string | null; retryAfterSeconds?: number }
type Call<Body, Reply> = (client: Client, body: Body, auth: AuthKind, idempotencyKey: string) => Promise<Reply>

async function sendUntilFinal<Body, Reply extends RetryableResponse>(
  checkoutSession: CheckoutSession,
  body: Body,
  call: Call<Body, Reply>,
  auth = getSessionAccess(checkoutSession),
): Promise<Reply> {
  const idempotencyKey = checkoutSession.idempotencyKeys.getKey({ body, auth })
  for (let attempt = 1; ; attempt++) {
    const response = await call(checkoutSession.deps.client, body, auth, idempotencyKey)
    checkoutSession.idempotencyKeys.handleResponse(response)
    if (response.errorCode !== 'IDEMPOTENCY_IN_FLIGHT' || attempt === MAX_ATTEMPTS) return response
    await checkoutSession.deps.pause(1000 * (response.retryAfterSeconds ?? 1))
  }
}

/** Only for a logged-in buyer: the saved card to pay with, or the consent to keep the card. */
function addCardChoice({ state }: CheckoutSession, body: CheckoutBody, form: CheckoutFormInput): CheckoutBody {
  if (!state.isSignedIn) return body
  if (form.reusableCardId) return { ...body, reusableCardId: form.reusableCardId }
  return form.keepCard ? { ...body, consent: { ...body.consent, keepCard: true } } : body
}

/** Needs no idempotency key: the order has at most one payment in progress, and a repeat returns it. */
function postBalancePayment(checkoutSession: CheckoutSession) {
  const { client } = checkoutSession.deps
  return callPayOrder(
    client,
    checkoutSession.state.enrolment.orderId ?? '',
    { paymentMethod: checkoutSession.method },
    getSessionAccess(checkoutSession),
  )
}

function getSessionAccess({ state, deps }: CheckoutSession): AuthKind {
  if (state.enrolment.orderId) return getOrderAccess(deps.storage, state.enrolment.orderId, deps.now())
  return state.isSignedIn ? 'learner' : 'none'
}

function storePlacedOrder(checkoutSession: CheckoutSession, placed: PlacedOrder): void {
  storeCheckoutToken(checkoutSession.deps.storage, placed.checkoutToken)
  const orderInput = getOrderInput(checkoutSession.state.enrolment, checkoutSession.state.codes)
  checkoutSession.placedOrder = { orderId: placed.orderId, paymentId: placed.paymentId, input: orderInput }
  updateEnrolment(checkoutSession, { orderId: placed.orderId })
  updateState(checkoutSession, { holdExpiresAt: placed.holdExpiresAt })
}

/** Nothing had to be charged, so the order is already complete. */
function completeBooking(checkoutSession: CheckoutSession, { orderId, checkoutToken }: BookedOrder): void {
  storeCheckoutToken(checkoutSession.deps.storage, checkoutToken)
  updateEnrolment(checkoutSession, { orderId, step: 'done' })
  checkoutSession.deps.onComplete(orderId)
}

/** An unknown result is sent again once the server is reachable. One client secret is one payment. */
async function handleConfirmation(
  checkoutSession: CheckoutSession,
  confirmation: CardConfirmation,
  clientSecret: string,
  sendConfirmation: () => Promise<CardConfirmation>,
): Promise<void> {
  checkoutSession.resend = null
  if (confirmation.is === 'asks') {
    return updateState(checkoutSession, { view: { is: 'challenge', clientSecret } })
  }
  if (confirmation.is === 'declined') {
    const paymentStatus = await verifyPaymentStatus(checkoutSession)
    return paymentStatus?.nextStep.next === 'receipt'
      ? startPolling(checkoutSession)
      : showDecline(checkoutSession, confirmation.failure)
  }
  if (confirmation.is === 'unknown') {
    checkoutSession.resend = async () => {
      const repeated = await sendConfirmation()
      if (repeated.is === 'unknown') return false
      await handleConfirmation(checkoutSession, repeated, clientSecret, sendConfirmation)
      return true
    }
  }
  return startPolling(checkoutSession)
}

function handleLogOut(checkoutSession: CheckoutSession): void {
  updateEnrolment(checkoutSession, {})
  updateState(checkoutSession, {
    isSignedIn: false,
    notice: {
      is: 'say',
      message: 'You were logged out. Log in again or continue as a guest: your details are still here.',
    },
  })
}

function createCheckoutBody({ state, deps }: CheckoutSession, form: CheckoutFormInput): CheckoutBody {
  const { enrolment, quote, codes, isSignedIn } = state
  const namedFriends = listNamedFriends(enrolment.friends)
  return {
    quoteId: quote.quoteId,
    courseCode: enrolment.courseCode,
    offerCode: enrolment.offerCode,
    ...(enrolment.orderId && { orderId: enrolment.orderId }),
    ...(enrolment.clientKey && { clientKey: enrolment.clientKey }),
    ...(enrolment.waitlistToken && { waitlistToken: enrolment.waitlistToken }),
    paymentType: getSelectedOption(state)?.paymentType ?? 'full',
    ...(!isSignedIn && { name: form.name.trim(), email: form.email.trim() }),
    ...(form.phoneNumber.trim() && { phoneNumber: form.phoneNumber.trim() }),
    timezoneId: deps.timezoneId,
    ...(deps.countryCode && { countryCode: deps.countryCode }),
    seats: enrolment.seats,
    ...(namedFriends.length > 0 && { friends: namedFriends }),
    ...(codes.promoCode && { promoCode: codes.promoCode }),
    ...(codes.giftCardCode && { giftCardCode: codes.giftCardCode }),
    ...(isSignedIn && codes.credit && { credit: codes.credit }),
    ...(quote.referral && !quote.referral.problem && { referralCode: quote.referral.code }),
    consent: { terms: form.terms, marketing: form.marketing, ...(form.storeCard && { storeCard: true }) },
    ...getAttribution(deps.storage.session),
  }
}
