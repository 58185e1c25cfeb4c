import type { AuditAction } from '#people/audit-log/actions.ts'
import type { AuditEntry } from '../wire/audit-log.ts'

export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  'admin-logged-in': 'Logged in as admin',
  'admin-log-in-failed': 'Admin log-in failed',
  'role-given': 'Gave a role',
  'second-factor-removed': 'Removed a second factor',
  'account-exported': 'Downloaded their own data',
  'account-deleted': 'Deleted their account',
  'orders-listed': 'Viewed the order list',
  'orders-exported': 'Exported orders',
  'order-viewed': 'Viewed an order',
  'attribution-viewed': 'Viewed the attribution report',
  'attribution-exported': 'Exported the attribution report',
  'invoice-downloaded': 'Downloaded an invoice',
  'refund-made': 'Refunded an order',
  'refund-allocated': 'Assigned a refund to seats',
  'refund-retried': 'Retried a refund',
  'seat-ended': 'Ended a seat',
  'cohort-cancelled': 'Cancelled a cohort',
  'course-created': 'Made a course',
  'course-published': 'Published a course',
  'cohort-changed': 'Changed the dates, seats or price of a course',
  'quota-changed': 'Changed the storage of a course',
  'receipt-sent-again': 'Sent a receipt again',
  'session-changed': 'Changed a session',
  'attendance-marked': 'Marked attendance',
  'access-extended': 'Extended access to a course',
  'waiting-listed': 'Listed the people who wait',
  'waiting-exported': 'Exported the people who wait',
  'waitlist-invited': 'Offered seats out of turn',
  'news-sent': 'Sent news about dates',
  'mails-listed': 'Viewed the list of e-mails',
  'mail-viewed': 'Viewed the delivery of an e-mail',
  'mail-sent-again': 'Sent an e-mail again',
  'mail-suppressed': 'Stopped optional e-mails to an address',
  'mail-suppression-lifted': 'Allowed all e-mails to an address again',
  'inbox-listed': 'Viewed the inbox',
  'conversation-viewed': 'Read a conversation',
  'conversation-answered': 'Answered a conversation',
  'answer-taken-back': 'Undid an answer',
  'conversation-closed': 'Closed a conversation',
  'conversation-reopened': 'Reopened a conversation',
  'certificate-renamed': 'Corrected the name on a certificate',
  'certificate-revoked': 'Revoked a certificate',
}

export function formatActor({ kind, name }: AuditEntry['actor']): string {
  if (kind === 'operator') return 'Command line'
  if (kind === 'unknown') return 'Not logged in'
  return name ?? 'Deleted account'
}

const OBJECT_LABELS = {
  account: 'Account',
  order: 'Order',
  orders: 'Orders',
  attribution: 'Attribution',
  cohort: 'Cohort',
  course: 'Course',
  conversation: 'Conversation',
  inbox: 'Inbox',
  certificate: 'Certificate',
  session: 'Session',
  enrolment: 'Enrolment',
  mail: 'E-mail',
} as const

export function formatObject({ kind, id, label }: AuditEntry['object']): string {
  if (label) return label
  return id ? `${OBJECT_LABELS[kind]}, deleted` : kind === 'account' ? 'No such account' : OBJECT_LABELS[kind]
}

/** "USD 399.00", "status complete, 12 orders". */
export function formatDetails({
  amount,
  currency,
  count,
  search,
  refusal,
  enrolmentId: _,
  person: _person,
  ...otherDetails
}: AuditEntry['details']): string {
  return [
    ...(refusal ? [REFUSAL_LABELS[String(refusal)] ?? String(refusal)] : []),
    ...(search ? ['with a search'] : []),
    ...Object.entries(otherDetails).map(([name, value]) => `${DETAIL_LABELS[name] ?? name} ${value}`),
    ...(amount && currency ? [`${currency} ${amount}`] : []),
    ...(count === undefined ? [] : [count === 1 ? '1 order' : `${count} orders`]),
  ].join(', ')
}

const DETAIL_LABELS: Readonly<Record<string, string>> = {
  courseCode: 'course',
  source: 'by',
  since: 'placed since',
  state: 'view',
  lines: 'seats:',
  verdict: 'marked',
  fields: 'fields:',
  until: 'until',
  bytesBefore: 'bytes before:',
  bytes: 'bytes:',
}

const REFUSAL_LABELS: Readonly<Record<string, string>> = {
  LOGIN_INVALID: 'wrong e-mail or password, or not an admin',
  EMAIL_UNVERIFIED: 'e-mail not confirmed',
  OTP_INVALID: 'wrong code',
  SECOND_FACTOR_NEEDED: 'no second factor set up',
  PASSKEY_INVALID: 'passkey not accepted',
}
