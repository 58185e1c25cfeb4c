import { expect, test } from 'vitest'
import { typed } from './checkout-session.ts'
import { nobodyYet } from './enrolment.ts'
import { comeWith, friendFaults, ladder } from './party.ts'
import { form, noAnswer, placed, press, quote, refused, stands, world } from './pay.world.ts'
import { choose } from './requote.ts'

const priced = (amount: string, quoteId: string) => ({ status: 200, data: { data: quote(amount, quoteId) } })
const friend = (email: string, name = '') => ({ id: email || 'later', name, email })
const asked = (sent: { path: string; body?: Record<string, unknown> }[]) =>
  sent.filter(({ path }) => path === 'sign-up-payment-options').map(({ body }) => body)

test('a friend is a seat: the price is asked for both, and the order says who comes', async () => {
  const { checkoutSession, sent, paid } = world({
    options: [priced('718.20', 'quote-2')],
    pay: [placed()],
    verify: [stands('complete')],
  })
  await comeWith(checkoutSession, [friend('bo@reyes.test', 'Bo Reyes'), nobodyYet()])
  expect(asked(sent)).toMatchObject([{ seats: 3 }])
  expect(checkoutSession.state).toMatchObject({ isAsking: false, enrolment: { seats: 3, quoteId: 'quote-2' } })
  await press(checkoutSession)
  expect(paid()[0]?.body).toMatchObject({
    quoteId: 'quote-2',
    seats: 3,
    friends: [{ name: 'Bo Reyes', email: 'bo@reyes.test' }],
  })
})

test('a code that is not taken is said at its field, and the price stays', async () => {
  const { checkoutSession } = world({ options: [refused(404, 'PROMO_INVALID')] })
  await choose(checkoutSession, { promoCode: 'NOPE' })
  expect(checkoutSession.state).toMatchObject({
    codes: { promoCode: '' },
    codeFaults: { promoCode: 'The sentence.' },
    quote: { quoteId: 'quote-1' },
    isAsking: false,
  })
})

test('a code that is taken goes with the order, and is nowhere kept', async () => {
  const { checkoutSession, paid, kept } = world({
    options: [priced('359.10', 'quote-2')],
    pay: [placed()],
    verify: [stands('complete')],
  })
  await choose(checkoutSession, { promoCode: 'WELCOME10', giftCardCode: 'GIFT-1' })
  await press(checkoutSession)
  expect(paid()[0]?.body).toMatchObject({ promoCode: 'WELCOME10', giftCardCode: 'GIFT-1' })
  expect(kept.session.getItem('enrolment')).not.toContain('WELCOME10')
  expect(kept.session.getItem('enrolment')).not.toContain('GIFT-1')
})

test('too many friends for the seats that are left changes nothing', async () => {
  const { checkoutSession } = world({ options: [refused(409, 'SEATS_TAKEN')] })
  await comeWith(checkoutSession, [nobodyYet()])
  expect(checkoutSession.state).toMatchObject({
    notice: { is: 'few' },
    view: { is: 'form' },
    enrolment: { seats: 1, friends: [] },
  })
})

test('without an answer the price of before stays, and it is said', async () => {
  const { checkoutSession } = world({ options: [noAnswer] })
  await comeWith(checkoutSession, [nobodyYet()])
  expect(checkoutSession.state).toMatchObject({
    notice: { is: 'say' },
    enrolment: { seats: 1 },
    quote: { quoteId: 'quote-1' },
  })
})

test('a code that takes everything off leads to the page without a card, for one seat', async () => {
  const { checkoutSession, arrived } = world({ options: [priced('0.00', 'quote-2')] })
  await choose(checkoutSession, { promoCode: 'ALL-OFF' })
  expect(arrived).toEqual(['free by ALL-OFF'])
})

test('of two questions at once the later one counts', async () => {
  const { checkoutSession } = world({ options: [priced('100.00', 'quote-2'), priced('200.00', 'quote-3')] })
  await Promise.all([choose(checkoutSession, { promoCode: 'FIRST' }), choose(checkoutSession, { promoCode: 'SECOND' })])
  expect(checkoutSession.state).toMatchObject({ codes: { promoCode: 'SECOND' }, quote: { quoteId: 'quote-3' } })
})

test('other friends are another order, also on the way back: each price has an order of its own', async () => {
  const { checkoutSession } = world({
    options: [priced('718.20', 'quote-2'), priced('399.00', 'quote-3')],
    pay: [placed()],
    verify: [stands('failed', 'card_declined')],
    cards: [{ is: 'declined', failure: 'card_declined' }],
  })
  await press(checkoutSession)
  expect(checkoutSession.state.enrolment.orderId).toBe('order-1')
  await comeWith(checkoutSession, [nobodyYet()])
  expect(checkoutSession.state).toMatchObject({ enrolment: { orderId: null, quoteId: 'quote-2' }, holdExpiresAt: null })
  await comeWith(checkoutSession, [])
  expect(checkoutSession.state.enrolment).toMatchObject({ orderId: null, quoteId: 'quote-3' })
})

test('a friend named later is no fault; one named twice, badly, or as the buyer is', () => {
  const list = [friend('bo@reyes.test'), friend(' BO@reyes.test '), friend('nobody'), friend(form.email), friend('')]
  expect(Object.keys(friendFaults(list, form.email))).toEqual(['friends.1.email', 'friends.2.email', 'friends.3.email'])
})

test('the ladder says which step the party stands on', () => {
  const tiers = [2, 3, 4].map((minFriends) => ({ minFriends, percentOff: minFriends * 5 }))
  const at = (friends: number) => ladder(tiers, friends).map(({ is }) => is)
  expect(at(1)).toEqual(['ahead', 'ahead', 'ahead'])
  expect(at(2)).toEqual(['here', 'ahead', 'ahead'])
  expect(at(9)).toEqual(['reached', 'reached', 'here'])
})

test('what a friend is called can be typed without another price', () => {
  const { checkoutSession, sent } = world({})
  typed(checkoutSession, { friends: [friend('bo@reyes.test')], seats: 2 })
  expect(asked(sent)).toEqual([])
})
