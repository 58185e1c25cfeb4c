/**
 * All refusals of the product: a stable code, the HTTP status and the sentence a person reads. A verb only names the
 * code. docs/contract.md §2 and §3.
 */
type RefusalEntry = { status: number; message: string }

const REFUSALS = {
  FIELD_INVALID: { status: 400, message: 'Please check the marked fields.' },
  BODY_INVALID: { status: 400, message: 'The request could not be read.' },
  MEETING_INVALID: { status: 400, message: 'Please enter the https address of the meeting.' },
  TERMS_REQUIRED: { status: 400, message: 'Please agree to the enrolment terms.' },
  TIMEZONE_INVALID: { status: 400, message: 'We don’t know this time zone.' },
  VERIFICATION_INVALID: { status: 400, message: 'This code or link is no longer valid.' },
  PASSKEY_NOT_SAVED: { status: 400, message: 'We couldn’t save this passkey. Please try again.' },
  RESET_INVALID: { status: 400, message: 'This link has been used or has expired.' },
  PASSWORD_NEEDED: { status: 400, message: 'Please choose a password.' },
  PASSWORD_WEAK: { status: 400, message: 'Please choose a longer or less common password.' },
  REMINDER_EMAIL_REQUIRED: { status: 400, message: 'Email is required' },
  REMINDER_EMAIL_INVALID: { status: 400, message: 'Please enter a valid email address' },
  REMINDER_PHONE_INVALID: { status: 400, message: 'Please check the format of the phone number' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, message: 'An Idempotency-Key is required for this request.' },
  SIGNATURE_INVALID: { status: 400, message: 'The signature does not match.' },
  TOKEN_REQUIRED: { status: 401, message: 'Please log in.' },
  TOKEN_INVALID: { status: 401, message: 'Please log in again.' },
  LOGIN_INVALID: { status: 401, message: 'Incorrect email or password.' },
  OTP_REQUIRED: { status: 401, message: 'Please enter the code from your authenticator app.' },
  OTP_INVALID: { status: 401, message: 'This code is not right.' },
  PASSKEY_INVALID: { status: 401, message: 'This passkey did not work. Please log in another way.' },
  CREDIT_SIGN_IN: { status: 401, message: 'Please log in to use your credit.' },
  REFRESH_INVALID: { status: 401, message: 'Your session has ended. Please log in again.' },
  // docs/specification.md §5 fixes this sentence.
  SOCIAL_FAILED: { status: 401, message: 'Error Logging in. Please try again.' },
  PAYMENT_REQUIRED: { status: 402, message: 'Payment is required. Please go to the checkout.' },
  BALANCE_DUE: {
    status: 402,
    message: 'A payment for this course is overdue. Your lessons open again once it’s paid.',
  },
  ENROLMENT_UNCONFIRMED: { status: 403, message: 'Please confirm your enrolment first, by the link in our e-mail.' },
  ACCESS_ENDED: { status: 403, message: 'Your enrolment in this course has ended.' },
  ACCESS_FROZEN: {
    status: 403,
    message: 'Your access is on hold while a bank checks a payment. Please write to us.',
  },
  ACCESS_OVER: { status: 403, message: 'Your access to this course has ended.' },
  GRANT_ENDED: { status: 403, message: 'This address has ended. Please open the lesson again.' },
  LESSON_NOT_OPEN: { status: 403, message: 'This lesson isn’t open yet.' },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    message: 'Log in as a learner, set up a second factor in your settings, then come back.',
  },
  TICKET_INVALID: {
    status: 403,
    message: 'This link has been used or has expired. Please join again from the session’s page.',
  },
  ROLE_NEEDED: { status: 403, message: 'Your role in this course doesn’t allow this.' },
  STEP_UP_REQUIRED: { status: 403, message: 'Please confirm it’s you, then try again.' },
  LOG_IN_AGAIN: { status: 403, message: 'Please log out and in again, then come back.' },
  EMAIL_UNVERIFIED: { status: 403, message: 'Please confirm your e-mail address. We’ve sent you a new e-mail.' },
  NOT_FOUND: { status: 404, message: 'Not Found.' },
  COURSE_NOT_FOUND: { status: 404, message: 'We couldn’t find this course.' },
  REMINDER_COURSE_NOT_FOUND: { status: 404, message: 'We couldn’t find this course.' },
  REMINDER_COURSE_EXCLUDED: { status: 404, message: 'Reminders aren’t available for this course.' },
  OFFER_NOT_FOUND: { status: 404, message: 'We couldn’t find this offer.' },
  PROMO_INVALID: { status: 404, message: 'This promo code is not valid.' },
  GIFT_CARD_INVALID: { status: 404, message: 'This gift card is not valid.' },
  ORDER_NOT_FOUND: { status: 404, message: 'We couldn’t find this order.' },
  ENROLMENT_NOT_FOUND: { status: 404, message: 'We couldn’t find this enrolment.' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'We couldn’t find this passkey.' },
  IDENTITY_NOT_FOUND: { status: 404, message: 'We couldn’t find this log-in method.' },
  CONVERSATION_NOT_FOUND: { status: 404, message: 'We couldn’t find this conversation, or its link has expired.' },
  CERTIFICATE_NOT_FOUND: { status: 404, message: 'We couldn’t find this certificate.' },
  SESSION_NOT_FOUND: { status: 404, message: 'We couldn’t find this session.' },
  ASSET_NOT_FOUND: { status: 404, message: 'We couldn’t find this file.' },
  LEARNER_NOT_FOUND: { status: 404, message: 'We couldn’t find this learner.' },
  LESSON_NOT_FOUND: { status: 404, message: 'We couldn’t find this lesson.' },
  NOTE_NOT_FOUND: { status: 404, message: 'We couldn’t find this note.' },
  BODY_SLOW: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  NAME_CHANGES_USED: {
    status: 409,
    message: 'You have corrected this name twice. Please write to us if it is still wrong.',
  },
  CERTIFICATE_REVOKED: { status: 409, message: 'This certificate was revoked.' },
  ORDER_OPEN: { status: 409, message: 'You have an unfinished order. Please finish it, or try again later.' },
  LAST_ADMIN: { status: 409, message: 'You are the only community admin. Make someone else an admin first.' },
  LAST_WAY_IN: { status: 409, message: 'This is your only way to log in. Set a password or add a passkey first.' },
  REMINDER_CLOSED: { status: 409, message: 'This course will not run again.' },
  WAITLIST_NOT_FULL: { status: 409, message: 'There are seats available: you can enrol now.' },
  SEATS_TAKEN: { status: 409, message: 'These seats are no longer available.' },
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
    message: 'A bank is disputing a payment for this order. It can’t be refunded until the dispute is decided.',
  },
  DISPUTE_LOST: {
    status: 409,
    message: 'The bank has already taken this money back. There isn’t that much left to refund.',
  },
  ENROLMENT_CLOSED: { status: 409, message: 'Enrolment for these dates is closed.' },
  QUOTE_EXPIRED: { status: 409, message: 'This price was held for 15 minutes. Please look at it again.' },
  PRICE_CHANGED: { status: 409, message: 'The price has changed. Please look at it again.' },
  ALREADY_ENROLLED: { status: 409, message: 'You are already enrolled in this course.' },
  PAYMENT_IN_HAND: { status: 409, message: 'We’re checking a payment for this. Please don’t pay again.' },
  SECOND_FACTOR_ON: { status: 409, message: 'Two-factor authentication is already on.' },
  SECOND_FACTOR_OFF: { status: 409, message: 'Two-factor authentication is off.' },
  ANSWER_SENT: { status: 409, message: 'This answer has already been sent.' },
  MEDIA_PROCESSING: { status: 409, message: 'This file is still being prepared. Please try again in a few minutes.' },
  MEDIA_FAILED: { status: 409, message: 'This file could not be prepared. We’re told about it.' },
  SESSION_NOT_OPEN: { status: 409, message: 'This session isn’t open now.' },
  MEETING_MISSING: {
    status: 409,
    message: 'The teacher hasn’t added the meeting yet. Please try again closer to the start.',
  },
  NOT_MARKABLE: { status: 409, message: 'This lesson can’t be marked like this.' },
  NOTES_LIMITED: { status: 409, message: 'A lesson can have 200 notes. Please delete some first.' },
  INVOICE_NOT_READY: { status: 409, message: 'The invoice will be available once the order is paid.' },
  WHOLE_COHORT: {
    status: 409,
    message:
      'One order can’t take every seat for these dates. Please choose fewer seats, or write to us to book all of them.',
  },
  ORDER_CLOSED: { status: 409, message: 'This order can no longer be paid.' },
  FRIENDS_LOG_IN: { status: 403, message: 'Please log in to give this seat to someone else.' },
  FRIENDS_CLOSED: { status: 409, message: 'This seat can no longer be given to someone else.' },
  RECEIPT_NOT_POSSIBLE: { status: 409, message: 'There is no receipt to send for this order.' },
  REFUND_NOT_POSSIBLE: { status: 409, message: 'There is nothing left to refund on this order.' },
  REFUND_UNALLOCATED: {
    status: 409,
    message: 'Part of this order was refunded in the provider’s dashboard. First choose which seats it was for.',
  },
  REFUND_CHANGED: { status: 409, message: 'This order has changed in the meantime. Please review it again.' },
  REFUND_IN_FLIGHT: {
    status: 409,
    message: 'A refund was sent just now and may still go through. Please check this order again in ten minutes.',
  },
  REFUND_TOO_LARGE: { status: 409, message: 'This is more than was paid.' },
  METHOD_NOT_AVAILABLE: { status: 409, message: 'This payment method is not available.' },
  DEPOSIT_NOT_OFFERED: { status: 409, message: 'A deposit is not available for this.' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, message: 'This request is still being processed.' },
  IDEMPOTENCY_MISMATCH: { status: 422, message: 'This Idempotency-Key was already used for another request.' },
  HOLDS_LIMITED: {
    status: 429,
    message: 'You have too many unpaid seats on hold. Please pay for them first, or try again in a few minutes.',
  },
  QUOTES_LIMITED: {
    status: 429,
    message: 'Too many price requests from your network. Please try again in a minute.',
  },
  ORDERS_LIMITED: {
    status: 429,
    message: 'There are many unpaid orders from your network. Please try again in a minute. You have not been charged.',
  },
  ATTEMPTS_LIMITED: {
    status: 429,
    message: 'There were too many attempts to pay this order. Please write to us, or place it again tomorrow.',
  },
  SITE_BUSY: {
    status: 429,
    message: 'The site is very busy right now. Please try again in a minute. You have not been charged.',
  },
  HOLD_COOL_DOWN: {
    status: 429,
    message:
      'Your last hold for these dates ended without a payment, so others can take the seats first. Please try again in a few minutes.',
  },
  LAST_SEATS: {
    status: 429,
    message:
      'You held seats for these dates in the last hour without paying. The last two seats are reserved for others for now. Please try again later, or choose other dates.',
  },
  RATE_LIMITED: { status: 429, message: 'Too many attempts. Please wait a little.' },
  INTERNAL: { status: 500, message: 'Internal Server Error' },
  OVERLOADED: { status: 503, message: 'The site is very busy. Please try again in a moment.' },
  PROVIDER_AWAY: { status: 503, message: 'The payment provider is not responding. Please try again in a few minutes.' },
  PROVIDER_NOT_CONFIGURED: {
    status: 503,
    message: 'This payment was started with a provider that we no longer use. Please contact us.',
  },
  UNAVAILABLE: { status: 503, message: 'Internal Server Error' },
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof REFUSALS

/** The status and public sentence of each refusal. */
export const refusals: Readonly<Record<RefusalCode, RefusalEntry>> = REFUSALS
