/** What the button does: places the order, which holds the seat, then hands the card to the provider. */
import { attributionOf } from '#http/attribution.ts'
import type { Client, Credential } from '#http/client.ts'
import { callPayByCard, callPayByGiftCard, callPayOrder, callPurchaseGiftCard } from '../calls.ts'
import type { CheckoutBody } from '../wire.ts'
import type { Card } from './card.ts'
import {
  type CheckoutSession,
  chosenOption,
  detailsOf,
  isCovered,
  keep,
  set,
  typed,
  wishOf,
} from './checkout-session.ts'
import { credentialFor, type Details, type Friend, keepCheckoutToken } from './enrolment.ts'
import { afterPlacing, type Booked, type Placed } from './outcomes.ts'
import { requote, seatsGone, startOver } from './requote.ts'
import type { Confirmed } from './sandbox-card.ts'
import type { OrderElsewhere } from './tabs.ts'
import { ask, declined, wait } from './wait.ts'

export type Form = Details & { terms: boolean; marketing: boolean }

const MOST_REPEATS = 10

/** @param card null where the provider's own form has it, and where a gift card pays all that is due now */
export async function submit(checkoutSession: CheckoutSession, form: Form, card: Card | null): Promise<void> {
  if (checkoutSession.state.isBusy) return
  set(checkoutSession, { isBusy: true, fields: {}, notice: null })
  typed(checkoutSession, detailsOf(form))
  await place(checkoutSession, form, card)
  set(checkoutSession, { isBusy: false })
}

/** Answers what the bank asked in return. */
export async function answer(checkoutSession: CheckoutSession, challenge: 'accept' | 'refuse'): Promise<void> {
  const { view, isBusy } = checkoutSession.state
  if (view.is !== 'challenge' || isBusy) return
  set(checkoutSession, { isBusy: true })
  keep(checkoutSession, { step: 'paying' })
  const send = () => checkoutSession.world.answerChallenge(view.clientSecret, challenge)
  await heard(checkoutSession, await send(), view.clientSecret, send)
  set(checkoutSession, { isBusy: false })
}

/** The hold made longer, as far as the server goes along with it. */
export async function holdLonger(checkoutSession: CheckoutSession, form: Form): Promise<void> {
  if (checkoutSession.state.isBusy || !checkoutSession.state.enrolment.orderId) return
  set(checkoutSession, { isBusy: true })
  const after = afterPlacing(await post(checkoutSession, form))
  if (after.next === 'confirm') holdFor(checkoutSession, after.placed)
  if (after.next === 'start-over') await startOver(checkoutSession)
  if (after.next === 'say') set(checkoutSession, { notice: { is: 'say', message: after.message } })
  set(checkoutSession, { isBusy: false })
}

async function place(checkoutSession: CheckoutSession, form: Form, card: Card | null): Promise<void> {
  const answered = await checkoutSession.world.inTurn(checkoutSession.state.enrolment.courseCode, () =>
    placeOnce(checkoutSession, form),
  )
  if (!answered) return wait(checkoutSession)
  if (answered.status === 401) return loggedOut(checkoutSession)
  const after = afterPlacing(answered)
  if (after.next === 'booked') return booked(checkoutSession, after.booked)
  if (after.next === 'confirm') {
    const { clientSecret } = after.placed
    const send = () => checkoutSession.world.confirmCard(clientSecret, card)
    return heard(checkoutSession, await send(), clientSecret, send)
  }
  if (after.next === 'correct') return set(checkoutSession, { fields: after.fields })
  if (after.next === 'look-again') return requote(checkoutSession, after.quote, true)
  if (after.next === 'start-over') return over(checkoutSession)
  if (after.next === 'gone' && after.why === 'SEATS_TAKEN') return seatsGone(checkoutSession)
  if (after.next === 'gone') return set(checkoutSession, { view: { is: 'gone', why: after.why } })
  if (after.next === 'enrolled') return set(checkoutSession, { view: { is: 'enrolled' } })
  if (after.next === 'wait' && checkoutSession.placed) return wait(checkoutSession)
  set(checkoutSession, {
    notice: { is: 'say', message: after.next === 'say' ? after.message : (answered.error ?? '') },
  })
}

/** Of a balance nothing is left then: somebody paid it meanwhile, and the receipt says so. */
function over(checkoutSession: CheckoutSession): void | Promise<void> {
  const { purpose, enrolment } = checkoutSession.state
  return purpose === 'balance' ? checkoutSession.world.arrived(enrolment.orderId ?? '') : startOver(checkoutSession)
}

/** Null when another tab of this browser has the order already, which is then followed here. */
async function placeOnce(checkoutSession: CheckoutSession, form: Form) {
  const { courseCode, orderId } = checkoutSession.state.enrolment
  const { purpose } = checkoutSession.state
  // One person may buy two gift cards, each in a tab of its own.
  const elsewhere =
    orderId || purpose === 'gift-card'
      ? null
      : await checkoutSession.world.orderElsewhere({ courseCode, email: form.email })
  if (elsewhere && 'clientKey' in elsewhere) keep(checkoutSession, elsewhere)
  else if (elsewhere) {
    takeOver(checkoutSession, elsewhere)
    if (elsewhere.step !== 'details') return null
  }
  const answered =
    purpose === 'purchase' || !orderId ? await post(checkoutSession, form) : await postRest(checkoutSession)
  const after = afterPlacing(answered)
  if (after.next === 'confirm') {
    holdFor(checkoutSession, after.placed)
    // Kept before the next tab has its turn: it will ask.
    keep(checkoutSession, { step: 'paying' })
  }
  return answered
}

function takeOver(checkoutSession: CheckoutSession, { orderId, checkoutToken, step }: OrderElsewhere): void {
  keepCheckoutToken(checkoutSession.world.kept, checkoutToken)
  checkoutSession.placed = {
    orderId,
    paymentId: null,
    wish: wishOf(checkoutSession.state.enrolment, checkoutSession.state.codes),
  }
  keep(checkoutSession, { orderId, step })
}

/** Sends until somebody has an answer; the key says that it is one and the same wish. */
async function post(checkoutSession: CheckoutSession, form: Form) {
  if (checkoutSession.state.purpose === 'gift-card') {
    // The page of gift cards has it already; whoever pays for a course does without.
    const { giftBodyOf } = await import('./gift.ts')
    return untilHeard(checkoutSession, giftBodyOf(checkoutSession, form), callPurchaseGiftCard)
  }
  return isCovered(checkoutSession.state)
    ? untilHeard(checkoutSession, bodyOf(checkoutSession, form), callPayByGiftCard)
    : untilHeard(checkoutSession, bodyOf(checkoutSession, form), callPayByCard)
}

type Heard = { status: number; errorCode: string | null; retryAfterSeconds?: number }
type Call<Body, Reply> = (client: Client, body: Body, auth: Credential, idempotencyKey: string) => Promise<Reply>

async function untilHeard<Body, Reply extends Heard>(
  checkoutSession: CheckoutSession,
  body: Body,
  call: Call<Body, Reply>,
): Promise<Reply> {
  const auth = credential(checkoutSession)
  const key = checkoutSession.attempts.keyFor({ body, auth })
  for (let repeat = 1; ; repeat++) {
    const answered = await call(checkoutSession.world.client, body, auth, key)
    checkoutSession.attempts.answered(answered)
    if (answered.errorCode !== 'IDEMPOTENCY_IN_FLIGHT' || repeat === MOST_REPEATS) return answered
    await checkoutSession.world.pause(1000 * (answered.retryAfterSeconds ?? 1))
  }
}

/** The order is there and has one payment under way at most: asked again, it is the same one. */
function postRest(checkoutSession: CheckoutSession) {
  const { client } = checkoutSession.world
  return callPayOrder(
    client,
    checkoutSession.state.enrolment.orderId ?? '',
    { paymentMethod: 'card' },
    credential(checkoutSession),
  )
}

function credential({ state, world }: CheckoutSession): Credential {
  if (state.enrolment.orderId) return credentialFor(world.kept, state.enrolment.orderId, world.now())
  return state.isSignedIn ? 'learner' : 'none'
}

function holdFor(checkoutSession: CheckoutSession, placed: Placed): void {
  keepCheckoutToken(checkoutSession.world.kept, placed.checkoutToken)
  const wish = wishOf(checkoutSession.state.enrolment, checkoutSession.state.codes)
  checkoutSession.placed = { orderId: placed.orderId, paymentId: placed.paymentId, wish }
  keep(checkoutSession, { orderId: placed.orderId })
  set(checkoutSession, { holdExpiresAt: placed.holdExpiresAt })
}

/** Nothing was left to charge: the order is complete already. */
function booked(checkoutSession: CheckoutSession, { orderId, checkoutToken }: Booked): void {
  keepCheckoutToken(checkoutSession.world.kept, checkoutToken)
  keep(checkoutSession, { orderId, step: 'done' })
  checkoutSession.world.arrived(orderId)
}

/** What is unknown is sent again as soon as we can be reached: one secret is one payment. */
async function heard(
  checkoutSession: CheckoutSession,
  confirmed: Confirmed,
  clientSecret: string,
  send: () => Promise<Confirmed>,
): Promise<void> {
  checkoutSession.resend = null
  if (confirmed.is === 'asks') {
    return set(checkoutSession, { view: { is: 'challenge', clientSecret } })
  }
  if (confirmed.is === 'declined') {
    const told = await ask(checkoutSession)
    return told?.after.next === 'receipt' ? wait(checkoutSession) : declined(checkoutSession, confirmed.failure)
  }
  if (confirmed.is === 'unknown') {
    checkoutSession.resend = async () => {
      const again = await send()
      if (again.is === 'unknown') return false
      await heard(checkoutSession, again, clientSecret, send)
      return true
    }
  }
  return wait(checkoutSession)
}

function loggedOut(checkoutSession: CheckoutSession): void {
  keep(checkoutSession, {})
  set(checkoutSession, {
    isSignedIn: false,
    notice: {
      is: 'say',
      message: 'You were logged out. Log in again, or go on as a guest: what you typed is still here.',
    },
  })
}

function bodyOf({ state, world }: CheckoutSession, form: Form): CheckoutBody {
  const { enrolment, quote, codes, isSignedIn } = state
  const named = namedOf(enrolment.friends)
  return {
    quoteId: quote.quoteId,
    courseCode: enrolment.courseCode,
    offerCode: enrolment.offerCode,
    ...(enrolment.orderId && { orderId: enrolment.orderId }),
    ...(enrolment.clientKey && { clientKey: enrolment.clientKey }),
    paymentType: chosenOption(state)?.paymentType ?? 'full',
    ...(!isSignedIn && { name: form.name.trim(), email: form.email.trim() }),
    ...(form.phoneNumber.trim() && { phoneNumber: form.phoneNumber.trim() }),
    timezoneId: world.timezoneId,
    ...(world.countryCode && { countryCode: world.countryCode }),
    seats: enrolment.seats,
    ...(named.length > 0 && { friends: named }),
    ...(codes.promoCode && { promoCode: codes.promoCode }),
    ...(codes.giftCardCode && { giftCardCode: codes.giftCardCode }),
    consent: { terms: form.terms, marketing: form.marketing },
    ...attributionOf(world.kept.session),
  }
}

/** Whoever has an address already; the others are named later. */
function namedOf(friends: Friend[]) {
  const trimmed = friends.map(({ name, email }) => ({ name: name.trim(), email: email.trim() }))
  return trimmed.filter(({ email }) => email).map(({ name, email }) => ({ email, ...(name && { name }) }))
}
