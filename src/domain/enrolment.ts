/**
 * The life of one enrolment: a person's place in a run. It begins where an order is paid, and only an
 * active one counts as a place taken; who enrols again gets a new one.
 */
export type State = 'active' | 'cancelled'
export type Event = 'cancelled'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  active: { cancelled: 'cancelled' },
  cancelled: {},
}
