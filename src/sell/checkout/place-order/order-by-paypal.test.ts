import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateways } from '#platform/payments/gateways.ts'
import type { ApprovalAnswer } from '#platform/payments/sandbox-pages.ts'
import { capturePayment } from '#sell/payments/capture-payment.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { cancelLivePayment, expireOrder } from '#sell/payments/end-order.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import type { PlacedByPaypal } from '#sell/payments/wire/answers.ts'
import { checkoutBody, givenCourse, givenGiftCard, givenPromoCode } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../../tests/world/world.ts'
import { payByPaypal } from '../wire/paypal.ts'
import { orderByPaypal } from './order-by-paypal.ts'
import { placeOrder } from './place-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function placed(courseCode: string, input: Parameters<typeof checkoutBody>[3] = {}, email?: string) {
  const outcome = await orderByPaypal(world, guest(), await checkoutBody(world, courseCode, email, input), randomUUID())
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

const answer = ({ approvalUrl }: PlacedByPaypal, word: ApprovalAnswer = 'approve') =>
  world.paypal.sandboxPaypal.answer(approvalUrl.split('/').at(-1)!, word)

async function verify({ orderId, checkoutToken }: PlacedByPaypal) {
  // The provider is asked once a second on average.
  await sql`delete from rate_limit`.execute(world.db).catch(() => null)
  const outcome = await checkPayment(world, guest(checkoutToken), { orderId })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

const getPayment = (id: string) =>
  world.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const getOrder = (id: string) =>
  world.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const getTaken = async (code: string) =>
  (await world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', code).executeTakeFirstOrThrow()).taken
const captured = async () =>
  (await world.paypal.listCharges(new Date(0))).reduce((sum, { amount }) => sum + amount.minor, 0)

/** The hold ends, and the job that ends the order runs. */
async function letExpire({ orderId }: PlacedByPaypal) {
  await sql`update seat_hold set expires_at = now() - interval '1 second' where order_id = ${orderId}`.execute(world.db)
  await expireOrder(world, orderId)
}

test('an approved payment is captured once and enrols the buyer, who was not charged before', async () => {
  const course = await givenCourse(world)
  const order = await placed(course)
  expect(order.approvalUrl).toMatch(/\/sandbox\/paypal\/[\w-]{32}$/)
  expect(order.approvalUrl).not.toContain(order.checkoutToken)
  expect(await verify(order)).toMatchObject({ status: 'pending', data: { approvalUrl: order.approvalUrl } })
  const before = await captured()
  await answer(order)
  expect(await captured()).toBe(before)
  await Promise.all([1, 2, 3].map(() => capturePayment(world, order.paymentId)))
  expect(await captured()).toBe(before + 39_900)
  expect(await verify(order)).toMatchObject({ status: 'complete', data: { amountPaid: { amount: '399.00' } } })
  expect(await getPayment(order.paymentId)).toMatchObject({ method: 'paypal', state: 'complete', captures: 1 })
})

test('reading the status of an approved payment enqueues its capture, and moves no money itself', async () => {
  const order = await placed(await givenCourse(world))
  await answer(order)
  const before = await captured()
  expect(await verify(order)).toMatchObject({ status: 'pending' })
  expect(await captured()).toBe(before)
  const { rows } = await sql`select from pgboss.job where name = 'payment.capture'
    and data->>'paymentId' = ${order.paymentId}`.execute(world.db)
  expect(rows).toHaveLength(1)
})

test('a capture that always fails is retried at most twice by each job, and each status check enqueues another job', async () => {
  const order = await placed(await givenCourse(world))
  await answer(order)
  for (let polls = 0; polls < 3; polls++) {
    await verify(order)
    await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 day'
      where name = 'payment.capture' and data->>'paymentId' = ${order.paymentId} and state = 'created'`.execute(
      world.db,
    )
  }
  const { rows } = await sql<{ retry_limit: number }>`select retry_limit from pgboss.job
    where name = 'payment.capture' and data->>'paymentId' = ${order.paymentId}`.execute(world.db)
  expect(rows.map((job) => job.retry_limit)).toEqual([2, 2, 2])
  await capturePayment(world, order.paymentId)
})

test('a payment that nobody approved ends with its hold, and nothing is captured afterwards', async () => {
  const course = await givenCourse(world)
  const order = await placed(course)
  await letExpire(order)
  expect(await getOrder(order.orderId)).toMatchObject({ state: 'expired' })
  expect(await getTaken(course)).toBe(0)
  expect(await verify(order)).toMatchObject({ status: 'failed' })
})

test('approved after the hold ran out: the seats are taken again where they are free', async () => {
  const course = await givenCourse(world, { seats: 1 })
  const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
  const giftCardCode = await givenGiftCard(world, 50)
  const order = await placed(course, { promoCode, giftCardCode })
  await letExpire(order)
  await answer(order)
  expect(await verify(order)).toMatchObject({ status: 'pending' })
  await capturePayment(world, order.paymentId)
  expect(await verify(order)).toMatchObject({ status: 'complete', data: { amountPaid: { amount: '359.10' } } })
  expect(await getTaken(course)).toBe(1)
})

test('approved after the seats were sold: nothing is captured, and the reason says so', async () => {
  const course = await givenCourse(world, { seats: 1 })
  const late = await placed(course)
  await letExpire(late)
  const other = await placed(course)
  await answer(late)
  const before = await captured()
  await capturePayment(world, late.paymentId)
  expect(await captured()).toBe(before)
  expect(await verify(late)).toMatchObject({ status: 'failed', data: { failureCode: 'approved_too_late' } })
  await capturePayment(world, late.paymentId)
  expect(await captured()).toBe(before)
  await answer(other)
  await capturePayment(world, other.paymentId)
  expect(await verify(other)).toMatchObject({ status: 'complete' })
  expect(await getTaken(course)).toBe(1)
})

test('a declined capture charges nothing, and the next try is another payment of the same order', async () => {
  const order = await placed(await givenCourse(world))
  await answer(order, 'approve-declined')
  await capturePayment(world, order.paymentId)
  expect(await verify(order)).toMatchObject({ status: 'failed', data: { failureCode: 'payment_declined' } })
  const again = await payOrder(world, guest(order.checkoutToken), order.orderId, { paymentMethod: 'paypal' }, 'here')
  if (!again.ok || !('approvalUrl' in again.value.data)) throw new Error('not continued')
  expect(again.value.data.approvalUrl).not.toBe(order.approvalUrl)
  await answer(again.value.data)
  await capturePayment(world, again.value.data.paymentId)
  expect(await verify(order)).toMatchObject({ status: 'complete' })
})

test('a closed window resumes the same payment, and a card replaces it', async () => {
  const order = await placed(await givenCourse(world))
  const asGuest = guest(order.checkoutToken)
  const same = await payOrder(world, asGuest, order.orderId, { paymentMethod: 'paypal' }, 'here')
  expect(same).toMatchObject({ ok: true, value: { data: { approvalUrl: order.approvalUrl } } })
  await sql`delete from rate_limit`.execute(world.db).catch(() => null)
  const byCard = await payOrder(world, asGuest, order.orderId, { paymentMethod: 'card' }, 'here')
  expect(byCard).toMatchObject({ ok: true, value: { data: { provider: 'sandbox' } } })
  await answer(order)
  const before = await captured()
  await capturePayment(world, order.paymentId)
  expect(await captured()).toBe(before)
})

test('a payment whose capture was noted cannot be cancelled, and a late capture completes it', async () => {
  const course = await givenCourse(world)
  const order = await placed(course)
  await answer(order, 'approve-late')
  const capture = world.paypal.capture
  const lost = {
    ...world.paypal,
    capture: async (input: Parameters<typeof capture>[0]) => {
      await capture(input)
      throw new Error('the answer was lost')
    },
  }
  const deps = withGateway(world, world.gateway, lost)
  await expect(capturePayment(deps, order.paymentId)).rejects.toThrow('lost')
  expect(await cancelLivePayment(world, order.orderId)).toMatchObject({ ok: false })
  await letExpire(order)
  expect(await getOrder(order.orderId)).toMatchObject({ state: 'open' })
  await sql`update sandbox.intent set settles_at = now() where id = ${order.paypalOrderId}`.execute(world.db)
  expect(await verify(order)).toMatchObject({ status: 'complete' })
  expect(await getPayment(order.paymentId)).toMatchObject({ captures: 1 })
})

test('a payment is not cancelled when its capture is noted in the meantime', async () => {
  const order = await placed(await givenCourse(world))
  const paypal = {
    ...world.paypal,
    async cancelIntent(intentId: string) {
      const fact = await world.paypal.cancelIntent(intentId)
      await sql`update payment set captures = 1, capture_requested_at = now() where id = ${order.paymentId}`.execute(
        world.db,
      )
      return fact
    },
  }
  const deps = { ...world, gateways: createGateways({ card: world.gateway, paypal }) }
  expect(await cancelLivePayment(deps, order.orderId)).toMatchObject({ refusal: { code: 'PAYMENT_IN_HAND' } })
  expect(await getPayment(order.paymentId)).toMatchObject({ state: 'pending', captures: 1 })
})

test('PayPal is refused for a deposit and where it is not configured, and a covered order needs none', async () => {
  const course = await givenCourse(world, { depositMinor: 9_900 })
  const body = await checkoutBody(world, course)
  const off = withGateway(world, world.gateway)
  expect(await orderByPaypal(off, guest(), body, 'here')).toMatchObject({ refusal: { code: 'METHOD_NOT_AVAILABLE' } })
  const deposit = { ...body, paymentType: 'deposit' as const }
  expect(await orderByPaypal(world, guest(), deposit, 'here')).toMatchObject({
    refusal: { code: 'METHOD_NOT_AVAILABLE' },
  })
  const begun = await placeOrder(world, guest(), deposit, 'here')
  if (!begun.ok) throw new Error(begun.refusal.code)
  const { orderId, checkoutToken } = begun.value
  expect(await payOrder(world, guest(checkoutToken), orderId, { paymentMethod: 'paypal' }, 'x')).toMatchObject({
    refusal: { code: 'METHOD_NOT_AVAILABLE' },
  })
})

test('beside a quote, the discount counts as its promo code', async () => {
  const course = await givenCourse(world)
  const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
  const { promoCode: discount, ...quoted } = await checkoutBody(world, course, undefined, { promoCode })
  const order = (code: string | undefined) =>
    orderByPaypal(
      world,
      guest(),
      payByPaypal.body.parse({ ...quoted, currency: 'USD', paymentMode: 'paypal', discount: code, credit: 0 }),
      randomUUID(),
    )
  expect(await order(await givenPromoCode(world, { percent_off: 20 }, 1))).toMatchObject({
    refusal: { code: 'PRICE_CHANGED' },
  })
  const outcome = await order(discount)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  expect(await getPayment(outcome.value.paymentId)).toMatchObject({ amount_minor: 35_910 })
})

test('the minimum of a log-in buys one seat at today’s price less its promo code, and a guest needs a quote', async () => {
  const course = await givenCourse(world)
  const discount = await givenPromoCode(world, { amount_off_minor: 2_000 })
  const minimum = {
    courseCode: course,
    currency: 'USD',
    paymentType: 'full',
    paymentMode: 'paypal',
    discount,
    credit: 0,
  }
  const body = payByPaypal.body.parse(minimum)
  expect(await orderByPaypal(world, guest(), body, 'here')).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  const person = await world.db
    .insertInto('person')
    .values({ email: `p-${randomUUID()}@understudy.test`, name: 'Demo Buyer' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const actor = { kind: 'person', personId: person.id, audience: 'learner', roles: [] } as never
  const outcome = await orderByPaypal(world, actor, body, 'here')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  expect(await getPayment(outcome.value.paymentId)).toMatchObject({ amount_minor: 37_900, method: 'paypal' })
})
