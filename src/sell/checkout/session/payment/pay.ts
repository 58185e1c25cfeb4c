/** Submits the checkout: places the order, which holds the seats, then sends the card to the provider. */
import type { StepUpResult } from '#http/browser/step-up.ts'
import type { AuthKind } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { payOrder } from '#sell/payments/wire/pay.ts'
import type { Card } from '../../card/card.ts'
import type { CardConfirmation } from '../../card/sandbox-card.ts'
import { purchaseGiftCard } from '../../wire/gift-card.ts'
import { payByPaypal } from '../../wire/paypal.ts'
import { payByCard, payByGiftCard } from '../../wire.ts'
import type { OtherTabOrder } from '../answer-other-tabs.ts'
import {
  type CheckoutSession,
  changeCheckoutInput,
  getOrderInput,
  isCoveredByTender,
  pickDetails,
  updateEnrolment,
  updateState,
} from '../checkout-session.ts'
import { getOrderAccess, storeCheckoutToken } from '../enrolment.ts'
import { applyQuote, handleSeatsTaken, startOver } from '../requote.ts'
import { addCardChoice, type CheckoutFormInput, createCheckoutBody, toPaypalBody } from './checkout-body.ts'
import { type BookedOrder, getPlacementStep, type HeldOrder, type PlacementResponse } from './placement-steps.ts'
import { showDecline, startPolling, verifyPaymentStatus } from './poll-payment.ts'
import { isLost, paysByReusableCard, repeatLostPlacement } from './reusable-card-charge.ts'

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
  const nextStep = getPlacementStep(await (await prepareOrder(checkoutSession, form))())
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
  const runInTurn = <Result>(work: () => Promise<Result>) =>
    checkoutSession.deps.runExclusively(checkoutSession.state.enrolment.courseCode, work)
  const placement = await runInTurn(() => placeOrderOnce(checkoutSession, form))
  if (!placement) return startPolling(checkoutSession)
  const { response, send } = placement
  if (paysByReusableCard(checkoutSession, form) && isLost(response))
    return repeatLostPlacement(
      checkoutSession,
      () => runInTurn(() => sendAndStore(checkoutSession, send)).then((repeated) => repeated.response),
      (repeated) => handlePlacement(checkoutSession, form, card, repeated),
    )
  return handlePlacement(checkoutSession, form, card, response)
}

async function handlePlacement(
  checkoutSession: CheckoutSession,
  form: CheckoutFormInput,
  card: Card | null,
  response: PlacementResponse,
): Promise<void> {
  if (response.status === 401) return handleLogOut(checkoutSession)
  const nextStep = getPlacementStep(response)
  if (nextStep.next === 'booked') return completeBooking(checkoutSession, nextStep.booked)
  if (nextStep.next === 'confirm') {
    const { placed } = nextStep
    if ('approvalUrl' in placed) return checkoutSession.deps.leaveTo(placed.approvalUrl)
    const isByReusableCard = paysByReusableCard(checkoutSession, form)
    updateEnrolment(checkoutSession, { reusableCardCharge: isByReusableCard ? 'sent' : undefined })
    if (isByReusableCard) {
      // An earlier card must not be sent again: its payment was cancelled.
      checkoutSession.resend = null
      return startPolling(checkoutSession)
    }
    const { clientSecret } = placed
    const sendConfirmation = () => checkoutSession.deps.confirmCard(clientSecret, card)
    return handleConfirmation(checkoutSession, await sendConfirmation(), clientSecret, sendConfirmation)
  }
  if (nextStep.next === 'confirm-owner') return confirmOwner(checkoutSession, form, card, nextStep.placed !== null)
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

/** Pays once the owner of the saved card or credit gave a proof. Held seats stay held, also if the dialog is closed. */
async function confirmOwner(
  checkoutSession: CheckoutSession,
  form: CheckoutFormInput,
  card: Card | null,
  isForCard: boolean,
): Promise<void> {
  const result = await new Promise<StepUpResult<ApiFailure>>((answer) =>
    updateState(checkoutSession, { ownerCheck: { answer } }),
  )
  updateState(checkoutSession, { ownerCheck: null })
  if (result === 'done') return placeAndPay(checkoutSession, form, card)
  const message = result ? result.error : isForCard ? UNCONFIRMED_CARD : UNCONFIRMED_CREDIT
  updateState(checkoutSession, { notice: { is: 'say', message } })
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
  const send =
    purpose === 'purchase' || !orderId
      ? await prepareOrder(checkoutSession, form)
      : () => postBalancePayment(checkoutSession)
  return sendAndStore(checkoutSession, send)
}

async function sendAndStore(checkoutSession: CheckoutSession, send: () => Promise<PlacementResponse>) {
  const response = await send()
  const nextStep = getPlacementStep(response)
  if (nextStep.next === 'confirm') {
    storePlacedOrder(checkoutSession, nextStep.placed)
    // Stored before the lock is released, because the next tab reads it.
    updateEnrolment(checkoutSession, { step: 'paying' })
  }
  if (nextStep.next === 'confirm-owner' && nextStep.placed) storePlacedOrder(checkoutSession, nextStep.placed)
  return { response, send }
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

/** Returns the request. Each repeat of it has the same body and idempotency key, so it is one order. */
async function prepareOrder(
  checkoutSession: CheckoutSession,
  form: CheckoutFormInput,
): Promise<() => Promise<PlacementResponse>> {
  const { client } = checkoutSession.deps
  if (checkoutSession.state.purpose === 'gift-card') {
    // Loaded only here, so that course checkouts do not download it.
    const { createGiftBody } = await import('../gift.ts')
    const giftBody = createGiftBody(checkoutSession, form)
    return prepareRequest(checkoutSession, giftBody, (sender) =>
      client.call(purchaseGiftCard, { body: giftBody, ...sender }),
    )
  }
  const body = createCheckoutBody(checkoutSession, form)
  if (isCoveredByTender(checkoutSession.state))
    return prepareRequest(checkoutSession, body, (sender) => client.call(payByGiftCard, { body, ...sender }))
  if (checkoutSession.method === 'paypal')
    return prepareRequest(checkoutSession, body, (sender) =>
      client.call(payByPaypal, { body: toPaypalBody(body), ...sender }),
    )
  const cardBody = addCardChoice(checkoutSession, body, form)
  // A saved card needs the log-in itself, and not the token of the order.
  const isForPerson = cardBody.reusableCardId || cardBody.consent?.keepCard
  return prepareRequest(
    checkoutSession,
    cardBody,
    (sender) => client.call(payByCard, { body: cardBody, ...sender }),
    isForPerson ? 'learner' : undefined,
  )
}

type RetryableResponse = { status: number; errorCode: string | null; retryAfterSeconds?: number }

/** Waits while the request is still running. */
function prepareRequest<Reply extends RetryableResponse>(
  checkoutSession: CheckoutSession,
  body: object,
  send: (sender: { auth: AuthKind; idempotencyKey: string }) => Promise<Reply>,
  auth = getSessionAccess(checkoutSession),
): () => Promise<Reply> {
  const idempotencyKey = checkoutSession.idempotencyKeys.getKey({ body, auth })
  return async () => {
    for (let attempt = 1; ; attempt++) {
      const response = await send({ auth, idempotencyKey })
      checkoutSession.idempotencyKeys.handleResponse(response)
      if (response.errorCode !== 'IDEMPOTENCY_IN_FLIGHT' || attempt === MAX_ATTEMPTS) return response
      await checkoutSession.deps.pause(1000 * (response.retryAfterSeconds ?? 1))
    }
  }
}

/** Needs no idempotency key: the order has at most one payment in progress, and a repeat returns it. */
function postBalancePayment(checkoutSession: CheckoutSession) {
  const { client } = checkoutSession.deps
  return client.call(payOrder, {
    params: { orderId: checkoutSession.state.enrolment.orderId ?? '' },
    body: { paymentMethod: checkoutSession.method },
    auth: getSessionAccess(checkoutSession),
  })
}

function getSessionAccess({ state, deps }: CheckoutSession): AuthKind {
  if (state.enrolment.orderId) return getOrderAccess(deps.storage, state.enrolment.orderId, deps.now())
  return state.isSignedIn ? 'learner' : 'none'
}

function storePlacedOrder(checkoutSession: CheckoutSession, placed: HeldOrder): void {
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
      message:
        checkoutSession.state.enrolment.reusableCardCharge === 'lost'
          ? LOGGED_OUT_UNKNOWN
          : 'You were logged out. Log in again or continue as a guest: your details are still here.',
    },
  })
}

const UNCONFIRMED_CREDIT =
  'You haven’t been charged. Press the button again to confirm that it’s you, or pay without your credit.'

const UNCONFIRMED_CARD =
  'Your saved card hasn’t been charged. Press the button again to confirm that it’s you, or pay another way.'

const LOGGED_OUT_UNKNOWN =
  'You were logged out, and we don’t know yet whether your saved card was charged. Please log in and look in your portal before you pay again.'
