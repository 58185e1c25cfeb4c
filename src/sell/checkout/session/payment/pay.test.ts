import { describe, expect, test } from 'vitest'
import { findCallFaults } from '../../../../../tests/support/specified-calls.ts'
import { changeCheckoutInput, pickDetails, updateState } from '../checkout-session.ts'
import { createUnnamedFriend, readEnrolment } from '../enrolment.ts'
import { extendCheckoutHold, submitPayment } from './pay.ts'
import {
  card,
  createTestCheckout,
  createTestQuote,
  form,
  noResponse,
  now,
  paymentStatus,
  placedResponse,
  refusedResponse,
  submitForm,
  type TestResponse,
} from './pay.world.ts'

test('an accepted card leads to the receipt, and only the provider receives the card', async () => {
  const { checkoutSession, sent, completedOrders, storage } = createTestCheckout({
    pay: [placedResponse()],
    verify: [paymentStatus('complete')],
  })
  await submitForm(checkoutSession)
  expect(completedOrders).toEqual(['order-1'])
  expect(JSON.stringify(sent)).not.toContain(card.number)
  expect(storage.session.getItem('session_token')).toBe('token-1')
  expect(storage.session.getItem('enrolment')).not.toContain(card.number)
  expect(readEnrolment(storage, now)).toMatchObject({ orderId: 'order-1', step: 'done', email: 'ana@cruz.test' })
})

test('PayPal gets the fields of docs/specification.md §7, with the promo code as the discount', async () => {
  const { checkoutSession, sent } = createTestCheckout({ pay: [refusedResponse(409, 'METHOD_NOT_AVAILABLE')] })
  updateState(checkoutSession, { codes: { promoCode: 'WELCOME10', giftCardCode: '', credit: null } })
  await submitPayment(checkoutSession, form, null, 'paypal')
  const { body } = sent.find(({ path }) => path === 'sign-up-payment/paypal')!
  expect(findCallFaults('POST', 'sign-up-payment/paypal', body!)).toEqual([])
  expect(body).toMatchObject({ discount: 'WELCOME10', courseCode: 'NG-2027-01' })
  expect(body).not.toHaveProperty('promoCode')
})

describe('the idempotency key (docs/contract §2)', () => {
  test('stays the same after no response and after a server error', async () => {
    const { checkoutSession, listPayments } = createTestCheckout({
      pay: [noResponse, refusedResponse(500, 'INTERNAL'), placedResponse()],
      verify: [paymentStatus('complete')],
    })
    await submitForm(checkoutSession)
    await submitForm(checkoutSession)
    await submitForm(checkoutSession)
    expect(new Set(listPayments().map((call) => call.idempotencyKey)).size).toBe(1)
  })

  test('is new for a changed body and after a final response', async () => {
    const { checkoutSession, listPayments } = createTestCheckout({
      pay: [noResponse, refusedResponse(409, 'METHOD_NOT_AVAILABLE')],
    })
    await submitForm(checkoutSession)
    await submitForm(checkoutSession, { name: 'Ana Maria Cruz' })
    await submitForm(checkoutSession, { name: 'Ana Maria Cruz' })
    expect(new Set(listPayments().map((call) => call.idempotencyKey)).size).toBe(3)
  })

  test('a request that is still running is repeated with the same key after the delay of the server', async () => {
    const { checkoutSession, listPayments, pauses, completedOrders } = createTestCheckout({
      pay: [refusedResponse(409, 'IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: 2 }), placedResponse()],
      verify: [paymentStatus('complete')],
    })
    await submitForm(checkoutSession)
    expect(listPayments()).toHaveLength(2)
    expect(listPayments()[0]?.idempotencyKey).toBe(listPayments()[1]?.idempotencyKey)
    expect(pauses[0]).toBe(2000)
    expect(completedOrders).toEqual(['order-1'])
  })
})

test('credit for friends’ seats asks for a proof, and then sends the same order and the typed card', async () => {
  const { checkoutSession, listPayments, completedOrders } = createTestCheckout({
    pay: [refusedResponse(403, 'CREDIT_OWNER_UNCONFIRMED'), placedResponse()],
    verify: [paymentStatus('complete')],
  })
  const submitted = submitForm(checkoutSession)
  await expect.poll(() => checkoutSession.state.ownerCheck).not.toBe(null)
  checkoutSession.state.ownerCheck!.answer('done')
  await submitted
  const [first, second] = listPayments()
  expect(second!.body).toEqual(first!.body)
  expect(second!.idempotencyKey).not.toBe(first!.idempotencyKey)
  expect(completedOrders).toEqual(['order-1'])
})

test('a buyer who closes the proof for the credit has not paid, and can go on', async () => {
  const { checkoutSession, clientSecrets } = createTestCheckout({
    pay: [refusedResponse(403, 'CREDIT_OWNER_UNCONFIRMED')],
  })
  const submitted = submitForm(checkoutSession)
  await expect.poll(() => checkoutSession.state.ownerCheck).not.toBe(null)
  checkoutSession.state.ownerCheck!.answer(null)
  await submitted
  expect(clientSecrets).toEqual([])
  expect(checkoutSession.state).toMatchObject({
    isBusy: false,
    ownerCheck: null,
    notice: { is: 'say', message: expect.stringContaining('pay without your credit') },
  })
})

test('a double click places one order', async () => {
  const { checkoutSession, listPayments } = createTestCheckout({
    pay: [placedResponse()],
    verify: [paymentStatus('complete')],
  })
  await Promise.all([submitForm(checkoutSession), submitForm(checkoutSession)])
  expect(listPayments()).toHaveLength(1)
})

describe('another tab of this browser has an order for the same course', () => {
  const otherTabOrder = { orderId: 'order-1', checkoutToken: 'token-1' }

  test.each([
    ['that is being paid', 'paying', [paymentStatus('pending'), paymentStatus('complete')]],
    ['that is paid', 'done', [paymentStatus('complete')]],
  ] as const)('%s: this tab polls it with its token and sends no card', async (_what, step, verify) => {
    const { checkoutSession, otherTabQueries, listPayments, clientSecrets, completedOrders, sent, storage } =
      createTestCheckout({
        otherTabOrder: { ...otherTabOrder, step },
        verify: [...verify],
      })
    await submitForm(checkoutSession)
    expect(otherTabQueries).toEqual([{ courseCode: 'NG-2027-01', email: form.email }])
    expect([listPayments(), clientSecrets]).toEqual([[], []])
    expect(completedOrders).toEqual(['order-1'])
    expect(sent[0]).toMatchObject({ path: 'verify-payment', query: { orderId: 'order-1' }, auth: 'checkout' })
    expect(storage.session.getItem('session_token')).toBe('token-1')
  })

  test('an order that waits for another card continues here as one order', async () => {
    const { checkoutSession, listPayments, completedOrders } = createTestCheckout({
      otherTabOrder: { ...otherTabOrder, step: 'details' },
      pay: [placedResponse()],
      verify: [paymentStatus('complete')],
    })
    await submitForm(checkoutSession)
    expect(listPayments()[0]).toMatchObject({ auth: 'checkout', body: { orderId: 'order-1' } })
    expect(completedOrders).toEqual(['order-1'])
  })

  test('an order for another e-mail is replaced: this tab uses its client key', async () => {
    const { checkoutSession, listPayments, completedOrders } = createTestCheckout({
      otherTabOrder: { clientKey: 'the key of that tab' },
      pay: [placedResponse()],
      verify: [paymentStatus('complete')],
    })
    await submitForm(checkoutSession)
    expect(listPayments()[0]?.body).toMatchObject({ email: form.email, clientKey: 'the key of that tab' })
    expect(completedOrders).toEqual(['order-1'])
  })

  test('an order whose card was declined in the other tab shows that here and is paid again', async () => {
    const { checkoutSession, listPayments, completedOrders } = createTestCheckout({
      otherTabOrder: { ...otherTabOrder, step: 'paying' },
      pay: [placedResponse(2)],
      verify: [paymentStatus('failed', 'card_declined'), paymentStatus('complete')],
    })
    await submitForm(checkoutSession)
    expect(checkoutSession.state).toMatchObject({ view: { is: 'form' }, notice: { is: 'declined' }, isBusy: false })
    await submitForm(checkoutSession)
    expect(listPayments()[0]?.body).toMatchObject({ orderId: 'order-1' })
    expect(completedOrders).toEqual(['order-1'])
  })
})

describe('a declined card', () => {
  const createDeclinedWorld = () =>
    createTestCheckout({
      pay: [placedResponse(1), placedResponse(2)],
      verify: [paymentStatus('failed', 'insufficient_funds'), paymentStatus('complete')],
      cards: [{ is: 'declined', failure: 'insufficient_funds' }, { is: 'succeeded' }],
    })

  test('shows the reason, keeps the input, and continues the same order with its token', async () => {
    const { checkoutSession, listPayments, completedOrders, clientSecrets } = createDeclinedWorld()
    await submitForm(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'declined', failure: 'insufficient_funds' },
      holdExpiresAt: '2026-12-15T12:45:00Z',
    })
    expect(checkoutSession.state.enrolment).toMatchObject({ ...pickDetails(form), orderId: 'order-1' })
    await submitForm(checkoutSession)
    expect(listPayments()[1]).toMatchObject({ auth: 'checkout', body: { orderId: 'order-1' } })
    expect(clientSecrets).toEqual(['secret-1', 'secret-2'])
    expect(completedOrders).toEqual(['order-1'])
  })

  test('followed by another e-mail becomes a new order', async () => {
    const { checkoutSession, listPayments } = createDeclinedWorld()
    await submitForm(checkoutSession)
    changeCheckoutInput(checkoutSession, { ...pickDetails(form), email: 'bea@cruz.test' })
    await submitForm(checkoutSession, { email: 'bea@cruz.test' })
    expect(listPayments()[1]?.body).not.toHaveProperty('orderId')
    expect(listPayments()[1]?.auth).toBe('none')
  })
})

describe('the price', () => {
  test('is shown again after it expired, before any charge', async () => {
    const { checkoutSession, listPayments, clientSecrets } = createTestCheckout({
      pay: [
        refusedResponse(409, 'QUOTE_EXPIRED', { data: { data: createTestQuote('499.00', 'quote-2') } }),
        placedResponse(),
      ],
      verify: [paymentStatus('complete')],
    })
    await submitForm(checkoutSession)
    expect(checkoutSession.state.notice).toEqual({ is: 'price', before: '399.00', after: '499.00' })
    expect(clientSecrets).toEqual([])
    await submitForm(checkoutSession)
    expect(listPayments()[1]?.body).toMatchObject({ quoteId: 'quote-2' })
  })

  test('is requested again when the hold expired, and the input stays', async () => {
    const fresh = { status: 200, data: { data: createTestQuote('399.00', 'quote-2') } }
    const { checkoutSession } = createTestCheckout({
      pay: [placedResponse(), refusedResponse(409, 'ORDER_CLOSED')],
      verify: [paymentStatus('failed', 'card_declined')],
      options: [fresh],
      cards: [{ is: 'declined', failure: 'card_declined' }],
    })
    await submitForm(checkoutSession)
    await submitForm(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'expired' },
      holdExpiresAt: null,
      enrolment: { orderId: null, quoteId: 'quote-2', ...pickDetails(form) },
    })
  })
})

test.each([
  [refusedResponse(409, 'SEATS_TAKEN'), { view: { is: 'gone', reason: 'SEATS_TAKEN' } }],
  [refusedResponse(409, 'ENROLMENT_CLOSED'), { view: { is: 'gone', reason: 'ENROLMENT_CLOSED' } }],
  [refusedResponse(409, 'ALREADY_ENROLLED'), { view: { is: 'enrolled' } }],
  [
    refusedResponse(400, 'FIELD_INVALID', { fields: { phoneNumber: 'Please check the format of the phone number' } }),
    { fields: { phoneNumber: 'Please check the format of the phone number' } },
  ],
  [refusedResponse(429, 'RATE_LIMITED'), { notice: { is: 'say', message: 'The sentence.' } }],
  [refusedResponse(409, 'PAYMENT_IN_HAND'), { notice: { is: 'say', message: 'The sentence.' } }],
  [refusedResponse(401, 'TOKEN_REQUIRED'), { isSignedIn: false, view: { is: 'form' } }],
] as [TestResponse, object][])('%j leaves the page with %j, and the button works again', async (response, expected) => {
  const { checkoutSession } = createTestCheckout({ pay: [response] })
  await submitForm(checkoutSession)
  expect(checkoutSession.state).toMatchObject({ isBusy: false, ...expected })
})

test('the order that has a hold can extend it', async () => {
  const { checkoutSession, listPayments } = createTestCheckout({
    pay: [placedResponse()],
    verify: [paymentStatus('failed', 'card_declined')],
    cards: [{ is: 'declined', failure: 'card_declined' }],
  })
  await submitForm(checkoutSession)
  await extendCheckoutHold(checkoutSession, form)
  expect(listPayments()[1]?.body).toMatchObject({ orderId: 'order-1' })
  expect(checkoutSession.state.view.is).toBe('form')
})

test.each([
  [
    'two are left',
    { data: { data: { seatsRemaining: 2 } } },
    { view: { is: 'form' }, notice: { is: 'few', seatsLeft: 2 } },
  ],
  ['none is left', { data: { data: { seatsRemaining: 0 } } }, { view: { is: 'gone', reason: 'SEATS_TAKEN' } }],
])(
  'a group whose seats were taken during the submit, and %s, gets a notice and keeps its list',
  async (_how, more, expected) => {
    const { checkoutSession } = createTestCheckout({
      pay: [refusedResponse(409, 'SEATS_TAKEN')],
      options: [refusedResponse(409, 'SEATS_TAKEN', more)],
    })
    const friends = [{ id: 'a', name: 'Jonah', email: 'jonah@cruz.test' }, createUnnamedFriend(), createUnnamedFriend()]
    changeCheckoutInput(checkoutSession, { seats: 4, friends })
    await submitForm(checkoutSession)
    expect(checkoutSession.state).toMatchObject({ ...expected, isBusy: false, enrolment: { seats: 4, friends } })
  },
)

describe('a saved card', () => {
  const reusable = { reusableCardId: 'card-1' }

  test('is charged by the server: the browser sends our id with the log-in, and no card', async () => {
    const { checkoutSession, listPayments, clientSecrets, completedOrders } = createTestCheckout({
      pay: [placedResponse()],
      verify: [paymentStatus('complete')],
    })
    checkoutSession.state.isSignedIn = true
    await Promise.all([submitForm(checkoutSession, reusable), submitForm(checkoutSession, reusable)])
    expect(listPayments()).toMatchObject([{ body: { reusableCardId: 'card-1' }, auth: 'learner' }])
    expect(clientSecrets).toEqual([])
    expect(completedOrders).toEqual(['order-1'])
  })

  test('that is refused leads back to the form, and the next attempt may keep another card', async () => {
    const { checkoutSession, listPayments } = createTestCheckout({
      pay: [placedResponse(), refusedResponse(404, 'SAVED_CARD_NOT_FOUND'), placedResponse(2)],
      verify: [paymentStatus('failed', 'card_declined'), paymentStatus('complete')],
    })
    checkoutSession.state.isSignedIn = true
    await submitForm(checkoutSession, reusable)
    expect(checkoutSession.state).toMatchObject({ view: { is: 'form' }, notice: { is: 'declined' } })
    await submitForm(checkoutSession, reusable)
    expect(checkoutSession.state.notice).toMatchObject({ is: 'say', isCardGone: true })
    await submitForm(checkoutSession, { keepCard: true })
    expect(listPayments()[2]).toMatchObject({ body: { consent: { keepCard: true } }, auth: 'learner' })
  })

  test('of a guest is neither sent nor kept', async () => {
    const { checkoutSession, listPayments } = createTestCheckout({
      pay: [placedResponse()],
      verify: [paymentStatus('complete')],
    })
    await submitForm(checkoutSession, { ...reusable, keepCard: true })
    expect(JSON.stringify(listPayments())).not.toMatch(/reusableCard|keepCard/)
  })
})
