/** What the button does: places the order, which holds the seat, then hands the card to the provider. */
import { attributionOf } from '#http/attribution.ts'
import type { Client, Credential } from '#http/client.ts'
import { callPayByCard, callPayByGiftCard, callPayOrder, callPurchaseGiftCard } from '../calls.ts'
import type { CheckoutBody } from '../wire.ts'
import type { Card } from './card.ts'
import { credentialFor, type Details, type Friend, keepCheckoutToken } from './enrolment.ts'
import { afterPlacing, type Booked, type Placed } from './outcomes.ts'
import { requote, seatsGone, startOver } from './requote.ts'
import { chosenOption, detailsOf, isCovered, keep, type Run, set, typed, wishOf } from './run.ts'
import type { Confirmed } from './sandbox-card.ts'
import type { OrderElsewhere } from './tabs.ts'
import { ask, declined, wait } from './wait.ts'

export type Form = Details & { terms: boolean; marketing: boolean }

const MOST_REPEATS = 10

/** @param card null where the provider's own form has it, and where a gift card pays all that is due now */
export async function submit(run: Run, form: Form, card: Card | null): Promise<void> {
  if (run.state.isBusy) return
  set(run, { isBusy: true, fields: {}, notice: null })
  typed(run, detailsOf(form))
  await place(run, form, card)
  set(run, { isBusy: false })
}

/** Answers what the bank asked in return. */
export async function answer(run: Run, challenge: 'accept' | 'refuse'): Promise<void> {
  const { view, isBusy } = run.state
  if (view.is !== 'challenge' || isBusy) return
  set(run, { isBusy: true })
  keep(run, { step: 'paying' })
  const send = () => run.world.answerChallenge(view.clientSecret, challenge)
  await heard(run, await send(), view.clientSecret, send)
  set(run, { isBusy: false })
}

/** The hold made longer, as far as the server goes along with it. */
export async function holdLonger(run: Run, form: Form): Promise<void> {
  if (run.state.isBusy || !run.state.enrolment.orderId) return
  set(run, { isBusy: true })
  const after = afterPlacing(await post(run, form))
  if (after.next === 'confirm') holdFor(run, after.placed)
  if (after.next === 'start-over') await startOver(run)
  if (after.next === 'say') set(run, { notice: { is: 'say', message: after.message } })
  set(run, { isBusy: false })
}

async function place(run: Run, form: Form, card: Card | null): Promise<void> {
  const answered = await run.world.inTurn(run.state.enrolment.courseCode, () => placeOnce(run, form))
  if (!answered) return wait(run)
  if (answered.status === 401) return loggedOut(run)
  const after = afterPlacing(answered)
  if (after.next === 'booked') return booked(run, after.booked)
  if (after.next === 'confirm') {
    const { clientSecret } = after.placed
    const send = () => run.world.confirmCard(clientSecret, card)
    return heard(run, await send(), clientSecret, send)
  }
  if (after.next === 'correct') return set(run, { fields: after.fields })
  if (after.next === 'look-again') return requote(run, after.quote, true)
  if (after.next === 'start-over') return over(run)
  if (after.next === 'gone' && after.why === 'SEATS_TAKEN') return seatsGone(run)
  if (after.next === 'gone') return set(run, { view: { is: 'gone', why: after.why } })
  if (after.next === 'enrolled') return set(run, { view: { is: 'enrolled' } })
  if (after.next === 'wait' && run.placed) return wait(run)
  set(run, { notice: { is: 'say', message: after.next === 'say' ? after.message : (answered.error ?? '') } })
}

/** Of a balance nothing is left then: somebody paid it meanwhile, and the receipt says so. */
function over(run: Run): void | Promise<void> {
  const { purpose, enrolment } = run.state
  return purpose === 'balance' ? run.world.arrived(enrolment.orderId ?? '') : startOver(run)
}

/** Null when another tab of this browser has the order already, which is then followed here. */
async function placeOnce(run: Run, form: Form) {
  const { courseCode, orderId } = run.state.enrolment
  const { purpose } = run.state
  // One person may buy two gift cards, each in a tab of its own.
  const elsewhere =
    orderId || purpose === 'gift-card' ? null : await run.world.orderElsewhere({ courseCode, email: form.email })
  if (elsewhere && 'clientKey' in elsewhere) keep(run, elsewhere)
  else if (elsewhere) {
    takeOver(run, elsewhere)
    if (elsewhere.step !== 'details') return null
  }
  const answered = purpose === 'purchase' || !orderId ? await post(run, form) : await postRest(run)
  const after = afterPlacing(answered)
  if (after.next === 'confirm') {
    holdFor(run, after.placed)
    // Kept before the next tab has its turn: it will ask.
    keep(run, { step: 'paying' })
  }
  return answered
}

function takeOver(run: Run, { orderId, checkoutToken, step }: OrderElsewhere): void {
  keepCheckoutToken(run.world.kept, checkoutToken)
  run.placed = { orderId, paymentId: null, wish: wishOf(run.state.enrolment, run.state.codes) }
  keep(run, { orderId, step })
}

/** Sends until somebody has an answer; the key says that it is one and the same wish. */
async function post(run: Run, form: Form) {
  if (run.state.purpose === 'gift-card') {
    // The page of gift cards has it already; whoever pays for a course does without.
    const { giftBodyOf } = await import('./gift.ts')
    return untilHeard(run, giftBodyOf(run, form), callPurchaseGiftCard)
  }
  return isCovered(run.state)
    ? untilHeard(run, bodyOf(run, form), callPayByGiftCard)
    : untilHeard(run, bodyOf(run, form), callPayByCard)
}

type Heard = { status: number; errorCode: string | null; retryAfterSeconds?: number }
type Call<Body, Reply> = (client: Client, body: Body, auth: Credential, idempotencyKey: string) => Promise<Reply>

async function untilHeard<Body, Reply extends Heard>(run: Run, body: Body, call: Call<Body, Reply>): Promise<Reply> {
  const auth = credential(run)
  const key = run.attempts.keyFor({ body, auth })
  for (let repeat = 1; ; repeat++) {
    const answered = await call(run.world.client, body, auth, key)
    run.attempts.answered(answered)
    if (answered.errorCode !== 'IDEMPOTENCY_IN_FLIGHT' || repeat === MOST_REPEATS) return answered
    await run.world.pause(1000 * (answered.retryAfterSeconds ?? 1))
  }
}

/** The order is there and has one payment under way at most: asked again, it is the same one. */
function postRest(run: Run) {
  const { client } = run.world
  return callPayOrder(client, run.state.enrolment.orderId ?? '', { paymentMethod: 'card' }, credential(run))
}

function credential({ state, world }: Run): Credential {
  if (state.enrolment.orderId) return credentialFor(world.kept, state.enrolment.orderId, world.now())
  return state.isSignedIn ? 'learner' : 'none'
}

function holdFor(run: Run, placed: Placed): void {
  keepCheckoutToken(run.world.kept, placed.checkoutToken)
  const wish = wishOf(run.state.enrolment, run.state.codes)
  run.placed = { orderId: placed.orderId, paymentId: placed.paymentId, wish }
  keep(run, { orderId: placed.orderId })
  set(run, { holdExpiresAt: placed.holdExpiresAt })
}

/** Nothing was left to charge: the order is complete already. */
function booked(run: Run, { orderId, checkoutToken }: Booked): void {
  keepCheckoutToken(run.world.kept, checkoutToken)
  keep(run, { orderId, step: 'done' })
  run.world.arrived(orderId)
}

/** What is unknown is sent again as soon as we can be reached: one secret is one payment. */
async function heard(
  run: Run,
  confirmed: Confirmed,
  clientSecret: string,
  send: () => Promise<Confirmed>,
): Promise<void> {
  run.resend = null
  if (confirmed.is === 'asks') {
    return set(run, { view: { is: 'challenge', clientSecret } })
  }
  if (confirmed.is === 'declined') {
    const told = await ask(run)
    return told?.after.next === 'receipt' ? wait(run) : declined(run, confirmed.failure)
  }
  if (confirmed.is === 'unknown') {
    run.resend = async () => {
      const again = await send()
      if (again.is === 'unknown') return false
      await heard(run, again, clientSecret, send)
      return true
    }
  }
  return wait(run)
}

function loggedOut(run: Run): void {
  keep(run, {})
  set(run, {
    isSignedIn: false,
    notice: {
      is: 'say',
      message: 'You were logged out. Log in again, or go on as a guest: what you typed is still here.',
    },
  })
}

function bodyOf({ state, world }: Run, form: Form): CheckoutBody {
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
