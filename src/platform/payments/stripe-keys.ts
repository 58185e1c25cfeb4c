/** Calls of Stripe's API that may be repeated: the row of idempotency keys, and the state of an intent after a late call. */
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'

/** A charge names its card only when it comes along. */
export const WITH_CHARGE = { expand: ['latest_charge'] }
const MOST_KEYS = 5
/** 1.5 seconds in all, well within the deadline. */
const MOST_WAITS = 5
const WAIT_MS = 150

/**
 * Sends with a key. Stripe keeps the answer of a key for a day, its own failures too: a failure that is
 * a repetition will never be anything else, so the next key of the same row is taken. Everybody who asks
 * goes along the same row and comes to the same answer; what a spent key may have made, nobody has the
 * secret of, or it is found in the list.
 */
export async function keyed<Answer>(key: string, send: (key: string) => Promise<Answer>): Promise<Answer> {
  for (let number = 1, waits = 1; ; ) {
    try {
      return await send(number === 1 ? key : `${key}:${number}`)
    } catch (error) {
      if (isSpent(error) && number < MOST_KEYS) number++
      else if (isInUse(error) && waits < MOST_WAITS) await pause(WAIT_MS * waits++)
      else throw error
    }
  }
}

/** Two of us ask with one key at once, and the other was first: its answer is ours as soon as it is there. */
function isInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409
}

function isSpent(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.statusCode ?? 0) >= 500 &&
    error.headers?.['idempotent-replayed'] === 'true'
  )
}

/** The intent has succeeded, is processing or was cancelled already, so its current state is the answer. */
export function isPastCancelling(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
}
