/**
 * The life of a refund: queued with the decision to pay back, accepted when the provider has it. In
 * between it is only ever asked for again, under the same key; it is never given up.
 */
export type State = 'queued' | 'accepted'
export type Event = 'accepted'

export const TABLE: { readonly [S in State]: { readonly [E in Event]?: State } } = {
  queued: { accepted: 'accepted' },
  accepted: {},
}
