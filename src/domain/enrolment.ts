/**
 * The life of one enrolment: a person's place in a run. It begins where an order is paid; a free place that
 * was taken without a session waits until its address is proved. Whoever enrols again gets a new one.
 */
export type State = 'unconfirmed' | 'active' | 'cancelled'
export type Event = 'confirmed' | 'lapsed' | 'cancelled'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  unconfirmed: { confirmed: 'active', lapsed: 'cancelled', cancelled: 'cancelled' },
  active: { cancelled: 'cancelled' },
  cancelled: {},
}

/** How long an unconfirmed place waits: a day where seats are few, else as long as its link works. Contract §4. */
export const UNCONFIRMED_HOURS = { fewSeats: 24, manySeats: 7 * 24 } as const
/** Unconfirmed places of one cohort that one client may have, where seats are few. Contract §4. */
export const MOST_UNCONFIRMED = 3
