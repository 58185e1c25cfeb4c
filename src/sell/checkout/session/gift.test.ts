import { expect, test } from 'vitest'
import { updateState } from './checkout-session.ts'
import { changeGift, createGiftBody, EMPTY_GIFT, formatLocalDate, listGiftFaults } from './gift.ts'
import { createTestCheckout, now, paymentStatus, placedResponse, submitForm } from './payment/pay.world.ts'

const recipientInput = { recipientName: ' Rui ', recipientEmail: 'rui@costa.test', amount: '399' }
const buyer = { email: 'ana@cruz.test', name: 'Ana Cruz', phoneNumber: '', terms: true }

function startGift(responses: Parameters<typeof createTestCheckout>[0] = {}) {
  const checkout = createTestCheckout(responses)
  updateState(checkout.checkoutSession, { purpose: 'gift-card' })
  changeGift(checkout.checkoutSession, recipientInput)
  return checkout
}

test('after a declined card the next card pays the same order', async () => {
  const { checkoutSession, sent, completedOrders } = startGift({
    pay: [placedResponse(1), placedResponse(2)],
    verify: [paymentStatus('failed', 'card_declined'), paymentStatus('complete')],
    cards: [{ is: 'declined', failure: 'card_declined' }, { is: 'succeeded' }],
  })
  await submitForm(checkoutSession)
  await submitForm(checkoutSession)
  expect(sent.map(({ path }) => path).filter((path) => path !== 'verify-payment')).toEqual([
    'gift-cards',
    'orders/:orderId/pay',
  ])
  expect(completedOrders).toEqual(['order-1'])
})

test('a changed gift becomes a new order', async () => {
  const { checkoutSession, sent } = startGift({
    pay: [placedResponse(1), placedResponse(2)],
    verify: [paymentStatus('failed', 'card_declined'), paymentStatus('complete')],
    cards: [{ is: 'declined', failure: 'card_declined' }, { is: 'succeeded' }],
  })
  await submitForm(checkoutSession)
  changeGift(checkoutSession, { amount: '49' })
  await submitForm(checkoutSession)
  const placedGifts = sent.filter(({ path }) => path === 'gift-cards')
  expect(placedGifts.map(({ body }) => body?.amount)).toEqual([
    { amount: '399', currency: 'USD' },
    { amount: '49', currency: 'USD' },
  ])
  expect(new Set(placedGifts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
})

test('an expired gift order becomes a new order without a new quote', async () => {
  const { checkoutSession, sent } = startGift({
    pay: [placedResponse(1), placedResponse(2)],
    verify: [paymentStatus('failed'), paymentStatus('complete')],
  })
  await submitForm(checkoutSession)
  expect(checkoutSession.state).toMatchObject({
    view: { is: 'form' },
    notice: { is: 'say' },
    enrolment: { orderId: null },
  })
  await submitForm(checkoutSession)
  expect(sent.map(({ path }) => path)).toEqual(['gift-cards', 'verify-payment', 'gift-cards', 'verify-payment'])
})

test('a gift for today is sent at once, a later one at 9 a.m. in the buyer’s time zone', () => {
  const { checkoutSession } = startGift()
  const sendAt = (sendOn: string) => {
    changeGift(checkoutSession, { sendOn })
    return createGiftBody(checkoutSession, buyer).sendAt
  }
  expect(['', formatLocalDate(now), '2026-12-01', '2026-12-25'].map(sendAt)).toEqual([
    undefined,
    undefined,
    undefined,
    '2026-12-25T09:00',
  ])
})

test.each(['５０', '50\u200b', '$50', ' 50 USD'])('the typed amount %j is 50', (amount) => {
  const { checkoutSession } = startGift()
  changeGift(checkoutSession, { amount })
  expect(listGiftFaults({ ...EMPTY_GIFT, ...recipientInput, amount }, now)).toEqual({})
  expect(checkoutSession.state.quote?.options[0]?.total).toEqual({ amount: '50.00', currency: 'USD' })
  expect(createGiftBody(checkoutSession, buyer).amount).toEqual({ amount: '50', currency: 'USD' })
})

test('faults are reported by field before any request', () => {
  expect(listGiftFaults({ ...EMPTY_GIFT, amount: '10.5', sendOn: '2090-01-01' }, now)).toEqual({
    amount: 'Please choose a whole amount from 10 to 1000 USD',
    'recipient.name': 'Name is required',
    'recipient.email': 'Email is required',
    sendAt: 'Please choose a day within a year',
  })
})

test.each([
  ['2027-02-29', 'This day doesn’t exist. Please choose another one'],
  ['soon', 'Please choose a day'],
  ['2027-02-28', undefined],
])('the day %s has the fault: %s', (sendOn, fault) => {
  expect(listGiftFaults({ ...EMPTY_GIFT, sendOn }, now).sendAt).toBe(fault)
})
