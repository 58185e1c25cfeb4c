import { describe, expect, test } from 'vitest'
import { detailsOf, typed } from './checkout-session.ts'
import { nobodyYet, readEnrolment } from './enrolment.ts'
import { holdLonger } from './pay.ts'
import { card, form, noAnswer, now, placed, press, quote, refused, stands, type Told, world } from './pay.world.ts'

test('a card that is taken leads to the receipt, and the card goes to the provider alone', async () => {
  const { checkoutSession, sent, arrived, kept } = world({ pay: [placed()], verify: [stands('complete')] })
  await press(checkoutSession)
  expect(arrived).toEqual(['order-1'])
  expect(JSON.stringify(sent)).not.toContain(card.number)
  expect(kept.session.getItem('session_token')).toBe('token-1')
  expect(kept.session.getItem('enrolment')).not.toContain(card.number)
  expect(readEnrolment(kept, now)).toMatchObject({ orderId: 'order-1', step: 'done', email: 'ana@cruz.test' })
})

describe('the idempotency key (contract §2)', () => {
  test('stays when nobody answered, and when the server failed', async () => {
    const { checkoutSession, paid } = world({
      pay: [noAnswer, refused(500, 'INTERNAL'), placed()],
      verify: [stands('complete')],
    })
    await press(checkoutSession)
    await press(checkoutSession)
    await press(checkoutSession)
    expect(new Set(paid().map((call) => call.idempotencyKey)).size).toBe(1)
  })

  test('is new for another body, and after a final answer', async () => {
    const { checkoutSession, paid } = world({ pay: [noAnswer, refused(409, 'METHOD_NOT_AVAILABLE')] })
    await press(checkoutSession)
    await press(checkoutSession, { name: 'Ana Maria Cruz' })
    await press(checkoutSession, { name: 'Ana Maria Cruz' })
    expect(new Set(paid().map((call) => call.idempotencyKey)).size).toBe(3)
  })

  test('still running is asked again with the same key, when the server said', async () => {
    const { checkoutSession, paid, pauses, arrived } = world({
      pay: [refused(409, 'IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: 2 }), placed()],
      verify: [stands('complete')],
    })
    await press(checkoutSession)
    expect(paid()).toHaveLength(2)
    expect(paid()[0]?.idempotencyKey).toBe(paid()[1]?.idempotencyKey)
    expect(pauses[0]).toBe(2000)
    expect(arrived).toEqual(['order-1'])
  })
})

test('pressing twice at once places one order', async () => {
  const { checkoutSession, paid } = world({ pay: [placed()], verify: [stands('complete')] })
  await Promise.all([press(checkoutSession), press(checkoutSession)])
  expect(paid()).toHaveLength(1)
})

describe('another tab of this browser has an order for the same course and address', () => {
  const elsewhere = { orderId: 'order-1', checkoutToken: 'token-1' }

  test.each([
    ['that is being paid', 'paying', [stands('pending'), stands('complete')]],
    ['that is paid', 'done', [stands('complete')]],
  ] as const)('%s: it is followed here with its own token, and no card is touched', async (_what, step, verify) => {
    const { checkoutSession, asked, paid, secrets, arrived, sent, kept } = world({
      elsewhere: { ...elsewhere, step },
      verify: [...verify],
    })
    await press(checkoutSession)
    expect(asked).toEqual([{ courseCode: 'NG-2027-01', email: form.email }])
    expect([paid(), secrets]).toEqual([[], []])
    expect(arrived).toEqual(['order-1'])
    expect(sent[0]).toMatchObject({ path: 'verify-payment', query: { orderId: 'order-1' }, auth: 'checkout' })
    expect(kept.session.getItem('session_token')).toBe('token-1')
  })

  test('that waits for another card: it goes on here, and is one order', async () => {
    const { checkoutSession, paid, arrived } = world({
      elsewhere: { ...elsewhere, step: 'details' },
      pay: [placed()],
      verify: [stands('complete')],
    })
    await press(checkoutSession)
    expect(paid()[0]).toMatchObject({ auth: 'checkout', body: { orderId: 'order-1' } })
    expect(arrived).toEqual(['order-1'])
  })

  test('that is for another address is ended by this one: it is placed with its key', async () => {
    const { checkoutSession, paid, arrived } = world({
      elsewhere: { clientKey: 'the key of that tab' },
      pay: [placed()],
      verify: [stands('complete')],
    })
    await press(checkoutSession)
    expect(paid()[0]?.body).toMatchObject({ email: form.email, clientKey: 'the key of that tab' })
    expect(arrived).toEqual(['order-1'])
  })

  test('that was declined there is told so here, to be paid again as the same order', async () => {
    const { checkoutSession, paid, arrived } = world({
      elsewhere: { ...elsewhere, step: 'paying' },
      pay: [placed(2)],
      verify: [stands('failed', 'card_declined'), stands('complete')],
    })
    await press(checkoutSession)
    expect(checkoutSession.state).toMatchObject({ view: { is: 'form' }, notice: { is: 'declined' }, isBusy: false })
    await press(checkoutSession)
    expect(paid()[0]?.body).toMatchObject({ orderId: 'order-1' })
    expect(arrived).toEqual(['order-1'])
  })
})

describe('a declined card', () => {
  const declinedOnce = () =>
    world({
      pay: [placed(1), placed(2)],
      verify: [stands('failed', 'insufficient_funds'), stands('complete')],
      cards: [{ is: 'declined', failure: 'insufficient_funds' }, { is: 'succeeded' }],
    })

  test('says why, keeps what was typed, and the same order goes on with its own token', async () => {
    const { checkoutSession, paid, arrived, secrets } = declinedOnce()
    await press(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'declined', failure: 'insufficient_funds' },
      holdExpiresAt: '2026-12-15T12:45:00Z',
    })
    expect(checkoutSession.state.enrolment).toMatchObject({ ...detailsOf(form), orderId: 'order-1' })
    await press(checkoutSession)
    expect(paid()[1]).toMatchObject({ auth: 'checkout', body: { orderId: 'order-1' } })
    expect(secrets).toEqual(['secret-1', 'secret-2'])
    expect(arrived).toEqual(['order-1'])
  })

  test('for somebody else after all is another order', async () => {
    const { checkoutSession, paid } = declinedOnce()
    await press(checkoutSession)
    typed(checkoutSession, { ...detailsOf(form), email: 'bea@cruz.test' })
    await press(checkoutSession, { email: 'bea@cruz.test' })
    expect(paid()[1]?.body).not.toHaveProperty('orderId')
    expect(paid()[1]?.auth).toBe('none')
  })
})

describe('the price', () => {
  test('that ran out is shown anew before anything is charged', async () => {
    const { checkoutSession, paid, secrets } = world({
      pay: [refused(409, 'QUOTE_EXPIRED', { data: { data: quote('499.00', 'quote-2') } }), placed()],
      verify: [stands('complete')],
    })
    await press(checkoutSession)
    expect(checkoutSession.state.notice).toEqual({ is: 'price', before: '399.00', after: '499.00' })
    expect(secrets).toEqual([])
    await press(checkoutSession)
    expect(paid()[1]?.body).toMatchObject({ quoteId: 'quote-2' })
  })

  test('of an order whose hold ran out is asked again, and what was typed stays', async () => {
    const fresh = { status: 200, data: { data: quote('399.00', 'quote-2') } }
    const { checkoutSession } = world({
      pay: [placed(), refused(409, 'ORDER_CLOSED')],
      verify: [stands('failed', 'card_declined')],
      options: [fresh],
      cards: [{ is: 'declined', failure: 'card_declined' }],
    })
    await press(checkoutSession)
    await press(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'lapsed' },
      holdExpiresAt: null,
      enrolment: { orderId: null, quoteId: 'quote-2', ...detailsOf(form) },
    })
  })
})

test.each([
  [refused(409, 'SEATS_TAKEN'), { view: { is: 'gone', why: 'SEATS_TAKEN' } }],
  [refused(409, 'ENROLMENT_CLOSED'), { view: { is: 'gone', why: 'ENROLMENT_CLOSED' } }],
  [refused(409, 'ALREADY_ENROLLED'), { view: { is: 'enrolled' } }],
  [
    refused(400, 'FIELD_INVALID', { fields: { phoneNumber: 'Please check the format of the phone number' } }),
    { fields: { phoneNumber: 'Please check the format of the phone number' } },
  ],
  [refused(429, 'RATE_LIMITED'), { notice: { is: 'say', message: 'The sentence.' } }],
  [refused(409, 'PAYMENT_IN_HAND'), { notice: { is: 'say', message: 'The sentence.' } }],
  [refused(401, 'TOKEN_REQUIRED'), { isSignedIn: false, view: { is: 'form' } }],
] as [Told, object][])('%j leaves the page with %j, able to be pressed again', async (told, expected) => {
  const { checkoutSession } = world({ pay: [told] })
  await press(checkoutSession)
  expect(checkoutSession.state).toMatchObject({ isBusy: false, ...expected })
})

test('a hold is made longer by the order that has it', async () => {
  const { checkoutSession, paid } = world({
    pay: [placed()],
    verify: [stands('failed', 'card_declined')],
    cards: [{ is: 'declined', failure: 'card_declined' }],
  })
  await press(checkoutSession)
  await holdLonger(checkoutSession, form)
  expect(paid()[1]?.body).toMatchObject({ orderId: 'order-1' })
  expect(checkoutSession.state.view.is).toBe('form')
})

test.each([
  ['two are left', { data: { data: { seatsRemaining: 2 } } }, { view: { is: 'form' }, notice: { is: 'few', left: 2 } }],
  ['none is left', { data: { data: { seatsRemaining: 0 } } }, { view: { is: 'gone', why: 'SEATS_TAKEN' } }],
])('a group whose seats went while it pressed, and %s, is told so and keeps its list', async (_how, more, expected) => {
  const { checkoutSession } = world({
    pay: [refused(409, 'SEATS_TAKEN')],
    options: [refused(409, 'SEATS_TAKEN', more)],
  })
  const friends = [{ id: 'a', name: 'Jonah', email: 'jonah@cruz.test' }, nobodyYet(), nobodyYet()]
  typed(checkoutSession, { seats: 4, friends })
  await press(checkoutSession)
  expect(checkoutSession.state).toMatchObject({ ...expected, isBusy: false, enrolment: { seats: 4, friends } })
})
