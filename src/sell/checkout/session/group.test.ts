import { expect, test } from 'vitest'
import { changeCheckoutInput } from './checkout-session.ts'
import { createUnnamedFriend } from './enrolment.ts'
import { changeFriends, listFriendFaults, listTiers } from './group.ts'
import {
  createTestCheckout,
  createTestQuote,
  form,
  noResponse,
  paymentStatus,
  placedResponse,
  refusedResponse,
  submitForm,
} from './payment/pay.world.ts'
import { changeChoices, refreshQuote } from './requote.ts'

const quoteResponse = (amount: string, quoteId: string) => ({
  status: 200,
  data: { data: createTestQuote(amount, quoteId) },
})
const friend = (email: string, name = '') => ({ id: email || 'later', name, email })
const listQuoteRequests = (sent: { path: string; body?: Record<string, unknown> }[]) =>
  sent.filter(({ path }) => path === 'sign-up-payment-options/').map(({ body }) => body)

test('each friend adds a seat to the quote, and the order names the friends', async () => {
  const { checkoutSession, sent, listPayments } = createTestCheckout({
    options: [quoteResponse('718.20', 'quote-2')],
    pay: [placedResponse()],
    verify: [paymentStatus('complete')],
  })
  await changeFriends(checkoutSession, [friend('bo@reyes.test', 'Bo Reyes'), createUnnamedFriend()])
  expect(listQuoteRequests(sent)).toMatchObject([{ seats: 3 }])
  expect(checkoutSession.state).toMatchObject({ isQuoting: false, enrolment: { seats: 3, quoteId: 'quote-2' } })
  await submitForm(checkoutSession)
  expect(listPayments()[0]?.body).toMatchObject({
    quoteId: 'quote-2',
    seats: 3,
    friends: [{ name: 'Bo Reyes', email: 'bo@reyes.test' }],
  })
})

test('a refused code is reported at its field, and the price stays', async () => {
  const { checkoutSession } = createTestCheckout({ options: [refusedResponse(404, 'PROMO_INVALID')] })
  await changeChoices(checkoutSession, { promoCode: 'NOPE' })
  expect(checkoutSession.state).toMatchObject({
    codes: { promoCode: '' },
    codeFaults: { promoCode: 'The sentence.' },
    quote: { quoteId: 'quote-1' },
    isQuoting: false,
  })
})

test('an accepted code is sent with the order and never stored', async () => {
  const { checkoutSession, listPayments, storage } = createTestCheckout({
    options: [quoteResponse('359.10', 'quote-2')],
    pay: [placedResponse()],
    verify: [paymentStatus('complete')],
  })
  await changeChoices(checkoutSession, { promoCode: 'WELCOME10', giftCardCode: 'GIFT-1' })
  await submitForm(checkoutSession)
  expect(listPayments()[0]?.body).toMatchObject({ promoCode: 'WELCOME10', giftCardCode: 'GIFT-1' })
  expect(storage.session.getItem('enrolment')).not.toContain('WELCOME10')
  expect(storage.session.getItem('enrolment')).not.toContain('GIFT-1')
})

test('too many friends for the available seats change nothing', async () => {
  const { checkoutSession } = createTestCheckout({ options: [refusedResponse(409, 'SEATS_TAKEN')] })
  await changeFriends(checkoutSession, [createUnnamedFriend()])
  expect(checkoutSession.state).toMatchObject({
    notice: { is: 'few' },
    view: { is: 'form' },
    enrolment: { seats: 1, friends: [] },
  })
})

test('without a response the previous price stays, with a notice', async () => {
  const { checkoutSession } = createTestCheckout({ options: [noResponse] })
  await changeFriends(checkoutSession, [createUnnamedFriend()])
  expect(checkoutSession.state).toMatchObject({
    notice: { is: 'say' },
    enrolment: { seats: 1 },
    quote: { quoteId: 'quote-1' },
  })
})

test('a code that makes one seat free leads to the free checkout', async () => {
  const { checkoutSession, completedOrders } = createTestCheckout({ options: [quoteResponse('0.00', 'quote-2')] })
  await changeChoices(checkoutSession, { promoCode: 'ALL-OFF' })
  expect(completedOrders).toEqual(['free by ALL-OFF'])
})

test('of two simultaneous quote requests the later one counts', async () => {
  const { checkoutSession } = createTestCheckout({
    options: [quoteResponse('100.00', 'quote-2'), quoteResponse('200.00', 'quote-3')],
  })
  await Promise.all([
    changeChoices(checkoutSession, { promoCode: 'FIRST' }),
    changeChoices(checkoutSession, { promoCode: 'SECOND' }),
  ])
  expect(checkoutSession.state).toMatchObject({ codes: { promoCode: 'SECOND' }, quote: { quoteId: 'quote-3' } })
})

test('a price that arrives late is ignored when the buyer has chosen another country since', async () => {
  const { checkoutSession } = createTestCheckout({
    options: [quoteResponse('100.00', 'late'), quoteResponse('200.00', 'of-now')],
  })
  const { client } = checkoutSession.deps
  const arrival = Promise.withResolvers<void>()
  const call = async (...request: Parameters<typeof client.call>) => {
    const response = await client.call(...request)
    await arrival.promise
    return response
  }
  Object.assign(checkoutSession.deps, { client: { ...client, call } })
  const late = refreshQuote(checkoutSession)
  Object.assign(checkoutSession.deps, { client, countryCode: 'GB' })
  await refreshQuote(checkoutSession)
  arrival.resolve()
  await late
  expect(checkoutSession.state.quote.quoteId).toBe('of-now')
})

test('a country chosen while changed seats wait for their price gets the price of these seats', async () => {
  const { checkoutSession, sent } = createTestCheckout({
    options: [
      quoteResponse('718.20', 'seats'),
      quoteResponse('300.00', 'country'),
      quoteResponse('600.00', 'seats-and-country'),
    ],
  })
  const change = changeChoices(checkoutSession, { seats: 2, friends: [createUnnamedFriend()] })
  checkoutSession.deps.countryCode = 'GB'
  await Promise.all([change, refreshQuote(checkoutSession)])
  expect(listQuoteRequests(sent).at(-1)).toMatchObject({ countryCode: 'GB', seats: 2 })
  expect(checkoutSession.state).toMatchObject({ enrolment: { seats: 2 }, quote: { quoteId: 'seats-and-country' } })
})

test('changed friends need a new order, also when the change is undone', async () => {
  const { checkoutSession } = createTestCheckout({
    options: [quoteResponse('718.20', 'quote-2'), quoteResponse('399.00', 'quote-3')],
    pay: [placedResponse()],
    verify: [paymentStatus('failed', 'card_declined')],
    cards: [{ is: 'declined', failure: 'card_declined' }],
  })
  await submitForm(checkoutSession)
  expect(checkoutSession.state.enrolment.orderId).toBe('order-1')
  await changeFriends(checkoutSession, [createUnnamedFriend()])
  expect(checkoutSession.state).toMatchObject({ enrolment: { orderId: null, quoteId: 'quote-2' }, holdExpiresAt: null })
  await changeFriends(checkoutSession, [])
  expect(checkoutSession.state.enrolment).toMatchObject({ orderId: null, quoteId: 'quote-3' })
})

test('an unnamed friend is valid; a duplicate, an invalid e-mail and the buyer’s own are faults', () => {
  const list = [friend('bo@reyes.test'), friend(' BO@reyes.test '), friend('nobody'), friend(form.email), friend('')]
  expect(Object.keys(listFriendFaults(list, form.email))).toEqual([
    'friends.1.email',
    'friends.2.email',
    'friends.3.email',
  ])
})

test('the tier list marks the tier of the group', () => {
  const tiers = [2, 3, 4].map((minFriends) => ({ minFriends, percentOff: minFriends * 5 }))
  const listStates = (friends: number) => listTiers(tiers, friends).map(({ state: is }) => is)
  expect(listStates(1)).toEqual(['ahead', 'ahead', 'ahead'])
  expect(listStates(2)).toEqual(['here', 'ahead', 'ahead'])
  expect(listStates(9)).toEqual(['reached', 'reached', 'here'])
})

test('a friend can be named without a new quote', () => {
  const { checkoutSession, sent } = createTestCheckout({})
  changeCheckoutInput(checkoutSession, { friends: [friend('bo@reyes.test')], seats: 2 })
  expect(listQuoteRequests(sent)).toEqual([])
})
