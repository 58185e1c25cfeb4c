/** The body of the call that places an order. */
import { getAttribution } from '#http/attribution.ts'
import type { CheckoutBody } from '../../wire.ts'
import { type CheckoutSession, getSelectedOption } from '../checkout-session.ts'
import type { ContactDetails } from '../enrolment.ts'
import { listNamedFriends } from '../group.ts'

export type CheckoutFormInput = ContactDetails & {
  terms: boolean
  marketing: boolean
  storeCard?: boolean
  keepCard?: boolean
  /** The saved card that the buyer chose. The server charges it, so the browser sends no card. */
  reusableCardId?: string | undefined
}

/** Only for a logged-in buyer: the saved card to pay with, or the consent to keep the card. */
export function addCardChoice({ state }: CheckoutSession, body: CheckoutBody, form: CheckoutFormInput): CheckoutBody {
  if (!state.isSignedIn) return body
  if (form.reusableCardId) return { ...body, reusableCardId: form.reusableCardId }
  return form.keepCard ? { ...body, consent: { ...body.consent, keepCard: true } } : body
}

/** Without a card. */
export function createCheckoutBody({ state, deps }: CheckoutSession, form: CheckoutFormInput): CheckoutBody {
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

/** With the fields of docs/specification.md §7, where a promo code is `discount`. */
export function toPaypalBody({ promoCode, ...order }: CheckoutBody) {
  return { ...order, currency: 'USD', paymentMode: 'paypal', ...(promoCode && { discount: promoCode }) } as const
}
