/**
 * The life of a seat hold: seats set aside for an order while it is paid. It ends once, either way, so
 * that seats are neither given back twice nor kept by nobody. Price rule 7.
 */
export type State = 'live' | 'taken' | 'released'
export type Event = 'seated' | 'lapsed'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  live: { seated: 'taken', lapsed: 'released' },
  taken: {},
  released: {},
}
