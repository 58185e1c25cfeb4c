/** Where buying a gift card begins: anew, or with an order that this tab or the learner has open. */
import { callUserProfile } from '#features/accounts/calls.ts'
import { hasSession } from '#features/accounts/session.ts'
import type { Profile } from '#features/accounts/wire.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import type { OrderView } from '../wire/order.ts'
import { goOn, openOrder, openQuestion, withProfile } from './begin.ts'
import { detailsOf, type Start } from './checkout-session.ts'
import { type Enrolment, type Gift, newEnrolment, readEnrolment } from './enrolment.ts'
import { dayHere, GIFT_RUN, giftQuote, noGift } from './gift.ts'

type Given = {
  client: Client
  kept: Pick<ClientEnvironment, 'local' | 'session'>
  now: Date
  resume: string | null
}
export type GiftBeginning = { is: 'ready'; start: Start; profile: Profile | null } | { is: 'receipt'; orderId: string }

export async function beginGift(given: Given): Promise<GiftBeginning> {
  const { client, kept, now, resume } = given
  const profile = hasSession(kept) ? ((await callUserProfile(client)).data as Profile | null) : null
  const before = readEnrolment(kept, now)
  const mine = before?.courseCode === GIFT_RUN.courseCode ? before : null
  const enrolment = withProfile(mine && mine.step !== 'done' ? mine : anew(mine, now), profile)

  const order = await openOrder(given, resume ?? enrolment.orderId)
  if (order?.gift && order.status === 'complete') return { is: 'receipt', orderId: order.orderId }
  if (order?.gift && order.status === 'pending') {
    const gift = enrolment.orderId === order.orderId && enrolment.gift ? enrolment.gift : giftOf(order.gift)
    const begun = goOn({ ...enrolment, gift }, order, await openQuestion(given, order), profile)
    if (begun.is === 'ready') return { ...begun, start: { ...begun.start, purpose: 'gift-card' } }
  }

  const gift = { ...noGift, sendOn: dayHere(now), ...enrolment.gift }
  const quote = giftQuote(gift.amount) ?? giftQuote(noGift.amount)!
  return {
    is: 'ready',
    start: {
      purpose: 'gift-card',
      quote,
      enrolment: { ...enrolment, gift, orderId: null, step: 'details' },
      holdExpiresAt: null,
      isSignedIn: profile !== null,
      notice: enrolment.orderId
        ? { is: 'say', message: 'The time to pay ran out. Nothing was charged: please pay again.' }
        : null,
    },
    profile,
  }
}

/** Whoever gives once more is the same person. */
function anew(before: Enrolment | null, now: Date): Enrolment {
  return { ...newEnrolment(GIFT_RUN, null, now), ...(before && detailsOf(before)) }
}

function giftOf({ recipient, message, amount, sendAt }: NonNullable<OrderView['gift']>): Gift {
  return {
    recipientName: recipient.name,
    recipientEmail: recipient.email ?? '',
    message: message ?? '',
    amount: String(Number(amount.amount)),
    sendOn: dayHere(new Date(sendAt)),
  }
}
