/** One checkout, from the first key pressed to the receipt: what the page shows, and what this tab remembers of it. No React here. */
import type { Client, ClientEnvironment } from '#http/client.ts'
import type { Quote } from '../wire/quote.ts'
import { type Attempts, openAttempts } from './attempt.ts'
import type { Card } from './card.ts'
import { type Choices, type Details, type Enrolment, type Gift, keepEnrolment } from './enrolment.ts'
import type { Failure } from './outcomes.ts'
import type { Confirmed } from './sandbox-card.ts'
import type { Elsewhere, inTurn } from './tabs.ts'

export type Notice =
  | { is: 'declined'; failure: string }
  | { is: 'price'; before: string; after: string }
  | { is: 'lapsed' }
  /** Fewer seats are free than were asked for; null: how many is not told. */
  | { is: 'few'; left: number | null }
  | { is: 'say'; message: string }

export type View =
  | { is: 'form' }
  | { is: 'challenge'; clientSecret: string }
  /** The bank's question, found again after a reload: it is answered on the bank's own page. */
  | { is: 'question'; bankUrl: string }
  | { is: 'waiting'; lost: boolean }
  | { is: 'gone'; why: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { is: 'enrolled' }
  | { is: 'returned'; failure: Failure }

/** Codes are typed anew after a reload: they are nowhere kept. Contract §7. */
export type Codes = { promoCode: string; giftCardCode: string }

export type State = {
  /** The seats, or what is left of their price (then the order is there, and nothing but the card is asked for), or a gift card. */
  purpose: 'purchase' | 'balance' | 'gift-card'
  view: View
  quote: Quote
  enrolment: Enrolment
  codes: Codes
  /** What was said of a code that was not taken. */
  codeFaults: Partial<Codes>
  /** A price is being asked for; the one shown is that of before. */
  isAsking: boolean
  holdExpiresAt: string | null
  isBusy: boolean
  fields: Record<string, string>
  notice: Notice | null
  isSignedIn: boolean
}
export type Start = Pick<State, 'quote' | 'enrolment' | 'holdExpiresAt' | 'isSignedIn' | 'notice'> & {
  bankUrl?: string | null
  codes?: Codes
  codeFaults?: Partial<Codes>
  purpose?: State['purpose']
  /** The payment that may be under way. */
  paymentId?: string | null
}

export type CheckoutDependencies = {
  client: Client
  kept: Pick<ClientEnvironment, 'local' | 'session'>
  confirmCard: (clientSecret: string, card: Card | null) => Promise<Confirmed>
  answerChallenge: (clientSecret: string, challenge: 'accept' | 'refuse') => Promise<Confirmed>
  /** What another tab of this browser has for the same course and address. */
  orderElsewhere: (wish: Pick<Enrolment, 'courseCode' | 'email'>) => Promise<Elsewhere | null>
  inTurn: typeof inTurn
  pause: (ms: number) => Promise<void>
  now: () => Date
  timezoneId: string
  countryCode: string | null
  /** The order is complete: the receipt is next. */
  arrived: (orderId: string) => void
  /** With this code there is nothing to pay. */
  free: (promoCode: string) => void
}

export type CheckoutSession = {
  world: CheckoutDependencies
  state: State
  attempts: Attempts
  listeners: Set<() => void>
  /** The order that holds the seats, and what it was placed for. */
  placed: { orderId: string; paymentId: string | null; wish: Wish } | null
  /** Who asks how it stands; a later one takes over from an earlier one. */
  round: number
  /** Which price was asked for last; the answer of an earlier one is too late. */
  asking: number
  /** Sends again what got no answer; true when there was one this time, which then takes over. */
  resend: (() => Promise<boolean>) | null
}

export function createCheckoutSession(
  world: CheckoutDependencies,
  { bankUrl, paymentId = null, ...start }: Start,
): CheckoutSession {
  const { enrolment } = start
  return {
    world,
    state: {
      purpose: 'purchase',
      codes: NO_CODES,
      codeFaults: {},
      ...start,
      view: firstView(enrolment, bankUrl ?? null),
      isBusy: false,
      isAsking: false,
      fields: {},
    },
    attempts: openAttempts(),
    listeners: new Set(),
    placed: enrolment.orderId ? { orderId: enrolment.orderId, paymentId, wish: wishOf(enrolment, NO_CODES) } : null,
    round: 0,
    asking: 0,
    resend: null,
  }
}

function firstView({ step }: Enrolment, bankUrl: string | null): View {
  if (bankUrl) return { is: 'question', bankUrl }
  return step === 'paying' ? { is: 'waiting', lost: false } : { is: 'form' }
}

export function set(checkoutSession: CheckoutSession, patch: Partial<State>): void {
  checkoutSession.state = { ...checkoutSession.state, ...patch }
  for (const listener of checkoutSession.listeners) listener()
}

export function keep(checkoutSession: CheckoutSession, patch: Partial<Enrolment>): void {
  const enrolment = { ...checkoutSession.state.enrolment, ...patch }
  keepEnrolment(checkoutSession.world.kept, enrolment)
  set(checkoutSession, { enrolment })
}

/** Another wish is another order; the same one goes on with the order that holds the seats. */
export function typed(checkoutSession: CheckoutSession, change: Partial<Details & Choices> & { gift?: Gift }): void {
  const enrolment = { ...checkoutSession.state.enrolment, ...change }
  const isSame =
    checkoutSession.placed && same(checkoutSession.placed.wish, wishOf(enrolment, checkoutSession.state.codes))
  keep(checkoutSession, { ...change, orderId: isSame ? (checkoutSession.placed?.orderId ?? null) : null })
}

export function detailsOf({ email, name, phoneNumber }: Details): Details {
  return { email, name, phoneNumber }
}

export function choicesOf({ seats, friends, paymentType }: Choices): Choices {
  return { seats, friends, paymentType }
}

/** Everything that an order is placed for. */
export type Wish = Details & Choices & Codes & { gift: Gift | null }

export function wishOf(enrolment: Details & Choices & { gift?: Gift }, { promoCode, giftCardCode }: Codes): Wish {
  return { ...detailsOf(enrolment), ...choicesOf(enrolment), promoCode, giftCardCode, gift: enrolment.gift ?? null }
}

/** Today's way to pay, as chosen: in full where what was chosen is no longer offered. */
export function chosenOption({ quote, enrolment }: Pick<State, 'quote' | 'enrolment'>): Option | undefined {
  return quote.options.find((option) => option.paymentType === enrolment.paymentType) ?? quote.options[0]
}
export type Option = Quote['options'][number]

/** A gift card pays all that is due today. */
export function isCovered(state: Pick<State, 'quote' | 'enrolment'>): boolean {
  const option = chosenOption(state)
  return Number(option?.dueNow.amount) === 0 && Number(option?.giftCardApplied.amount) > 0
}

export const NO_CODES: Codes = { promoCode: '', giftCardCode: '' }

function same(a: Wish, b: Wish): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Whoever asks how the payment stands asks no more. */
export function stopWaiting(checkoutSession: CheckoutSession): void {
  checkoutSession.round++
}
