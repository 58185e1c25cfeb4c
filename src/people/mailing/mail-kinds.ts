/**
 * Every kind of e-mail, and how it is treated. docs/contract §22 and §26.
 *
 * A new kind is one line in `MAIL_KINDS`, and its label. Its name begins the dedupe key of its e-mails: `name:id`, where the id names
 * the thing that the e-mail is about. A kind with a `category` is written by `enqueueOptionalMail`, which adds the link
 * that turns the category off, and leaves out people who did. Any other kind is written by `enqueueMail`. Both take the
 * reader's zone and a time after which the e-mail is useless.
 */
import type { MailCategory } from './mail-categories.ts'

type KindRule = {
  /** Null: nobody can turn it off, because it is about an order, an account or a request of the reader. */
  category: MailCategory | null
  /** Sent at once. Any other e-mail waits for the day of its reader (`domain/send-window.ts`). */
  isUrgent: boolean
  /** Not urgent, but sent at the time that its sender chose, also at night. */
  isTimed?: true
  /** Sent also to a suppressed address, because it is about the security of an account, a payment, a refund or the server. */
  isEssential?: true
}

const NOTICE = { category: null, isUrgent: true } as const
const ESSENTIAL = { ...NOTICE, isEssential: true } as const

export const MAIL_KINDS = {
  // Accounts
  'sign-up': ESSENTIAL,
  reset: ESSENTIAL,
  'log-in-link': ESSENTIAL,
  'step-up-code': ESSENTIAL,
  'password-changed': ESSENTIAL,
  'new-device': ESSENTIAL,
  'identity-proof': ESSENTIAL,
  'turned-on': ESSENTIAL,
  'turned-off': ESSENTIAL,
  'recovery-codes-renewed': ESSENTIAL,
  'recovery-code-used': ESSENTIAL,
  'passkey-added': ESSENTIAL,
  'passkey-removed': ESSENTIAL,
  'identity-added': ESSENTIAL,
  'identity-removed': ESSENTIAL,
  'role-invitation': NOTICE,
  // Orders
  receipt: ESSENTIAL,
  'receipt-again': ESSENTIAL,
  returned: ESSENTIAL,
  refund: ESSENTIAL,
  'cohort-cancelled': ESSENTIAL,
  balance: { category: null, isUrgent: false, isEssential: true },
  'charge-notice': ESSENTIAL,
  'charge-failed': ESSENTIAL,
  'balance-paid': ESSENTIAL,
  'dispute-open': NOTICE,
  'dispute-inquiry': NOTICE,
  'gift-card': NOTICE,
  'referral-reward': { category: null, isUrgent: false },
  'referral-reversed': { category: null, isUrgent: false },
  invitation: NOTICE,
  'invitation-reminder': { category: null, isUrgent: false },
  /** Written in the daytime of its reader, so that it is sent at once and never after an order. */
  'checkout.unfinished': { category: 'checkout.unfinished', isUrgent: true },
  // Places
  'place-asked': NOTICE,
  welcome: NOTICE,
  waitlist: NOTICE,
  interest: NOTICE,
  curriculum: NOTICE,
  'waitlist-closed': { category: null, isUrgent: false },
  'interest-closed': { category: null, isUrgent: false },
  /** News about a course has its own link that turns it off (§25). */
  news: { category: null, isUrgent: false },
  'waitlist-offer': NOTICE,
  // Learning
  'access.locked': NOTICE,
  'access.frozen': NOTICE,
  'access.restored': NOTICE,
  'lesson.opened': { category: 'lesson.opened', isUrgent: false },
  'session.soon': { category: 'session.soon', isUrgent: true },
  'session.open': { category: 'session.open', isUrgent: true },
  'schedule.changed': NOTICE,
  'seat.moved': NOTICE,
  'seat.given': NOTICE,
  'recording.ready': {
    category: 'recording.ready',
    isUrgent: false,
  },
  'access.ending': { category: 'access.ending', isUrgent: false },
  /** A teacher's message to learners (§43). */
  'course.news': { category: 'course.news', isUrgent: false, isTimed: true },
  'course.news-test': NOTICE,
  'certificate.issued': NOTICE,
  'certificate.revoked': {
    category: null,
    isUrgent: false,
  },
  'media.failed': { category: 'media.failed', isUrgent: true },
  'storage.nearly-full': { category: 'storage.nearly-full', isUrgent: false },
  // Support
  /** Also to an address that a misconfigured server has refused once: a test is sent. */
  'site-test': ESSENTIAL,
  'support-answer': NOTICE,
  'support-notice': NOTICE,
} as const satisfies Readonly<Record<string, KindRule>>

export type MailKind = keyof typeof MAIL_KINDS
/** The kinds that a person can turn off. */
export type OptionalMailKind = {
  [Kind in MailKind]: (typeof MAIL_KINDS)[Kind]['category'] extends null ? never : Kind
}[MailKind]
/** The same key is written and sent only once. It contains ids, never an address. */
export type MailKey = `${MailKind}:${string}`

/** Null for a kind of an earlier version. */
export function getMailKind(kind: string): KindRule | null {
  return Object.hasOwn(MAIL_KINDS, kind) ? MAIL_KINDS[kind as MailKind] : null
}

/** As admins see the kinds. */
export const MAIL_KIND_LABELS: Readonly<Record<MailKind, string>> = {
  'sign-up': 'Confirm a new account',
  reset: 'New password',
  'log-in-link': 'Log-in link',
  'step-up-code': 'Code to confirm a person',
  'password-changed': 'Password changed',
  'new-device': 'New device',
  'identity-proof': 'Confirm a social log-in',
  'turned-on': 'Second factor on',
  'turned-off': 'Second factor off',
  'recovery-codes-renewed': 'New recovery codes',
  'recovery-code-used': 'Recovery code used',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'identity-added': 'Social log-in added',
  'identity-removed': 'Social log-in removed',
  'role-invitation': 'Invitation to a role',
  receipt: 'Receipt',
  'receipt-again': 'Receipt, sent again',
  returned: 'Payment returned',
  refund: 'Refund',
  'cohort-cancelled': 'Dates cancelled',
  balance: 'Balance due',
  'charge-notice': 'Card charge announced',
  'charge-failed': 'Card charge failed',
  'balance-paid': 'Balance paid',
  'dispute-open': 'Dispute, to support',
  'dispute-inquiry': 'Bank inquiry, to support',
  'gift-card': 'Gift card',
  'referral-reward': 'Referral reward',
  'referral-reversed': 'Referral reward taken back',
  invitation: 'Invitation of a friend',
  'invitation-reminder': 'Reminder of an invitation',
  'checkout.unfinished': 'Unfinished checkout',
  'place-asked': 'Confirm a free seat',
  welcome: 'Welcome to a course',
  waitlist: 'Confirm a waitlist entry',
  interest: 'Confirm a request for news',
  curriculum: 'Curriculum',
  'waitlist-closed': 'Waitlist closed',
  'interest-closed': 'News ended',
  news: 'News about a course',
  'waitlist-offer': 'Offer of a seat',
  'access.locked': 'Access paused',
  'access.frozen': 'Access on hold',
  'access.restored': 'Access open again',
  'lesson.opened': 'Lessons opened',
  'session.soon': 'Reminder of a session',
  'session.open': 'Start of a session',
  'schedule.changed': 'Dates changed',
  'seat.moved': 'Moved to other dates',
  'seat.given': 'Free seat',
  'recording.ready': 'Recording ready',
  'access.ending': 'Access ends soon',
  'course.news': 'Message from a teacher',
  'course.news-test': 'Test of a message, to its teacher',
  'certificate.issued': 'Certificate',
  'certificate.revoked': 'Certificate revoked',
  'media.failed': 'File not usable',
  'storage.nearly-full': 'Storage nearly full',
  'site-test': 'Test of the mail server',
  'support-answer': 'Answer from support',
  'support-notice': 'New message, to support',
}

/** A kind of an earlier version has no label. */
export const getKindLabel = (kind: string): string =>
  Object.hasOwn(MAIL_KIND_LABELS, kind) ? MAIL_KIND_LABELS[kind as MailKind] : kind
