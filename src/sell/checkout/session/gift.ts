/** Gift card input: validation, price, and request body. */

import { emailFault } from '#domain/contact.ts'
import { amountFault, isDay } from '#domain/money/gift-card.ts'
import { fromDecimal, type Money, toWire } from '#domain/money/money.ts'
import { plainAmount } from '#domain/money/typed-amount.ts'
import { POLICY_FIGURES } from '#domain/orders/refund-policy.ts'
import { getAttribution } from '#http/attribution.ts'
import type { Quote } from '../wire/quote.ts'
import { type CheckoutSession, changeCheckoutInput, updateState } from './checkout-session.ts'
import type { ContactDetails, GiftInput } from './enrolment.ts'

/** Marks the stored input of this form. The server never sees it: a gift card belongs to no course. */
export const GIFT_OFFER = { courseCode: 'gift-card', offerCode: 'gift-card' }
export const AMOUNTS = ['50', '100', '200', '500'] as const
/** Currency of the charge. Price rule 8. */
const CURRENCY = 'USD'
/** Delivery time of a gift for a later day, in the buyer's time zone. */
const DELIVERY_TIME = '09:00'
/** One day less than the server accepts, so that every time zone is safe. */
const MAX_DAYS_AHEAD = 364

export const EMPTY_GIFT: GiftInput = { recipientName: '', recipientEmail: '', message: '', amount: '100', sendOn: '' }

export function changeGift(checkoutSession: CheckoutSession, change: Partial<GiftInput>): void {
  const gift = { ...EMPTY_GIFT, ...checkoutSession.state.enrolment.gift, ...change }
  changeCheckoutInput(checkoutSession, { gift })
  const quote = createGiftQuote(gift.amount)
  if (quote) updateState(checkoutSession, { quote })
}

/** Returns null for an amount that is not sold. */
export function parseGiftAmount(text: string): Money | null {
  const amount = parseDollars(text)
  return amount && !amountFault(amount) ? amount : null
}

/** The price of a gift card equals its value. */
export function createGiftQuote(text: string): Quote | null {
  const amount = parseGiftAmount(text)
  if (!amount) return null
  const price = toWire(amount)
  const zero = { ...price, amount: '0.00' }
  const option = {
    paymentType: 'full' as const,
    paymentMethods: ['card' as const],
    lines: [],
    subtotal: price,
    discount: zero,
    total: price,
    giftCardApplied: zero,
    creditApplied: zero,
    dueNow: price,
    dueLater: [],
  }
  return {
    quoteId: GIFT_OFFER.offerCode,
    expiresAt: '',
    currency: CURRENCY,
    seats: 1,
    seatsRemaining: null,
    options: [option],
    tax: null,
    refund: POLICY_FIGURES.standard,
    groupTiers: [],
    promo: null,
    giftCard: null,
    credit: null,
    referral: null,
    localPrice: price,
    isEnrolled: false,
  }
}

/** Keyed by the field names that the server uses. */
export function listGiftFaults(gift: GiftInput, now: Date): Record<string, string> {
  const amount = parseDollars(gift.amount)
  const faults = {
    amount: amount ? amountFault(amount) : 'Please enter an amount',
    'recipient.name': gift.recipientName.trim() === '' ? 'Name is required' : null,
    'recipient.email': emailFault(gift.recipientEmail.trim()),
    sendAt: getDayFault(gift.sendOn, now),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Record<string, string>
}

export function createGiftBody(
  { state, deps, method }: CheckoutSession,
  { name, email, terms }: ContactDetails & { terms: boolean },
) {
  const gift = state.enrolment.gift ?? EMPTY_GIFT
  const isLater = gift.sendOn > formatLocalDate(deps.now())
  return {
    ...(!state.isSignedIn && { buyer: { name: name.trim(), email: email.trim() } }),
    recipient: { name: gift.recipientName.trim(), email: gift.recipientEmail.trim() },
    ...(gift.message.trim() && { message: gift.message.trim() }),
    ...(isLater && { sendAt: `${gift.sendOn}T${DELIVERY_TIME}` }),
    ...(state.enrolment.clientKey && { clientKey: state.enrolment.clientKey }),
    timezoneId: deps.timezoneId,
    amount: { amount: plainAmount(gift.amount), currency: CURRENCY },
    paymentMethod: method,
    consent: { terms },
    ...getAttribution(deps.storage.session),
  }
}

/** `2026-11-21`, the date in this browser's time zone. */
export function formatLocalDate(date: Date): string {
  const padTwo = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}

export function getLastSendDate(now: Date): string {
  return formatLocalDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + MAX_DAYS_AHEAD))
}

function getDayFault(date: string, now: Date): string | null {
  if (date === '') return null
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return 'Please choose a day'
  if (!isDay(date)) return 'This day doesn’t exist. Please choose another one'
  return date > getLastSendDate(now) ? 'Please choose a day within a year' : null
}

function parseDollars(text: string): Money | null {
  try {
    return fromDecimal(plainAmount(text), CURRENCY)
  } catch {
    return null
  }
}
