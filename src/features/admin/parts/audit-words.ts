import type { Action } from '#features/audit-log/actions.ts'
import type { Entry } from '../wire/audit-log.ts'

export const ACTION_WORDS: Readonly<Record<Action, string>> = {
  'admin-logged-in': 'Logged in as admin',
  'admin-log-in-failed': 'Admin log-in failed',
  'role-given': 'Made somebody an admin',
  'second-factor-removed': 'Removed a second factor',
  'account-exported': 'Downloaded their own data',
  'account-deleted': 'Deleted their account',
  'orders-listed': 'Looked through orders',
  'orders-exported': 'Exported orders',
  'order-viewed': 'Viewed an order',
  'invoice-downloaded': 'Downloaded an invoice',
  'refund-made': 'Refunded an order',
  'refund-decided': 'Assigned a refund to seats',
  'refund-sent-again': 'Sent a refund again',
  'seat-ended': 'Ended a seat',
  'cohort-cancelled': 'Cancelled a cohort',
  'receipt-sent-again': 'Sent a receipt again',
  'inbox-listed': 'Looked through the inbox',
  'conversation-viewed': 'Read a conversation',
  'conversation-answered': 'Answered a conversation',
  'answer-taken-back': 'Took an answer back',
  'conversation-closed': 'Closed a conversation',
  'conversation-reopened': 'Reopened a conversation',
}

export function actorWords({ kind, name }: Entry['actor']): string {
  if (kind === 'operator') return 'Command line'
  if (kind === 'unknown') return 'Not logged in'
  return name ?? 'Deleted account'
}

const OBJECT_WORDS = {
  account: 'Account',
  order: 'Order',
  orders: 'Orders',
  cohort: 'Cohort',
  conversation: 'Conversation',
  inbox: 'Inbox',
} as const

export function objectWords({ kind, id, label }: Entry['object']): string {
  if (label) return label
  return id ? `${OBJECT_WORDS[kind]}, deleted` : kind === 'account' ? 'No such account' : OBJECT_WORDS[kind]
}

/** "USD 399.00", "status complete, 12 orders". */
export function detailWords({
  amount,
  currency,
  count,
  search,
  refusal,
  enrolmentId: _,
  ...others
}: Entry['details']): string {
  return [
    ...(refusal ? [REFUSAL_WORDS[String(refusal)] ?? String(refusal)] : []),
    ...(search ? ['with a search'] : []),
    ...Object.entries(others).map(([name, value]) => `${DETAIL_NAMES[name] ?? name} ${value}`),
    ...(amount && currency ? [`${currency} ${amount}`] : []),
    ...(count === undefined ? [] : [count === 1 ? '1 order' : `${count} orders`]),
  ].join(', ')
}

const DETAIL_NAMES: Readonly<Record<string, string>> = {
  courseCode: 'course',
  since: 'placed since',
  state: 'view',
  lines: 'seats:',
}

const REFUSAL_WORDS: Readonly<Record<string, string>> = {
  LOGIN_INVALID: 'wrong address or password, or not an admin',
  EMAIL_UNVERIFIED: 'address not confirmed',
  OTP_INVALID: 'wrong code',
  SECOND_FACTOR_NEEDED: 'no second factor set up',
  PASSKEY_INVALID: 'passkey not accepted',
}
