/**
 * The state machine of a seat hold: seats reserved for an order during payment. It ends once, so that its seats are
 * neither released twice nor left reserved. A payment that is approved after the hold expired takes the seats again for
 * a moment, if they are free, so that it can be captured. Price rule 7, docs/decisions/0045.
 */
export type SeatHoldState = 'live' | 'taken' | 'released'
export type SeatHoldEvent = 'seated' | 'expired' | 'reopened'

export const SEAT_HOLD_TRANSITIONS: {
  readonly [S in SeatHoldState]: { readonly [E in SeatHoldEvent]?: SeatHoldState }
} = {
  live: { seated: 'taken', expired: 'released' },
  taken: {},
  released: { reopened: 'live' },
}
