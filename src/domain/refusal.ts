/**
 * Every way in which the product says no, in one table: a stable code, the HTTP status it is sent with
 * and the sentence a person reads. Contract §2 and §3; a verb names the code and nothing else.
 */
type Entry = { status: number; message: string }

const table = {
  FIELD_INVALID: { status: 400, message: 'Please check the marked fields.' },
  BODY_INVALID: { status: 400, message: 'The request could not be read.' },
  TERMS_REQUIRED: { status: 400, message: 'Please agree to the enrolment terms.' },
  TIMEZONE_INVALID: { status: 400, message: 'This time zone is not known.' },
  VERIFICATION_INVALID: { status: 400, message: 'This code or link is not valid any more.' },
  PASSKEY_NOT_KEPT: { status: 400, message: 'This passkey could not be kept. Please try again.' },
  RESET_INVALID: { status: 400, message: 'This link has been used or has expired.' },
  PASSWORD_NEEDED: { status: 400, message: 'Please choose a password.' },
  PASSWORD_WEAK: { status: 400, message: 'Please choose a longer or less common password.' },
  REMINDER_EMAIL_REQUIRED: { status: 400, message: 'Email is required' },
  REMINDER_EMAIL_INVALID: { status: 400, message: 'Please enter a valid email address' },
  REMINDER_PHONE_INVALID: { status: 400, message: 'Please check the format of the phone number' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, message: 'An Idempotency-Key is required for this call.' },
  SIGNATURE_INVALID: { status: 400, message: 'The signature does not match.' },
  TOKEN_REQUIRED: { status: 401, message: 'Please log in.' },
  TOKEN_INVALID: { status: 401, message: 'Please log in again.' },
  LOGIN_INVALID: { status: 401, message: 'Incorrect email or password.' },
  OTP_REQUIRED: { status: 401, message: 'Please enter the code from your authenticator app.' },
  OTP_INVALID: { status: 401, message: 'This code is not right.' },
  PASSKEY_INVALID: { status: 401, message: 'This passkey did not work. Please log in another way.' },
  CREDIT_SIGN_IN: { status: 401, message: 'Please log in to use your credit.' },
  REFRESH_INVALID: { status: 401, message: 'Your session has ended. Please log in again.' },
  // Specification §8, to the letter.
  SOCIAL_FAILED: { status: 401, message: 'Error Logging in. Please try again.' },
  PAYMENT_REQUIRED: { status: 402, message: 'There is something to pay for this. Please go to the checkout.' },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    message: 'Log in as a learner, set up a second factor in your settings, then come back.',
  },
  STEP_UP_REQUIRED: { status: 403, message: 'Please confirm that it is you, then try again.' },
  LOG_IN_AGAIN: { status: 403, message: 'Please log out and in again, then come back.' },
  EMAIL_UNVERIFIED: { status: 403, message: 'Please confirm your e-mail address. We have sent you a new mail.' },
  NOT_FOUND: { status: 404, message: 'Not Found.' },
  COURSE_NOT_FOUND: { status: 404, message: 'This course is not known.' },
  REMINDER_COURSE_NOT_FOUND: { status: 404, message: 'This course is not known.' },
  REMINDER_COURSE_EXCLUDED: { status: 404, message: 'There is no reminder for this.' },
  OFFER_NOT_FOUND: { status: 404, message: 'This offer is not known.' },
  PROMO_INVALID: { status: 404, message: 'This promo code is not valid.' },
  GIFT_CARD_INVALID: { status: 404, message: 'This gift card is not valid.' },
  ORDER_NOT_FOUND: { status: 404, message: 'This order is not known.' },
  ENROLMENT_NOT_FOUND: { status: 404, message: 'This enrolment is not known.' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'This passkey is not known.' },
  IDENTITY_NOT_FOUND: { status: 404, message: 'This way in is not known.' },
  CONVERSATION_NOT_FOUND: { status: 404, message: 'This conversation is not known, or its link has expired.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This device is not logged in any more.' },
  BODY_SLOW: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  ORDER_OPEN: { status: 409, message: 'An order of yours is not settled yet. Please finish it, or try again later.' },
  LAST_ADMIN: { status: 409, message: 'You are the only community admin. Make somebody else one first.' },
  LAST_WAY_IN: { status: 409, message: 'This is your only way in. Set a password or add a passkey first.' },
  REMINDER_CLOSED: { status: 409, message: 'This course will not be given again.' },
  WAITLIST_NOT_FULL: { status: 409, message: 'There are seats free: you can enrol at once.' },
  SEATS_TAKEN: { status: 409, message: 'The seats you asked for are taken.' },
  ENROLMENT_FROZEN: {
    status: 409,
    message: 'This seat is on hold while a bank checks its payment. Please write to us.',
  },
  GIFT_CARD_FROZEN: {
    status: 409,
    message: 'This gift card is on hold while a bank checks its payment. Please write to us.',
  },
  DISPUTE_OPEN: {
    status: 409,
    message: 'A bank disputes a payment of this order. Until that is decided, no money of it can move.',
  },
  DISPUTE_LOST: { status: 409, message: 'The bank took this money back already. Not that much is left to refund.' },
  ENROLMENT_CLOSED: { status: 409, message: 'Enrolment for these dates is closed.' },
  QUOTE_EXPIRED: { status: 409, message: 'This price was held for 15 minutes. Please look at it again.' },
  PRICE_CHANGED: { status: 409, message: 'The price has changed. Please look at it again.' },
  ALREADY_ENROLLED: { status: 409, message: 'You are enrolled in this already.' },
  PAYMENT_IN_HAND: { status: 409, message: 'A payment for this is being checked. Please do not pay again.' },
  SECOND_FACTOR_ON: { status: 409, message: 'A second factor is on already.' },
  SECOND_FACTOR_OFF: { status: 409, message: 'No second factor is on.' },
  ANSWER_SENT: { status: 409, message: 'This answer has been sent already.' },
  INVOICE_NOT_READY: { status: 409, message: 'There is an invoice once the order is paid.' },
  WHOLE_COHORT: {
    status: 409,
    message:
      'One order cannot hold every seat of these dates. Please choose fewer seats, or write to us to book all of them.',
  },
  ORDER_CLOSED: { status: 409, message: 'This order can no longer be paid.' },
  FRIENDS_LOG_IN: { status: 403, message: 'Please log in to give this seat to somebody else.' },
  FRIENDS_CLOSED: { status: 409, message: 'This seat can no longer be given to somebody else.' },
  RECEIPT_NOT_POSSIBLE: { status: 409, message: 'There is no receipt of this order to send.' },
  REFUND_NOT_POSSIBLE: { status: 409, message: 'There is nothing of this order to send back.' },
  REFUND_UNDECIDED: {
    status: 409,
    message: 'Money of this order was sent back at the provider. Please say first whose it was.',
  },
  REFUND_CHANGED: { status: 409, message: 'More has happened to this order meanwhile. Please look at it again.' },
  REFUND_IN_FLIGHT: {
    status: 409,
    message:
      'A refund of ours was tried just now and may still arrive. Please look at this order again in ten minutes.',
  },
  REFUND_TOO_LARGE: { status: 409, message: 'This is more than was paid for it.' },
  METHOD_NOT_AVAILABLE: { status: 409, message: 'This way to pay is not available.' },
  DEPOSIT_NOT_OFFERED: { status: 409, message: 'A deposit is not offered for this.' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, message: 'This request is still being worked on.' },
  IDEMPOTENCY_MISMATCH: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  HOLDS_LIMITED: {
    status: 429,
    message:
      'Too much is on hold from here and not paid yet. Please pay for that first, or try again in a few minutes.',
  },
  QUOTES_LIMITED: {
    status: 429,
    message: 'Prices were asked for very often from your network. Please try again in a minute.',
  },
  ORDERS_LIMITED: {
    status: 429,
    message:
      'Many orders from your network are not paid yet. Please try again in a minute. Nothing was charged for this one.',
  },
  ATTEMPTS_LIMITED: {
    status: 429,
    message: 'There were too many attempts to pay this order. Please write to us, or place it again tomorrow.',
  },
  SITE_BUSY: {
    status: 429,
    message: 'Very many people are here right now. Please try again in a minute. Nothing was charged.',
  },
  HOLD_COOL_DOWN: {
    status: 429,
    message:
      'Your last hold of these dates ended without a payment, so its seats are open to others first. Please try again in a few minutes.',
  },
  LAST_SEATS: {
    status: 429,
    message:
      'Seats of these dates were held from here and not paid in the last hour. The last two seats are kept for others until then. Please try again later, or choose other dates.',
  },
  RATE_LIMITED: { status: 429, message: 'Too many attempts. Please wait a little.' },
  INTERNAL: { status: 500, message: 'Internal Server Error' },
  OVERLOADED: { status: 503, message: 'The site is very busy. Please try again in a moment.' },
  PROVIDER_AWAY: { status: 503, message: 'The payment provider does not answer. Please try again in a few minutes.' },
  UNAVAILABLE: { status: 503, message: 'Internal Server Error' },
} as const satisfies Record<string, Entry>

export type RefusalCode = keyof typeof table

/** The status and public sentence of each refusal. */
export const refusals: Readonly<Record<RefusalCode, Entry>> = table
