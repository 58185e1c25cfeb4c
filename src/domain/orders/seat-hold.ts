/**
 * The state machine of a seat hold: seats reserved for an order during payment. It ends once, so that its seats are
 * neither released twice nor left reserved. Price rule 7.
 */
export type SeatHoldState = 'live' | 'taken' | 'released'
export type SeatHoldEvent = 'seated' | 'expired'

export const SEAT_HOLD_TRANSITIONS: {
  readonly [S in SeatHoldState]: { readonly [E in SeatHoldEvent]?: SeatHoldState }
} = {
  live: { seated: 'taken', expired: 'released' },
  taken: {},
  released: {},
}
