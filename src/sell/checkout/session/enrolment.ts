/** Stores the checkout of this tab, so that it survives a reload. docs/contract §7: 24 hours, never a card or a code. */
import type { AuthKind, ClientEnvironment } from '#http/client.ts'

export type ContactDetails = { email: string; name: string; phoneNumber: string }
/** A friend in the group. An empty e-mail means named later. `id` identifies the row in this tab. */
export type CheckoutFriend = { id: string; name: string; email: string }
/** Seats and payment type. `seats` counts the buyer and each friend. */
export type OrderChoices = { seats: number; friends: CheckoutFriend[]; paymentType: PaymentType }
export type PaymentType = 'full' | 'deposit'

/** A gift card. `amount` is the entered text in whole dollars; `sendOn` a date in the buyer's time zone, empty for today. */
export type GiftInput = {
  recipientName: string
  recipientEmail: string
  message: string
  amount: string
  sendOn: string
}

export type StoredEnrolment = ContactDetails &
  OrderChoices & {
    version: 2
    /** `waitlist`: the person asked for seats of a full cohort. A checkout of the course starts with this data. */
    intent: 'enrol' | 'waitlist'
    courseCode: string
    offerCode: string
    quoteId: string | null
    orderId: string | null
    /** Identifies this checkout when it places a new order. */
    clientKey: string
    /** `paying`: a card was sent and the outcome is unknown; `done`: the order is complete. */
    step: 'details' | 'paying' | 'done'
    expiry: string
    /** Whose checkout this is, once somebody has logged in. Another person starts a new one. */
    personId?: string
    /** The charge of the buyer's saved card: `lost` without an answer, or `sent`. Absent: there is none, or it was declined. */
    reusableCardCharge?: 'lost' | 'sent' | undefined
    gift?: GiftInput
    /** The token of a waitlist e-mail, whose offer holds the seats. */
    waitlistToken?: string
    /** The token of the saved checkout. Absent or empty: the person did not agree to save it. */
    savedToken?: string
  }

type EnrolmentStorage = Pick<ClientEnvironment, 'local' | 'session'>

const STORAGE_KEY = 'enrolment'
const TOKEN_KEY = 'session_token'
const LIFETIME_HOURS = 24

export function createEnrolment(
  offer: { courseCode: string; offerCode: string },
  quoteId: string | null,
  now: Date,
): StoredEnrolment {
  return {
    version: 2,
    intent: 'enrol',
    ...offer,
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
    expiry: new Date(now.getTime() + LIFETIME_HOURS * 60 * 60 * 1000).toISOString(),
  }
}

export function createUnnamedFriend(): CheckoutFriend {
  return { id: crypto.randomUUID(), name: '', email: '' }
}

export function readEnrolment({ session }: Pick<EnrolmentStorage, 'session'>, now: Date): StoredEnrolment | null {
  try {
    const stored = JSON.parse(session.getItem(STORAGE_KEY) ?? 'null') as StoredEnrolment | null
    return stored?.version === 2 && Date.parse(stored.expiry) > now.getTime() ? stored : null
  } catch {
    return null
  }
}

/** For the logged-in person. Deletes what another person left in this tab, such as before a restart of the browser. */
export function readOwnEnrolment(
  storage: Pick<EnrolmentStorage, 'session'>,
  now: Date,
  person: { user_id: string } | null,
): StoredEnrolment | null {
  const stored = readEnrolment(storage, now)
  if (!stored?.personId || !person || stored.personId === person.user_id) return stored
  deleteEnrolment(storage)
  deleteCheckoutToken(storage)
  return null
}

export function storeEnrolment({ session }: Pick<EnrolmentStorage, 'session'>, enrolment: StoredEnrolment): void {
  session.setItem(STORAGE_KEY, JSON.stringify(enrolment))
}

export function deleteEnrolment({ session }: { session: Pick<Storage, 'removeItem'> }): void {
  session.removeItem(STORAGE_KEY)
}

export function storeCheckoutToken({ session }: Pick<EnrolmentStorage, 'session'>, token: string): void {
  session.setItem(TOKEN_KEY, token)
}

export function getCheckoutToken({ session }: { session: Pick<Storage, 'getItem'> }): string | null {
  return session.getItem(TOKEN_KEY)
}

export function deleteCheckoutToken({ session }: { session: Pick<Storage, 'removeItem'> }): void {
  session.removeItem(TOKEN_KEY)
}

/** Uses the checkout token for an order of this tab, else the learner's token, else none. */
export function getOrderAccess(storage: EnrolmentStorage, orderId: string | null, now: Date): AuthKind {
  const isOrderOfThisTab = orderId !== null && readEnrolment(storage, now)?.orderId === orderId
  if (isOrderOfThisTab && storage.session.getItem(TOKEN_KEY)) return 'checkout'
  return storage.local.getItem('access_token') ? 'learner' : 'none'
}
