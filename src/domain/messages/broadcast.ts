/** The state machine of a message to learners, and its limits. docs/contract §43. */
export type BroadcastState = 'draft' | 'scheduled' | 'sending' | 'sent'
export type BroadcastEvent = 'scheduled' | 'undone' | 'started' | 'finished'

export const BROADCAST_TRANSITIONS: {
  readonly [S in BroadcastState]: { readonly [E in BroadcastEvent]?: BroadcastState }
} = {
  draft: { scheduled: 'scheduled' },
  scheduled: { undone: 'draft', started: 'sending' },
  sending: { finished: 'sent' },
  sent: {},
}

/** How long a message that is sent now can be undone. */
export const UNDO_SECONDS = 30
/** Of a course in a UTC day. The database has the same number (`broadcast.day_slot`). */
export const MESSAGES_A_DAY = 3
export const SUBJECT_MAX = 120
/** Characters of Markdown. */
export const BODY_MAX = 20_000
/** The furthest day that a message can be planned for. */
export const PLAN_DAYS = 366
