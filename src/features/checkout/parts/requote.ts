/** The price asked again. It is never changed in silence: who has pressed the button sees the new one first. */
import { callPaymentOptions } from '../calls.ts'
import type { Quote } from '../wire/quote.ts'
import {
  type CheckoutSession,
  type Codes,
  chosenOption,
  keep,
  type State,
  set,
  type Wish,
  wishOf,
} from './checkout-session.ts'
import type { Choices } from './enrolment.ts'

export async function lookAgain(checkoutSession: CheckoutSession): Promise<void> {
  const answer = await askPrice(checkoutSession, wishOf(checkoutSession.state.enrolment, checkoutSession.state.codes))
  if (answer.error === null && answer.data.data.isEnrolled) return set(checkoutSession, { view: { is: 'enrolled' } })
  if (answer.error === null) return requote(checkoutSession, answer.data.data)
  if (answer.errorCode === 'SEATS_TAKEN' || answer.errorCode === 'ENROLMENT_CLOSED')
    return set(checkoutSession, { view: { is: 'gone', why: answer.errorCode } })
  const code = codeRefusedBy(answer.errorCode)
  if (!code) return
  set(checkoutSession, { codes: { ...checkoutSession.state.codes, [code]: '' }, codeFaults: { [code]: answer.error } })
  await lookAgain(checkoutSession)
}

/**
 * The price of another wish: more seats, a code, one less. What was shown stays until the answer is here, and
 * stays if it is no. A later question takes over from an earlier one.
 */
export async function choose(checkoutSession: CheckoutSession, change: Partial<Choices & Codes>): Promise<void> {
  const { promoCode, giftCardCode, ...choices } = change
  const codes = { ...checkoutSession.state.codes, ...given({ promoCode, giftCardCode }) }
  const round = ++checkoutSession.asking
  set(checkoutSession, { isAsking: true, codeFaults: {}, notice: null })
  const answer = await askPrice(checkoutSession, wishOf({ ...checkoutSession.state.enrolment, ...choices }, codes))
  if (round !== checkoutSession.asking) return
  set(checkoutSession, { isAsking: false })
  if (answer.error !== null) return refuse(checkoutSession, answer)
  const quote = answer.data.data
  if (Number(quote.options[0]?.total.amount) === 0) return nothingToPay(checkoutSession, quote, codes)
  // Another price is another order, also on the way back: the one before had a price of its own.
  checkoutSession.placed = null
  keep(checkoutSession, { ...choices, orderId: null, quoteId: quote.quoteId })
  set(checkoutSession, { codes, quote, holdExpiresAt: null })
}

/** A code that takes everything off: the page without a card is next. It books one seat. */
function nothingToPay(checkoutSession: CheckoutSession, { seats }: Quote, { promoCode }: Codes): void {
  if (seats === 1) checkoutSession.world.free(promoCode)
  else
    set(checkoutSession, {
      notice: { is: 'say', message: 'This would make it free, and free seats are booked one at a time.' },
    })
}

/** The seats went while the button was pressed. A group that is too large for what is left keeps its list, and is told. */
export async function seatsGone(checkoutSession: CheckoutSession): Promise<void> {
  const answer = await askPrice(checkoutSession, wishOf(checkoutSession.state.enrolment, checkoutSession.state.codes))
  const left = answer.errorCode === 'SEATS_TAKEN' ? leftOf(answer.data) : 0
  if (left > 0) return set(checkoutSession, { notice: { is: 'few', left } })
  if (answer.error === null) return set(checkoutSession, { notice: { is: 'say', message: FREE_AGAIN } })
  set(checkoutSession, { view: { is: 'gone', why: 'SEATS_TAKEN' } })
}

const FREE_AGAIN =
  'The seat was taken for a moment, and is free again. Nothing was charged: press the button once more.'

const leftOf = (told: unknown): number =>
  (told as { data?: { seatsRemaining?: number } } | null)?.data?.seatsRemaining ?? 0

function refuse(
  checkoutSession: CheckoutSession,
  { errorCode, error, status }: { errorCode: string | null; error: string; status: number },
) {
  const code = codeRefusedBy(errorCode)
  if (code) return set(checkoutSession, { codeFaults: { [code]: error } })
  if (errorCode === 'SEATS_TAKEN')
    return set(checkoutSession, { notice: { is: 'few', left: checkoutSession.state.quote.seatsRemaining } })
  const message = status === 0 ? 'We could not be reached, so the price is the one of before. Try it again.' : error
  set(checkoutSession, { notice: { is: 'say', message } })
}

function codeRefusedBy(errorCode: string | null): keyof Codes | null {
  if (errorCode === 'PROMO_INVALID') return 'promoCode'
  return errorCode === 'GIFT_CARD_INVALID' || errorCode === 'GIFT_CARD_FROZEN' ? 'giftCardCode' : null
}

const given = (codes: Partial<Codes>): Partial<Codes> =>
  Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== undefined))

/** Whoever is signed in is also told that there is nothing to pay for; without a session it is a price like any other. */
async function askPrice({ state, world: { client, countryCode } }: CheckoutSession, wish: Wish) {
  const { courseCode, offerCode } = state.enrolment
  const body = priceAsked({ courseCode, offerCode, countryCode, ...wish })
  const answer = await callPaymentOptions(client, body, state.isSignedIn ? 'learner' : 'none')
  return answer.status === 401 ? callPaymentOptions(client, body, 'none') : answer
}

type Asked = { courseCode: string; offerCode: string; countryCode: string | null; seats: number } & Codes

/** What a price depends on, as the call takes it. */
export function priceAsked({ courseCode, offerCode, countryCode, seats, promoCode, giftCardCode }: Asked) {
  return {
    courseCode,
    offerCode,
    seats,
    ...(promoCode && { promoCode }),
    ...(giftCardCode && { giftCardCode }),
    ...(countryCode && { countryCode }),
  }
}

/** `wasPressed` tells a price that stayed as well: the button has to be pressed once more. */
export function requote(checkoutSession: CheckoutSession, quote: Quote, wasPressed = false): void {
  const [before, after] = [dueNow(checkoutSession.state), dueNow({ ...checkoutSession.state, quote })]
  keep(checkoutSession, { quoteId: quote.quoteId })
  set(checkoutSession, { quote, ...((wasPressed || before !== after) && { notice: { is: 'price', before, after } }) })
}

/** The order is over and nothing was charged: what was typed stays. */
export async function startOver(checkoutSession: CheckoutSession): Promise<void> {
  checkoutSession.placed = null
  keep(checkoutSession, { orderId: null, step: 'details' })
  set(checkoutSession, { view: { is: 'form' }, holdExpiresAt: null, notice: null })
  if (checkoutSession.state.purpose === 'gift-card')
    return set(checkoutSession, {
      notice: { is: 'say', message: 'The time to pay ran out. Nothing was charged: please pay again.' },
    })
  await lookAgain(checkoutSession)
  if (checkoutSession.state.view.is === 'form' && !checkoutSession.state.notice)
    set(checkoutSession, { notice: { is: 'lapsed' } })
}

/** What is due today: the amount on the button. */
function dueNow(state: Pick<State, 'quote' | 'enrolment'>): string {
  return chosenOption(state)?.dueNow.amount ?? '0'
}
