/**
 * Every kind of e-mail, and how it is treated. docs/contract §22 and §26.
 *
 * A new kind is one line in `MAIL_KINDS`. Its name begins the dedupe key of its e-mails: `name:id`, where the id names
 * the thing that the e-mail is about. A kind with a `category` is written by `enqueueOptionalMail`, which adds the link
 * that turns the category off, and leaves out people who did. Any other kind is written by `enqueueMail`. Both take the
 * reader's zone and a time after which the e-mail is useless.
 */
import type { JobName } from '#platform/jobs/jobs.ts'
import type { MailCategory } from './mail-categories.ts'

type KindRule = {
  /** Null: nobody can turn it off, because it is about an order, an account or a request of the reader. */
  category: MailCategory | null
  /** Sent at once. Any other e-mail waits for the day of its reader (`domain/send-window.ts`). */
  isUrgent: boolean
  /** Sent also to a suppressed address, because it is about the security of an account, a payment or a refund. */
  isEssential?: true
  /**
   * The job that writes the e-mail anew, with new links, from the id in its dedupe key, when an admin sends it again
   * (docs/contract §34). Its verb must do nothing if the reason is over, and must write to this reader only. Null: no
   * job can write it again for one reader, for example because it had a code that is not stored.
   */
  again: WriteAgain | null
}

/** @param id the dedupe key without its kind */
export type WriteAgain = (id: string) => { job: JobName; data: object }

const byId =
  (job: JobName, field: string): WriteAgain =>
  (id) => ({ job, data: { [field]: id } })
/** For keys `kind:person:id`. */
const byLastId =
  (job: JobName, field: string): WriteAgain =>
  (id) => ({ job, data: { personId: id.split(':')[0], [field]: id.split(':').at(-1) } })

const NOTICE = { category: null, isUrgent: true, again: null } as const
const ESSENTIAL = { ...NOTICE, isEssential: true } as const

export const MAIL_KINDS = {
  // Accounts
  'sign-up': {
    category: null,
    isUrgent: true,
    isEssential: true,
    again: (id: string) => {
      const [signUpId, mailNumber] = id.split(':')
      return { job: 'account.sign-up-requested', data: { signUpId, mailNumber: Number(mailNumber) } }
    },
  },
  reset: ESSENTIAL,
  'log-in-link': ESSENTIAL,
  'step-up-code': ESSENTIAL,
  'password-changed': ESSENTIAL,
  'new-device': ESSENTIAL,
  'identity-proof': {
    category: null,
    isUrgent: true,
    isEssential: true,
    again: byId('account.identity-requested', 'proofId'),
  },
  'turned-on': ESSENTIAL,
  'turned-off': ESSENTIAL,
  'recovery-codes-renewed': ESSENTIAL,
  'recovery-code-used': ESSENTIAL,
  'passkey-added': ESSENTIAL,
  'passkey-removed': ESSENTIAL,
  'identity-added': ESSENTIAL,
  'identity-removed': ESSENTIAL,
  // Orders
  receipt: { category: null, isUrgent: true, isEssential: true, again: byId('receipt.again', 'orderId') },
  'receipt-again': ESSENTIAL,
  returned: { category: null, isUrgent: true, isEssential: true, again: byId('order.returned', 'orderId') },
  refund: {
    category: null,
    isUrgent: true,
    isEssential: true,
    again: (id: string) => {
      const [requestId, which] = id.split(':')
      return { job: 'order.refunded', data: { requestId, isDecided: which === 'undisputed' } }
    },
  },
  'cohort-cancelled': { category: null, isUrgent: true, isEssential: true, again: byId('order.cancelled', 'orderId') },
  balance: { category: null, isUrgent: false, isEssential: true, again: null },
  'charge-notice': ESSENTIAL,
  'charge-failed': ESSENTIAL,
  'balance-paid': { category: null, isUrgent: true, isEssential: true, again: byId('balance.paid', 'orderId') },
  'dispute-open': { category: null, isUrgent: true, again: byId('dispute.opened', 'disputeId') },
  'dispute-inquiry': { category: null, isUrgent: true, again: byId('dispute.opened', 'disputeId') },
  'gift-card': NOTICE,
  'referral-reward': { category: null, isUrgent: false, again: null },
  'referral-reversed': { category: null, isUrgent: false, again: null },
  invitation: NOTICE,
  'invitation-reminder': { category: null, isUrgent: false, again: null },
  /** Written in the daytime of its reader, so that it is sent at once and never after an order. */
  'checkout.unfinished': { category: 'checkout.unfinished', isUrgent: true, again: null },
  // Places
  'place-asked': {
    category: null,
    isUrgent: true,
    again: (id: string) => {
      const [enrolmentId, askId] = id.split(':')
      return { job: 'enrolment.asked', data: { enrolmentId, askId } }
    },
  },
  welcome: {
    category: null,
    isUrgent: true,
    again: (id: string) => {
      const [enrolmentId, friendId] = id.split(':')
      return { job: friendId ? 'invitation.accepted' : 'enrolment.opened', data: { enrolmentId } }
    },
  },
  waitlist: NOTICE,
  interest: NOTICE,
  curriculum: NOTICE,
  'waitlist-closed': { category: null, isUrgent: false, again: null },
  'interest-closed': { category: null, isUrgent: false, again: null },
  /** News about a course has its own link that turns it off (§25). */
  news: { category: null, isUrgent: false, again: null },
  'waitlist-offer': { category: null, isUrgent: true, again: byId('waitlist.offered', 'offerId') },
  // Learning
  'access.locked': NOTICE,
  'access.frozen': NOTICE,
  'access.restored': NOTICE,
  'lesson.opened': { category: 'lesson.opened', isUrgent: false, again: null },
  'session.soon': { category: 'session.soon', isUrgent: true, again: null },
  'session.open': { category: 'session.open', isUrgent: true, again: null },
  'schedule.changed': NOTICE,
  'recording.ready': {
    category: 'recording.ready',
    isUrgent: false,
    again: byLastId('recording.attached', 'sessionId'),
  },
  'access.ending': { category: 'access.ending', isUrgent: false, again: null },
  'certificate.issued': {
    category: null,
    isUrgent: true,
    again: byLastId('certificate.issued', 'certificateId'),
  },
  'certificate.revoked': {
    category: null,
    isUrgent: false,
    again: byLastId('certificate.revoked', 'certificateId'),
  },
  'media.failed': { category: 'media.failed', isUrgent: true, again: null },
  'storage.nearly-full': { category: 'storage.nearly-full', isUrgent: false, again: null },
  // Support
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
