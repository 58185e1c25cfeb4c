/** What the list of learners filters and sorts by. docs/contract §42. */

/** `active`: with a seat. `over`: with a seat whose access has ended. `ended`: the seat was cancelled or refunded. */
export const SEAT_STATES = ['active', 'over', 'ended'] as const
export type SeatState = (typeof SEAT_STATES)[number]

/**
 * Of a seat: `deposit` while a balance is due later, `overdue` once its day has passed. `refunded`: nothing of it is kept;
 * `part-refunded`: a part is, and nothing is due. `lost`: a bank took back a payment of the order.
 */
export const PAYMENT_STATES = ['paid', 'deposit', 'overdue', 'free', 'part-refunded', 'refunded', 'lost'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** `due`: the seats of which a part is not paid, due later or overdue. */
export const PAYMENT_FILTERS = [...PAYMENT_STATES, 'due'] as const
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number]

export const LEARNER_SORTS = ['joined', '-joined', 'name', '-name', 'progress', '-progress', 'seen', '-seen'] as const

/** The days of the counted filter “not seen”. */
export const UNSEEN_DAYS = 14

/** So long after joining a course on demand nobody is behind. */
export const FIRST_DAYS_ON_DEMAND = 7

/** Seats that one call gives away. */
export const MOST_FREE_SEATS = 100
