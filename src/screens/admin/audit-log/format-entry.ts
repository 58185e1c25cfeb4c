import { OBJECT_LABELS } from '#people/audit-log/actions.ts'
import type { AuditEntry } from '../wire/audit-log.ts'

export function formatActor({ kind, name }: AuditEntry['actor']): string {
  if (kind === 'operator') return 'Command line'
  if (kind === 'unknown') return 'Not logged in'
  return name ?? 'Deleted account'
}

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
  messageId: _messageId,
  person: _person,
  isNew: _isNew,
  ...otherDetails
}: AuditEntry['details']): string {
  return [
    ...(refusal ? [REFUSAL_LABELS[String(refusal)] ?? String(refusal)] : []),
    ...(search ? ['with a search'] : []),
    ...Object.entries(otherDetails).map(
      ([name, value]) => `${DETAIL_LABELS[name] ?? name} ${formatValue(String(value))}`,
    ),
    ...(amount && currency ? [`${currency} ${amount}`] : []),
    ...(count === undefined ? [] : [count === 1 ? '1 order' : `${count} orders`]),
  ].join(', ')
}

/** An instant as `2026-11-28 06:54 UTC`. */
const formatValue = (value: string): string =>
  VALUE_LABELS[value] ??
  (/^\d{4}-\d\d-\d\dT\d\d:\d\d\S*Z$/.test(value) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value)

const DETAIL_LABELS: Readonly<Record<string, string>> = {
  courseCode: 'course',
  cohortCode: 'dates',
  copyOf: 'copy of',
  deliveryType: 'taught',
  source: 'by',
  since: 'placed since',
  state: 'view',
  lines: 'seats:',
  verdict: 'marked',
  fields: 'fields:',
  until: 'until',
  series: 'series',
  firstNumber: 'from',
  lastNumber: 'to',
  bytesBefore: 'bytes before:',
  bytes: 'bytes:',
}

const VALUE_LABELS: Readonly<Record<string, string>> = {
  community_admin: 'admin',
  'community-admin': 'admin',
  co_teacher: 'co-teacher',
  'on-demand': 'on demand',
  'role-ended': 'the role has ended',
}

const REFUSAL_LABELS: Readonly<Record<string, string>> = {
  LOGIN_INVALID: 'wrong e-mail or password, or not an admin',
  EMAIL_UNVERIFIED: 'e-mail not confirmed',
  OTP_INVALID: 'wrong code',
  SECOND_FACTOR_NEEDED: 'no second factor set up',
  PASSKEY_INVALID: 'passkey not accepted',
}
