/** One checkout, from the first key pressed to the receipt: what the page shows, and what this tab remembers of it. No React here. */
import type { Client, Surroundings } from '#http/client.ts'
import type { Quote } from '../wire/quote.ts'
import { type Attempts, openAttempts } from './attempt.ts'
import type { Card } from './card.ts'
import { type Details, type Enrolment, keepEnrolment } from './enrolment.ts'
import type { Failure } from './outcomes.ts'
import type { Confirmed } from './sandbox-card.ts'
import type { inTurn, OrderElsewhere } from './tabs.ts'

export type Notice =
  | { is: 'declined'; failure: string }
  | { is: 'price'; before: string; after: string }
  | { is: 'lapsed' }
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

export type State = {
  view: View
  quote: Quote
  enrolment: Enrolment
  holdExpiresAt: string | null
  isBusy: boolean
  fields: Record<string, string>
  notice: Notice | null
  isSignedIn: boolean
}
export type Start = Pick<State, 'quote' | 'enrolment' | 'holdExpiresAt' | 'isSignedIn' | 'notice'> & {
  bankUrl?: string | null
}

export type World = {
  client: Client
  kept: Pick<Surroundings, 'local' | 'session'>
  confirmCard: (clientSecret: string, card: Card | null) => Promise<Confirmed>
  answerChallenge: (clientSecret: string, challenge: 'accept' | 'refuse') => Promise<Confirmed>
  /** What another tab of this browser has for the same course and address. */
  orderElsewhere: (wish: Pick<Enrolment, 'courseCode' | 'email'>) => Promise<OrderElsewhere | null>
  inTurn: typeof inTurn
  pause: (ms: number) => Promise<void>
  now: () => Date
  timezoneId: string
  countryCode: string | null
  /** The order is complete: the receipt is next. */
  arrived: (orderId: string) => void
}

export type Run = {
  world: World
  state: State
  attempts: Attempts
  listeners: Set<() => void>
  /** The order that holds the seat, and whom it was placed for. */
  placed: { orderId: string; paymentId: string | null; details: Details } | null
  /** Who asks how it stands; a later one takes over from an earlier one. */
  round: number
  /** Sends again what got no answer; true when there was one this time, which then takes over. */
  resend: (() => Promise<boolean>) | null
}

export function openRun(world: World, { bankUrl, ...start }: Start): Run {
  const { enrolment } = start
  return {
    world,
    state: {
      ...start,
      view: firstView(enrolment, bankUrl ?? null),
      isBusy: false,
      fields: {},
    },
    attempts: openAttempts(),
    listeners: new Set(),
    placed: enrolment.orderId ? { orderId: enrolment.orderId, paymentId: null, details: detailsOf(enrolment) } : null,
    round: 0,
    resend: null,
  }
}

function firstView({ step }: Enrolment, bankUrl: string | null): View {
  if (bankUrl) return { is: 'question', bankUrl }
  return step === 'paying' ? { is: 'waiting', lost: false } : { is: 'form' }
}

export function set(run: Run, patch: Partial<State>): void {
  run.state = { ...run.state, ...patch }
  for (const listener of run.listeners) listener()
}

export function keep(run: Run, patch: Partial<Enrolment>): void {
  const enrolment = { ...run.state.enrolment, ...patch }
  keepEnrolment(run.world.kept, enrolment)
  set(run, { enrolment })
}

/** Other details are another order; the same ones go on with the order that holds the seat. */
export function typed(run: Run, details: Details): void {
  keep(run, { ...details, orderId: run.placed && same(run.placed.details, details) ? run.placed.orderId : null })
}

export function detailsOf({ email, name, phoneNumber }: Details): Details {
  return { email, name, phoneNumber }
}

function same(a: Details, b: Details): boolean {
  return a.email === b.email && a.name === b.name && a.phoneNumber === b.phoneNumber
}
