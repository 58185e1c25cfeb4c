import type { PaymentFilter, PaymentState, SeatState } from '#domain/learners/learner-list.ts'
import { formatDay } from '#domain/schedule.ts'

export const SEAT_LABELS: Readonly<Record<SeatState, string>> = {
  active: 'Has a seat',
  over: 'Access ended',
  ended: 'Seat ended',
}

export const PAYMENT_LABELS: Readonly<Record<PaymentState, string>> = {
  paid: 'Paid',
  deposit: 'Deposit paid',
  overdue: 'Balance overdue',
  free: 'Free seat',
  'part-refunded': 'Part refunded',
  refunded: 'Refunded',
  lost: 'Taken back by the bank',
}

export const PAYMENT_FILTER_LABELS: Readonly<Record<PaymentFilter, string>> = {
  ...PAYMENT_LABELS,
  due: 'Not paid in full',
}

type Cohort = { cohortCode: string; name: string; startsAt: string | null; timezoneId: string }

/** The name that teachers gave the dates, else their first day. */
export function nameCohort({ cohortCode, name, startsAt, timezoneId }: Cohort): string {
  if (name) return name
  return startsAt ? `From ${formatDay(new Date(startsAt), timezoneId)}` : cohortCode
}

const DAY_MS = 86_400_000

/** `Today`, `Yesterday`, `16 days ago`. @param day such as `2027-01-12`, in UTC */
export function formatLastSeen(day: string | null, now: Date): string {
  if (day === null) return 'Never'
  const days = Math.floor(now.getTime() / DAY_MS) - Date.parse(`${day}T00:00:00Z`) / DAY_MS
  if (days <= 0) return 'Today'
  return days === 1 ? 'Yesterday' : `${days} days ago`
}
