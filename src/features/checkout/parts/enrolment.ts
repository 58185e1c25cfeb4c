/** What was typed and begun in this tab, so that a reload loses nothing. Contract §7: 24 hours, never a card or a code. */
import type { ClientEnvironment, Credential } from '#http/client.ts'

export type Details = { email: string; name: string; phoneNumber: string }
/** Somebody who comes along; without an address she is named later. `id` tells two of them apart in this tab. */
export type Friend = { id: string; name: string; email: string }
/** What is bought and how much of it is paid today; `seats` is the buyer's and one for each friend. */
export type Choices = { seats: number; friends: Friend[]; paymentType: PaymentType }
export type PaymentType = 'full' | 'deposit'

/** A gift card for somebody. `amount` as typed, in whole dollars; `sendOn` is a day of the buyer's zone, empty for today. */
export type Gift = { recipientName: string; recipientEmail: string; message: string; amount: string; sendOn: string }

export type Enrolment = Details &
  Choices & {
    version: 2
    intent: 'enrol'
    courseCode: string
    offerCode: string
    quoteId: string | null
    orderId: string | null
    /** What this checkout is known by where it places an order anew. */
    clientKey: string
    /** `paying`: a card was handed over and its answer is not known; `done`: the order is complete. */
    step: 'details' | 'paying' | 'done'
    expiry: string
    gift?: Gift
  }

type Kept = Pick<ClientEnvironment, 'local' | 'session'>

const KEY = 'enrolment'
const TOKEN = 'session_token'
const HOURS = 24

export function newEnrolment(
  at: { courseCode: string; offerCode: string },
  quoteId: string | null,
  now: Date,
): Enrolment {
  return {
    version: 2,
    intent: 'enrol',
    ...at,
    email: '',
    name: '',
    phoneNumber: '',
    seats: 1,
    friends: [],
    paymentType: 'full',
    quoteId,
    orderId: null,
    clientKey: crypto.randomUUID(),
    step: 'details',
    expiry: new Date(now.getTime() + HOURS * 60 * 60 * 1000).toISOString(),
  }
}

export function nobodyYet(): Friend {
  return { id: crypto.randomUUID(), name: '', email: '' }
}

export function readEnrolment({ session }: Pick<Kept, 'session'>, now: Date): Enrolment | null {
  try {
    const kept = JSON.parse(session.getItem(KEY) ?? 'null') as Enrolment | null
    return kept?.version === 2 && Date.parse(kept.expiry) > now.getTime() ? kept : null
  } catch {
    return null
  }
}

export function keepEnrolment({ session }: Pick<Kept, 'session'>, enrolment: Enrolment): void {
  session.setItem(KEY, JSON.stringify(enrolment))
}

export function keepCheckoutToken({ session }: Pick<Kept, 'session'>, token: string): void {
  session.setItem(TOKEN, token)
}

export function checkoutTokenOf({ session }: Pick<Kept, 'session'>): string | null {
  return session.getItem(TOKEN)
}

/** The order's own token where this tab placed it, else the learner's, else nobody's. */
export function credentialFor(kept: Kept, orderId: string | null, now: Date): Credential {
  const placedHere = orderId !== null && readEnrolment(kept, now)?.orderId === orderId
  if (placedHere && kept.session.getItem(TOKEN)) return 'checkout'
  return kept.local.getItem('access_token') ? 'learner' : 'none'
}
