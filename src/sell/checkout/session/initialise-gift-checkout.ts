/** Initialises a gift card checkout: a new one, or an open order of this tab or of the learner. */

import type { Client, ClientEnvironment } from '#http/client.ts'
import { hasSession } from '#people/accounts/session/session.ts'
import { type Profile, userProfile } from '#people/accounts/wire.ts'
import type { OrderView } from '../wire/order.ts'
import { type CheckoutEntryReady, pickDetails } from './checkout-session.ts'
import { createEnrolment, type GiftInput, readOwnEnrolment, type StoredEnrolment } from './enrolment.ts'
import { createGiftQuote, EMPTY_GIFT, formatLocalDate, GIFT_OFFER } from './gift.ts'
import { applyProfile, getOpenOrder, loadResumption } from './initialise-checkout.ts'

type GiftCheckoutInput = {
  client: Client
  storage: Pick<ClientEnvironment, 'local' | 'session'>
  now: Date
  resume: string | null
}
export type GiftCheckoutEntry = CheckoutEntryReady | { is: 'receipt'; orderId: string }

export async function initialiseGiftCheckout(input: GiftCheckoutInput): Promise<GiftCheckoutEntry> {
  const { client, storage, now, resume } = input
  const profile = hasSession(storage)
    ? ((await client.call(userProfile, { auth: 'learner' })).data as Profile | null)
    : null
  const stored = readOwnEnrolment(storage, now, profile)
  const storedGift = stored?.courseCode === GIFT_OFFER.courseCode ? stored : null
  const enrolment = applyProfile(
    storedGift && storedGift.step !== 'done' ? storedGift : createGiftEnrolment(storedGift, now),
    profile,
  )

  const order = await getOpenOrder(input, resume ?? enrolment.orderId)
  if (order?.gift && order.status === 'complete') return { is: 'receipt', orderId: order.orderId }
  if (order?.gift && order.status === 'pending') {
    const gift = enrolment.orderId === order.orderId && enrolment.gift ? enrolment.gift : readGift(order.gift)
    const { resumeOrder } = await loadResumption()
    const resumed = await resumeOrder(input, { ...enrolment, gift }, order, profile)
    return { ...resumed, start: { ...resumed.start, purpose: 'gift-card' } }
  }

  const gift = { ...EMPTY_GIFT, sendOn: formatLocalDate(now), ...enrolment.gift }
  const quote = createGiftQuote(gift.amount) ?? createGiftQuote(EMPTY_GIFT.amount)!
  return {
    is: 'ready',
    start: {
      purpose: 'gift-card',
      quote: quote,
      enrolment: { ...enrolment, gift, orderId: null, step: 'details' },
      holdExpiresAt: null,
      isSignedIn: profile !== null,
      notice: enrolment.orderId
        ? { is: 'say', message: 'The time to pay ran out. You haven’t been charged. Please pay again.' }
        : null,
    },
    profile,
  }
}

/** A second gift keeps the contact details of the buyer. */
function createGiftEnrolment(stored: StoredEnrolment | null, now: Date): StoredEnrolment {
  return { ...createEnrolment(GIFT_OFFER, null, now), ...(stored && pickDetails(stored)) }
}

function readGift({ recipient, message, amount, sendAt }: NonNullable<OrderView['gift']>): GiftInput {
  return {
    recipientName: recipient.name,
    recipientEmail: recipient.email ?? '',
    message: message ?? '',
    amount: String(Number(amount.amount)),
    sendOn: formatLocalDate(new Date(sendAt)),
  }
}
