import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#screens/admin/audit-money.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { expireOrder } from '#sell/payments/end-order.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { sandboxDashboard } from '../../../../tests/providers/dashboards.ts'
import { type Api, startApi } from '../../../../tests/world/api.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../../tests/world/world.ts'
import { payByGiftCard } from '../place-order/order-by-gift-card.ts'
import { viewOrder } from '../place-order/view-order.ts'
import { deliverGiftCards, writeGiftCardReceipt } from './deliver-gift-card.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld(20)
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
})

const usd = (amount: string) => ({ amount, currency: 'USD' })
const someone = () => `${randomUUID()}@understudy.test`
const inDays = (days: number) => ({ ...world, clock: () => new Date(Date.now() + days * 86_400_000) })
const mailsTo = (email: string) => world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()

function createBody(more: object = {}) {
  return {
    buyer: { name: 'Bea', email: someone() },
    recipient: { name: 'Rui', email: someone() },
    message: 'Happy birthday',
    amount: usd('100.00'),
    consent: { terms: true },
    ...more,
  }
}

const post = (body: object) => api.post('/api/v1/gift-cards', body, { 'idempotency-key': randomUUID() })

async function bought(more: object = {}) {
  const body = createBody(more)
  const response = await post(body)
  expect(response, JSON.stringify(response.body)).toMatchObject({ status: 200, body: { status: 'pending' } })
  const { orderId, checkoutToken, clientSecret, paymentId } = response.body.data
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  const stands = await checkPayment(world, guest(checkoutToken), { orderId })
  return { orderId, checkoutToken, paymentId, stands, recipient: body.recipient.email, buyer: body.buyer.email }
}

async function codeIn(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /GIFT(-[0-9A-Z]{4}){4}/.exec(mail?.text_body ?? '')?.[0] ?? ''
}

test('is paid like any order, mailed once with its code, and pays for a course', async () => {
  const gift = await bought()
  expect(gift.stands).toMatchObject({
    value: { status: 'complete', data: { amountPaid: usd('100.00'), enrolmentIds: [] } },
  })
  await writeGiftCardReceipt(world, gift.orderId)
  expect((await mailsTo(gift.buyer)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your gift card \(receipt U-\d+\)$/),
  ])
  await Promise.all(Array.from({ length: 5 }, () => deliverGiftCards(world)))
  const [mail, ...more] = await mailsTo(gift.recipient)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'A gift for you: $100.00 for a course of your choice' })
  expect(mail!.text_body).toContain('“Happy birthday”')

  const giftCardCode = await codeIn(gift.recipient)
  expect(await findGiftCard(world, giftCardCode, 'here')).toMatchObject({ value: { balance: { minor: 10_000 } } })
  const courseCode = await givenCourse(world, { priceMinor: 9_900 })
  const body = await checkoutBody(world, courseCode, undefined, { giftCardCode })
  expect(await payByGiftCard(world, guest(), body, 'here')).toMatchObject({ ok: true })
  expect(await findGiftCard(world, giftCardCode, 'here')).toMatchObject({ value: { balance: { minor: 100 } } })
})

test('is delivered on its day', async () => {
  const gift = await bought({ sendAt: new Date(Date.now() + 10 * 86_400_000).toISOString() })
  await deliverGiftCards(inDays(9.9))
  expect(await mailsTo(gift.recipient)).toEqual([])
  await deliverGiftCards(inDays(10.1))
  expect(await codeIn(gift.recipient)).not.toBe('')
})

test('the e-mail shows the card with both names, and keeps the lines of the message', async () => {
  const { recipient } = await bought({ message: 'Happy birthday!\n\nFrom all of us' })
  await deliverGiftCards(world)
  const [mail] = await mailsTo(recipient)
  expect(mail?.text_body).toContain('“Happy birthday!\n\nFrom all of us”')
  expect(mail?.html_body).toContain('“Happy birthday!<br/><br/>From all of us”')
  expect(mail?.html_body).toContain('For Rui, from Bea')
})

test('is never delivered unpaid', async () => {
  const body = createBody()
  await post(body)
  await deliverGiftCards(world)
  expect(await mailsTo(body.recipient.email)).toEqual([])
})

test('can be refunded in full until it is delivered, and not afterwards', async () => {
  const admin = (
    await world.db
      .insertInto('person')
      .values({ email: someone(), name: 'Addy' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  const refund = async ({ orderId, checkoutToken }: Awaited<ReturnType<typeof bought>>, amount?: string) => {
    const seen = await viewOrder(world, guest(checkoutToken), orderId)
    if (!seen.ok) throw new Error(seen.refusal.code)
    const lines = [{ lineId: seen.value.lines[0]!.lineId, ...(amount && { amount: usd(amount) }) }]
    return refundOrder(world, admin, orderId, { lines, reason: 'She has one' })
  }
  const waiting = await bought({ sendAt: new Date(Date.now() + 86_400_000).toISOString() })
  expect(await refund(waiting, '1.00')).toMatchObject({ refusal: { code: 'REFUND_NOT_POSSIBLE' } })
  expect(await refund(waiting)).toMatchObject({ value: { amount: usd('100.00') } })
  await refundPayment(world, waiting.paymentId)
  await deliverGiftCards(inDays(2))
  expect(await mailsTo(waiting.recipient)).toEqual([])
  await writeGiftCardReceipt(world, waiting.orderId)
  expect(await mailsTo(waiting.buyer), 'no receipt says that the gift is ready').toEqual([])

  const delivered = await bought()
  await deliverGiftCards(world)
  expect(await refund(delivered)).toMatchObject({ refusal: { code: 'GIFT_CARD_SENT' } })
})

test('has no receipt while a bank disputes its payment, also after its delivery', async () => {
  const gift = await bought()
  await deliverGiftCards(world)
  const { provider_intent_id: intentId } = await world.db
    .selectFrom('payment')
    .select('provider_intent_id')
    .where('id', '=', gift.paymentId)
    .executeTakeFirstOrThrow()
  const bank = sandboxDashboard(world)
  const disputeId = await bank.dispute(intentId!, 'open')
  await syncDisputes(bank.deps, gift.paymentId)
  await writeGiftCardReceipt(world, gift.orderId)
  expect(await mailsTo(gift.buyer)).toEqual([])
  await bank.decide(disputeId, 'won')
  await syncDisputes(bank.deps, gift.paymentId)
  await writeGiftCardReceipt(world, gift.orderId)
  expect(await mailsTo(gift.buyer)).toHaveLength(1)
})

test.each<[string, object, object]>([
  ['too little', { amount: usd('9.00') }, { fields: { amount: 'Please choose a whole amount from 10 to 1000 USD' } }],
  ['cents', { amount: usd('10.50') }, { errorCode: 'FIELD_INVALID' }],
  ['another currency', { amount: { amount: '100.00', currency: 'PHP' } }, { errorCode: 'FIELD_INVALID' }],
  ['no buyer', { buyer: undefined }, { fields: { email: 'Email is required', name: 'Name is required' } }],
  ['no recipient', { recipient: undefined }, { errorCode: 'FIELD_INVALID' }],
  ['in two years', { sendAt: '2090-01-01T00:00:00Z' }, { fields: { sendAt: 'Please choose a day within a year' } }],
  ['no terms', { consent: {} }, { errorCode: 'TERMS_REQUIRED' }],
  ['by gift card', { paymentMethod: 'gift-card' }, { errorCode: 'METHOD_NOT_AVAILABLE' }],
])('%s is refused', async (_what, change, body) => {
  expect(await post(createBody(change))).toMatchObject({ body })
})

test('cannot be enrolled in, and cannot be paid by a gift card', async () => {
  await bought()
  const giftCardCode = await givenGiftCard(world, 100)
  const response = await api.post('/api/v1/sign-up-payment-options', { courseCode: 'GIFT', giftCardCode })
  expect(response).toMatchObject({ status: 404, body: { errorCode: 'COURSE_NOT_FOUND' } })
})

test('does not stay open if its payment was processing when the order expired, and was declined later', async () => {
  const response = await post(createBody())
  const { orderId, checkoutToken, clientSecret } = response.body.data
  const state = async () =>
    (await world.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst())?.state
  await world.gateway!.sandbox!.confirm({ clientSecret, ...cards.late })
  await sql`update orders set created_at = now() - interval '20 minutes' where id = ${orderId}`.execute(world.db)
  await expireOrder(world, orderId)
  expect(await state(), 'what is processing is left alone').toBe('open')

  await sql`update sandbox.intent set status = 'requires_payment_method', failure_code = 'card_declined', settles_at = null
    where client_secret = ${clientSecret}`.execute(world.db)
  await reconcile(world, 0)
  await reconcile(world, 0)
  expect(await state()).toBe('expired')
  expect(await checkPayment(world, guest(checkoutToken), { orderId })).toMatchObject({ value: { status: 'failed' } })
})

test('shows amount and day to any holder of the order, and the recipient only to the buyer', async () => {
  const sendAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const gift = await bought({ sendAt })
  const view = await viewOrder(world, guest(gift.checkoutToken), gift.orderId)
  expect(view).toMatchObject({
    value: { gift: { recipient: { name: 'Rui' }, amount: usd('100.00'), sendAt, status: 'scheduled' } },
  })
  expect(JSON.stringify(view)).not.toContain(gift.recipient)
  expect(JSON.stringify(view)).not.toContain('Happy birthday')

  await deliverGiftCards(inDays(4))
  const { id: personId } = await world.db
    .updateTable('person')
    .set({ email_verified_at: new Date() })
    .where('email', '=', gift.buyer)
    .returning('id')
    .executeTakeFirstOrThrow()
  const buyer = { kind: 'person' as const, personId, sessionId: randomUUID(), audience: 'learner' as const, roles: [] }
  const owned = await viewOrder(world, buyer, gift.orderId)
  expect(owned).toMatchObject({
    value: { gift: { recipient: { email: gift.recipient }, message: 'Happy birthday', status: 'sent' } },
  })
})

test('with an open payment cannot be paid by another gift card either', async () => {
  const giftCardCode = await givenGiftCard(world, 200)
  const response = await post(createBody())
  const { orderId, checkoutToken } = response.body.data
  const input = { paymentMethod: 'gift-card' as const, giftCardCode }
  expect(await payOrder(world, guest(checkoutToken), orderId, input, 'here')).toMatchObject({
    refusal: { code: 'METHOD_NOT_AVAILABLE' },
  })
})
