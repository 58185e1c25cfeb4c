import { expect, test } from 'vitest'
import { set } from './checkout-session.ts'
import { dayHere, giftBodyOf, giftFaults, giveGift, noGift } from './gift.ts'
import { now, placed, press, stands, world } from './pay.world.ts'

const rui = { recipientName: ' Rui ', recipientEmail: 'rui@costa.test', amount: '399' }
const giver = { email: 'ana@cruz.test', name: 'Ana Cruz', phoneNumber: '', terms: true }

function gift(house: Parameters<typeof world>[0] = {}) {
  const made = world(house)
  set(made.checkoutSession, { purpose: 'gift-card' })
  giveGift(made.checkoutSession, rui)
  return made
}

test('a declined card leaves the order as it is, and the next one pays it', async () => {
  const { checkoutSession, sent, arrived } = gift({
    pay: [placed(1), placed(2)],
    verify: [stands('failed', 'card_declined'), stands('complete')],
    cards: [{ is: 'declined', failure: 'card_declined' }, { is: 'succeeded' }],
  })
  await press(checkoutSession)
  await press(checkoutSession)
  expect(sent.map(({ path }) => path).filter((path) => path !== 'verify-payment')).toEqual([
    'gift-cards',
    'orders/:orderId/pay',
  ])
  expect(arrived).toEqual(['order-1'])
})

test('another gift is another order', async () => {
  const { checkoutSession, sent } = gift({
    pay: [placed(1), placed(2)],
    verify: [stands('failed', 'card_declined'), stands('complete')],
    cards: [{ is: 'declined', failure: 'card_declined' }, { is: 'succeeded' }],
  })
  await press(checkoutSession)
  giveGift(checkoutSession, { amount: '49' })
  await press(checkoutSession)
  const placedGifts = sent.filter(({ path }) => path === 'gift-cards')
  expect(placedGifts.map(({ body }) => body?.amount)).toEqual([
    { amount: '399', currency: 'USD' },
    { amount: '49', currency: 'USD' },
  ])
  expect(new Set(placedGifts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
})

test('whose time to pay ran out is a new order at the next press, and its price is not asked for', async () => {
  const { checkoutSession, sent } = gift({
    pay: [placed(1), placed(2)],
    verify: [stands('failed'), stands('complete')],
  })
  await press(checkoutSession)
  expect(checkoutSession.state).toMatchObject({
    view: { is: 'form' },
    notice: { is: 'say' },
    enrolment: { orderId: null },
  })
  await press(checkoutSession)
  expect(sent.map(({ path }) => path)).toEqual(['gift-cards', 'verify-payment', 'gift-cards', 'verify-payment'])
})

test('today goes at once, a later day at nine in the morning of the giver’s zone', () => {
  const { checkoutSession } = gift()
  const sendAt = (sendOn: string) => {
    giveGift(checkoutSession, { sendOn })
    return giftBodyOf(checkoutSession, giver).sendAt
  }
  expect(['', dayHere(now), '2026-12-01', '2026-12-25'].map(sendAt)).toEqual([
    undefined,
    undefined,
    undefined,
    '2026-12-25T09:00',
  ])
})

test('what is wrong is told by field before anybody is asked', () => {
  expect(giftFaults({ ...noGift, amount: '10.5', sendOn: '2090-01-01' }, now)).toEqual({
    amount: 'Please choose a whole amount from 10 to 1000 USD',
    'recipient.name': 'Name is required',
    'recipient.email': 'Email is required',
    sendAt: 'Please choose a day within a year',
  })
})
