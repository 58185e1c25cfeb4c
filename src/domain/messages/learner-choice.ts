/** Which learners of a course a message is for. docs/contract §43. */

import type { PaymentFilter } from '#domain/learners/learner-list.ts'

/** `finished`: completed the course. */
export const LEARNER_STATES = ['unfinished', 'finished'] as const

/** All learners of the course with open access. */
export const EVERYBODY = { cohort: null, state: null, person: null, learners: null } as const

type LearnersPart = { unseenDays?: number | undefined; behind?: '1' | undefined; payment?: PaymentFilter | undefined }

/** The words for a part of the list of learners, such as `behind`. */
export function describeLearners({ unseenDays, behind, payment }: LearnersPart): string[] {
  return [
    ...(behind ? ['behind'] : []),
    ...(unseenDays ? [`not seen for ${unseenDays} ${unseenDays === 1 ? 'day' : 'days'}`] : []),
    ...(payment ? [PAYMENT_WORDS[payment] ?? payment] : []),
  ]
}

/** The others are words of their own. */
const PAYMENT_WORDS: Readonly<Partial<Record<PaymentFilter, string>>> = {
  deposit: 'deposit paid',
  overdue: 'balance overdue',
  free: 'with a free seat',
  due: 'not paid in full',
}
