/**
 * The state machine of a seat hold: seats reserved for an order during payment. It ends once, so that its seats are
 * neither released twice nor left reserved. A payment that is approved after the hold expired takes the seats again for
 * a moment, if they are free, so that it can be captured. docs/contract §5 (price rule 7) and §30, docs/decisions/0045.
 */

/** Minutes of a hold. It is renewed during a payment, up to the limit, which a check of the table repeats. */
export const HOLD_MINUTES = 15
export const HOLD_LIMIT_MINUTES = 30
/** Minutes for which an expired order takes its seats again, so that its approved payment can be captured. */
export const CAPTURE_MINUTES = 5

export type SeatHoldState = 'live' | 'taken' | 'released'
export type SeatHoldEvent = 'seated' | 'expired' | 'reopened'

export const SEAT_HOLD_TRANSITIONS: {
  readonly [S in SeatHoldState]: { readonly [E in SeatHoldEvent]?: SeatHoldState }
} = {
  live: { seated: 'taken', expired: 'released' },
  taken: {},
  released: { reopened: 'live' },
}
