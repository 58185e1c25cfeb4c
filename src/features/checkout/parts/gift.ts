/** A gift card as it is typed: what is wrong with it, what it costs, and how it is sent. */
import { emailFault } from '#domain/contact.ts'
import { amountFault, GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { fromDecimal, type Money, toWire } from '#domain/money.ts'
import { attributionOf } from '#http/attribution.ts'
import type { Quote } from '../wire/quote.ts'
import { type CheckoutSession, set, typed } from './checkout-session.ts'
import type { Details, Gift } from './enrolment.ts'

export const GIFT_RUN = { courseCode: GIFT_CARD_CODE, offerCode: GIFT_CARD_CODE }
export const AMOUNTS = ['49', '99', '399', '499'] as const
/** What the provider is charged in. Price rule 8. */
const CURRENCY = 'USD'
/** A gift for a later day is there when its morning begins for whoever gives it. */
const MORNING = '09:00'
/** One less than the server takes, whatever the zone. */
const FURTHEST_DAYS = 364

export const noGift: Gift = { recipientName: '', recipientEmail: '', message: '', amount: '99', sendOn: '' }

export function giveGift(checkoutSession: CheckoutSession, change: Partial<Gift>): void {
  const gift = { ...noGift, ...checkoutSession.state.enrolment.gift, ...change }
  typed(checkoutSession, { gift })
  const quote = giftQuote(gift.amount)
  if (quote) set(checkoutSession, { quote })
}

/** Null where it is no amount that a card is sold for. */
export function amountOf(text: string): Money | null {
  const amount = read(text)
  return amount && !amountFault(amount) ? amount : null
}

/** The price of a gift card is what is put on it. */
export function giftQuote(text: string): Quote | null {
  const amount = amountOf(text)
  if (!amount) return null
  const price = toWire(amount)
  const nothing = { ...price, amount: '0.00' }
  const option = {
    paymentType: 'full' as const,
    paymentMethods: ['card' as const],
    lines: [],
    subtotal: price,
    discount: nothing,
    total: price,
    giftCardApplied: nothing,
    creditApplied: nothing,
    dueNow: price,
    dueLater: [],
  }
  return {
    quoteId: GIFT_CARD_CODE,
    expiresAt: '',
    currency: CURRENCY,
    seats: 1,
    seatsRemaining: null,
    options: [option],
    groupTiers: [],
    promo: null,
    giftCard: null,
    localPrice: price,
    isEnrolled: false,
  }
}

/** By the names of the fields, as the server names them too. */
export function giftFaults(gift: Gift, now: Date): Record<string, string> {
  const amount = read(gift.amount)
  const found = {
    amount: amount ? amountFault(amount) : 'Please enter an amount',
    'recipient.name': gift.recipientName.trim() === '' ? 'Name is required' : null,
    'recipient.email': emailFault(gift.recipientEmail.trim()),
    sendAt: isTooLate(gift.sendOn, now) ? 'Please choose a day within a year' : null,
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Record<string, string>
}

export function giftBodyOf({ state, world }: CheckoutSession, { name, email, terms }: Details & { terms: boolean }) {
  const gift = state.enrolment.gift ?? noGift
  const isLater = gift.sendOn > dayHere(world.now())
  return {
    ...(!state.isSignedIn && { buyer: { name: name.trim(), email: email.trim() } }),
    recipient: { name: gift.recipientName.trim(), email: gift.recipientEmail.trim() },
    ...(gift.message.trim() && { message: gift.message.trim() }),
    ...(isLater && { sendAt: `${gift.sendOn}T${MORNING}` }),
    ...(state.enrolment.clientKey && { clientKey: state.enrolment.clientKey }),
    timezoneId: world.timezoneId,
    amount: { amount: gift.amount.trim(), currency: CURRENCY },
    consent: { terms },
    ...attributionOf(world.kept.session),
  }
}

/** `2026-11-21`, as the calendar on the wall reads in this browser's zone. */
export function dayHere(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export function lastDay(now: Date): string {
  return dayHere(new Date(now.getFullYear(), now.getMonth(), now.getDate() + FURTHEST_DAYS))
}

function isTooLate(day: string, now: Date): boolean {
  return day !== '' && (!/^\d{4}-\d\d-\d\d$/.test(day) || day > lastDay(now))
}

function read(text: string): Money | null {
  try {
    return fromDecimal(text.trim(), CURRENCY)
  } catch {
    return null
  }
}
