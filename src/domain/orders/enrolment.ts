/**
 * The state machine of an enrolment: a person's seat in a cohort. An enrolment starts when its order is paid. A free
 * enrolment without a log-in waits until the e-mail address is confirmed. Enrolling again creates a new enrolment.
 */
export type EnrolmentState = 'unconfirmed' | 'active' | 'cancelled'
export type EnrolmentEvent = 'confirmed' | 'expired' | 'cancelled'

export const ENROLMENT_TRANSITIONS: {
  readonly [S in EnrolmentState]: { readonly [E in EnrolmentEvent]?: EnrolmentState }
} = {
  unconfirmed: { confirmed: 'active', expired: 'cancelled', cancelled: 'cancelled' },
  active: { cancelled: 'cancelled' },
  cancelled: {},
}

/**
 * Hours until an unconfirmed enrolment expires: a day when few seats are left, else as long as its link works.
 * docs/contract §4.
 */
export const UNCONFIRMED_HOURS = { fewSeats: 24, manySeats: 7 * 24 } as const
/** The maximum number of unconfirmed enrolments per client in a cohort with few seats left. docs/contract §4. */
export const MAX_UNCONFIRMED = 3
