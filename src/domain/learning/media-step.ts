/**
 * The state machine of one processing step of an asset. docs/contract §9. A worker that dies returns its step to
 * `waiting` when its lease ends. `done` is final, so a step has one result.
 */
export type MediaStepState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
export type MediaStepEvent = 'leased' | 'done' | 'failed' | 'lease_ended' | 'cancelled' | 'retried'

export const MEDIA_STEP_TRANSITIONS: {
  readonly [S in MediaStepState]: { readonly [E in MediaStepEvent]?: MediaStepState }
} = {
  waiting: { leased: 'running', cancelled: 'cancelled' },
  running: { done: 'done', failed: 'failed', lease_ended: 'waiting', cancelled: 'cancelled' },
  failed: { retried: 'waiting', cancelled: 'cancelled' },
  cancelled: { retried: 'waiting' },
  done: {},
}

/** The next state, or null when the event does not apply to this state. */
export function nextMediaStepState(state: MediaStepState, event: MediaStepEvent): MediaStepState | null {
  return MEDIA_STEP_TRANSITIONS[state][event] ?? null
}

/** Deaths of workers and encoders after which a step has failed: its file kills them. */
export const MAX_DEATHS = 10

/** The minutes until the next attempt after a death, or null when the step has failed for good. */
export function getMinutesAfterDeath(deathCount: number): number | null {
  return deathCount < MAX_DEATHS ? deathCount - 1 : null
}

/** Minutes before a failed step is tried again, by the number of failures. */
const RETRY_MINUTES = [1, 10, 60]

/** The minutes until the next attempt after a failure, or null when the step has failed for good. */
export function getRetryMinutes(failureCount: number): number | null {
  return RETRY_MINUTES[failureCount - 1] ?? null
}
