/** Where a checkout begins: with a price, with an order that this tab or the learner has open, or with neither. */
import { callUserProfile } from '#features/accounts/calls.ts'
import { hasSession } from '#features/accounts/session.ts'
import type { Profile } from '#features/accounts/wire.ts'
import type { Client, ClientEnvironment, Credential } from '#http/client.ts'
import { callOrder, callPaymentOptions, callVerifyPayment } from '../calls.ts'
import type { OrderView } from '../wire/order.ts'
import type { Quote } from '../wire/quote.ts'
import { choicesOf, detailsOf, NO_CODES, type Notice, type Start } from './checkout-session.ts'
import { credentialFor, type Enrolment, newEnrolment, nobodyYet, readEnrolment } from './enrolment.ts'
import { afterStanding } from './outcomes.ts'
import { priceAsked } from './requote.ts'

export type Beginning =
  | { is: 'ready'; start: Start; profile: Profile | null }
  | { is: 'gone'; why: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { is: 'enrolled' }
  | { is: 'free'; quote: Quote; enrolment: Enrolment; profile: Profile | null }
  | { is: 'no-card' }
  | { is: 'done'; orderId: string }
  | { is: 'receipt'; orderId: string }
  | { is: 'unknown' }
  | { is: 'unreachable'; message: string }

type Given = {
  client: Client
  kept: Pick<ClientEnvironment, 'local' | 'session'>
  now: Date
  courseCode: string
  offerCode: string
  /** Where the visitor is, for a price they can read. */
  countryCode: string | null
  resume: string | null
  /** From the address; whatever it takes off, the price says. */
  promoCode: string | null
  /** From the address, too: who came to pay the deposit finds it chosen, where one is offered. */
  isForDeposit: boolean
}

export async function begin(given: Given): Promise<Beginning> {
  const { client, kept, now, courseCode, offerCode } = given
  const profile = hasSession(kept) ? ((await callUserProfile(client)).data as Profile | null) : null
  const before = readEnrolment(kept, now)
  const mine = before?.offerCode === offerCode ? before : null
  if (mine?.step === 'done' && mine.orderId && !given.resume) return { is: 'done', orderId: mine.orderId }

  const enrolment = withProfile(
    mine && mine.step !== 'done' ? mine : anotherCohort(newEnrolment({ courseCode, offerCode }, null, now), before),
    profile,
  )
  const order = await openOrder(given, given.resume ?? enrolment.orderId)
  if (order?.status === 'complete')
    return given.resume && isSome(order.totals.due)
      ? payRest(enrolment, order, profile)
      : { is: 'receipt', orderId: order.orderId }
  if (order?.status === 'pending') return goOn(enrolment, order, await openQuestion(given, order), profile)

  const asked = await firstPrice(given, enrolment, profile ? 'learner' : 'none')
  if (asked.answer.error !== null) return refusedWith(asked.answer)
  const quote = asked.answer.data.data
  if (quote.isEnrolled) return { is: 'enrolled' }
  if (Number(quote.options[0]?.total.amount) === 0)
    return {
      is: 'free',
      quote,
      enrolment: { ...enrolment, quoteId: quote.quoteId, orderId: null, step: 'details' },
      profile,
    }
  if (!quote.options[0]?.paymentMethods.includes('card')) return { is: 'no-card' }
  const notice: Notice | null = enrolment.orderId ? { is: 'lapsed' } : null
  return {
    is: 'ready',
    start: {
      quote,
      enrolment: {
        ...enrolment,
        ...asked.party,
        ...(given.isForDeposit && { paymentType: 'deposit' as const }),
        quoteId: quote.quoteId,
        orderId: null,
        step: 'details',
      },
      codes: { ...NO_CODES, promoCode: asked.promoCode },
      codeFaults: asked.codeFaults,
      holdExpiresAt: null,
      isSignedIn: profile !== null,
      notice,
    },
    profile,
  }
}

/** Whoever goes on to other dates types nothing twice; who comes along comes to another cohort of the same course. */
function anotherCohort(fresh: Enrolment, before: Enrolment | null): Enrolment {
  if (!before || before.step === 'done') return fresh
  const isSameCourse = prefixOf(before.courseCode) === prefixOf(fresh.courseCode)
  return { ...fresh, ...detailsOf(before), ...(isSameCourse && { seats: before.seats, friends: before.friends }) }
}

const prefixOf = (courseCode: string): string => courseCode.split('-')[0] ?? ''

/**
 * The price of what was begun here before, and of the code in the address. A code that is not taken is said
 * where codes are typed; a party that no longer fits starts again with one.
 */
async function firstPrice(
  { client, courseCode, offerCode, countryCode, promoCode }: Given,
  before: Enrolment,
  auth: Credential,
) {
  const party = choicesOf(before)
  const ask = (seats: number, code: string) =>
    callPaymentOptions(
      client,
      priceAsked({ courseCode, offerCode, countryCode, seats, promoCode: code, giftCardCode: '' }),
      auth,
    )
  const code = promoCode ?? ''
  const answer = await ask(party.seats, code)
  if (answer.errorCode === 'PROMO_INVALID') {
    const codeFaults = { promoCode: answer.error }
    return { answer: await ask(party.seats, ''), party, promoCode: '', codeFaults }
  }
  if (answer.errorCode === 'SEATS_TAKEN' && party.seats > 1)
    return { answer: await ask(1, code), party: { ...party, seats: 1, friends: [] }, promoCode: code, codeFaults: {} }
  return { answer, party, promoCode: code, codeFaults: {} }
}

/** The order holds a seat at its own price, so no new price is asked for. */
export function goOn(before: Enrolment, order: OrderView, bankUrl: string | null, profile: Profile | null): Beginning {
  const seats = Math.max(1, order.lines.length)
  const friends = before.seats === seats ? before.friends : Array.from({ length: seats - 1 }, nobodyYet)
  const { paymentType, orderId } = order
  const enrolment = { ...before, seats, friends, paymentType, orderId, quoteId: before.quoteId ?? orderId }
  const last = order.payments.at(-1)
  const notice: Notice | null =
    last?.status === 'failed' && enrolment.step === 'details'
      ? { is: 'declined', failure: last.failureCode ?? 'card_declined' }
      : null
  return {
    is: 'ready',
    start: {
      quote: quoteOf(order, enrolment.quoteId),
      enrolment,
      holdExpiresAt: order.holdExpiresAt,
      isSignedIn: profile !== null,
      notice,
      bankUrl,
    },
    profile,
  }
}

/** What is left of a deposit, paid where the rest was: the seats are taken already, and nothing else is chosen. */
function payRest(before: Enrolment, order: OrderView, profile: Profile | null): Beginning {
  const { due } = order.totals
  const nothing = { ...due, amount: '0' }
  const last = order.payments.findLast(({ purpose }) => purpose === 'balance')
  const { paymentType, orderId } = order
  const quote = quoteOf(order, orderId)
  const rest = {
    paymentType,
    paymentMethods: ['card' as const],
    lines: [{ kind: 'seats' as const, label: 'Balance', amount: due }],
    subtotal: due,
    discount: nothing,
    total: due,
    giftCardApplied: nothing,
    creditApplied: nothing,
    dueNow: due,
    dueLater: [],
  }
  return {
    is: 'ready',
    start: {
      purpose: 'balance',
      paymentId: last?.paymentId ?? null,
      quote: { ...quote, options: [rest], localPrice: due },
      enrolment: {
        ...before,
        seats: order.lines.length,
        paymentType,
        orderId,
        quoteId: orderId,
        step: last?.status === 'pending' ? 'paying' : 'details',
      },
      holdExpiresAt: null,
      isSignedIn: profile !== null,
      notice: last?.status === 'failed' ? { is: 'declined', failure: last.failureCode ?? 'card_declined' } : null,
    },
    profile,
  }
}

const isSome = ({ amount }: { amount: string }): boolean => Number(amount) > 0

/** Where the bank still asks something about this order. */
export async function openQuestion(
  { client, kept, now }: Pick<Given, 'client' | 'kept' | 'now'>,
  order: OrderView,
): Promise<string | null> {
  if (order.payments.at(-1)?.status !== 'pending') return null
  const { orderId } = order
  const told = await callVerifyPayment(client, { orderId }, credentialFor(kept, orderId, now))
  const after = told.error === null ? afterStanding(told.data) : null
  return after?.next === 'question' ? after.bankUrl : null
}

export async function openOrder(
  { client, kept, now }: Pick<Given, 'client' | 'kept' | 'now'>,
  orderId: string | null,
): Promise<OrderView | null> {
  if (!orderId) return null
  const found = await callOrder(client, orderId, credentialFor(kept, orderId, now))
  return found.error === null ? found.data.data : null
}

function quoteOf(order: OrderView, quoteId: string): Quote {
  const { subtotal, discount, total, dueNow, paid, held } = order.totals
  const nothing = { ...paid, amount: '0' }
  return {
    quoteId,
    expiresAt: order.holdExpiresAt ?? order.placedAt,
    currency: total.currency,
    seats: order.lines.length,
    seatsRemaining: null,
    options: [
      {
        paymentType: order.paymentType,
        paymentMethods: ['card'],
        lines: linesOf(order),
        subtotal,
        discount,
        total,
        giftCardApplied: held,
        creditApplied: nothing,
        dueNow,
        dueLater: order.schedule,
      },
    ],
    groupTiers: [],
    promo: null,
    giftCard: null,
    localPrice: total,
    isEnrolled: false,
  }
}

function linesOf({ lines, promoCode, totals: { subtotal, discount } }: OrderView): Quote['options'][number]['lines'] {
  const seats = { kind: 'seats' as const, label: countedSeats(lines), amount: subtotal }
  if (Number(discount.amount) === 0) return [seats]
  return [
    seats,
    promoCode
      ? { kind: 'promo', label: `Promo code ${promoCode}`, amount: discount }
      : { kind: 'group', label: `Group of ${lines.length}`, amount: discount },
  ]
}

function countedSeats(lines: OrderView['lines']): string {
  return lines.length === 1
    ? (lines[0]?.label ?? '1 seat')
    : `${lines.length} ${/^Place/.test(lines[0]?.label ?? '') ? 'places' : 'seats'}`
}

export function withProfile(enrolment: Enrolment, profile: Profile | null): Enrolment {
  if (!profile) return enrolment
  return {
    ...enrolment,
    email: profile.email,
    name: profile.name,
    phoneNumber: enrolment.phoneNumber || (profile.learner.phoneNumber ?? ''),
  }
}

function refusedWith({ errorCode, error }: { errorCode: string | null; error: string }): Beginning {
  if (errorCode === 'SEATS_TAKEN' || errorCode === 'ENROLMENT_CLOSED') return { is: 'gone', why: errorCode }
  if (errorCode === 'COURSE_NOT_FOUND' || errorCode === 'OFFER_NOT_FOUND') return { is: 'unknown' }
  return { is: 'unreachable', message: error }
}
