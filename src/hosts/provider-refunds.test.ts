import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listOrders } from '#features/admin/list-orders.ts'
import { paidForRun } from '#features/admin/queries/runs.ts'
import { readOrder } from '#features/admin/read-order.ts'
import { audit } from '#features/checkout/audit.ts'
import { cancelCohort, endOrdersOf } from '#features/checkout/cancel-cohort.ts'
import { endEnrolment } from '#features/checkout/cancel-enrolment.ts'
import { decideRefund } from '#features/checkout/decide-refund.ts'
import { hearRefunds } from '#features/checkout/hear-refunds.ts'
import { checkoutJobs } from '#features/checkout/jobs.ts'
import { findLostRefunds } from '#features/checkout/reconcile.ts'
import { refundPayment } from '#features/checkout/refund.ts'
import { writeRefundNotice } from '#features/checkout/refund-notice.ts'
import { refundOrder } from '#features/checkout/refund-order.ts'
import { sendRefundAgain } from '#features/checkout/send-again.ts'
import type { Person } from '#http/handle.ts'
import { type Api, openApi } from '../../tests/api.ts'
import { type Desk, sandboxDesk, stripeDesk } from '../../tests/providers/desks.ts'
import { findSpecification, openJudge } from '../../tests/providers/stripe/judge.ts'
import { type StripeDouble, startStripe } from '../../tests/providers/stripe/stripe.ts'
import { checkoutBody, givenCourse } from '../../tests/selling.ts'
import { openWorld, type World } from '../../tests/world.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const REASON = 'Refunded by hand'

let double: StripeDouble

describe.each(['Stripe', 'the sandbox'] as const)('money that goes back at the desk of %s', (name) => {
  let world: World
  let desk: Desk
  let api: Api
  let admin: Person
  beforeAll(async () => {
    double = await startStripe(3)
    world = await openWorld(20)
    desk = name === 'Stripe' ? stripeDesk(world, double) : sandboxDesk(world)
    api = await openApi(desk.deps)
    await checkoutJobs(desk.deps)
    const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
    const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
    admin = { kind: 'person', personId: id, sessionId: randomUUID(), audience: 'admin', roles: ['community-admin'] }
  })
  beforeEach(() => desk.deaf())
  afterAll(async () => {
    const violations = await broken()
    const file = findSpecification()
    const judge = file && name === 'Stripe' ? openJudge(file) : null
    const faults = judge ? double.exchanges.flatMap((exchange) => judge.faultsOf(exchange)) : []
    const told = judge ? double.books.events.flatMap((event) => judge.faultsOfEvent(event)) : []
    await api.close()
    await double.close()
    await world.close()
    expect([violations, faults, told]).toEqual([[], [], []])
  })

  const broken = async () => (await audit(desk.deps)).filter(({ violations }) => violations.length > 0)
  const brokenIds = async () => (await broken()).map(({ id }) => id)

  async function bought(wish: Parameters<typeof checkoutBody>[3] = {}, courseCode?: string) {
    const run = courseCode ?? (await givenCourse(world))
    const body = await checkoutBody(desk.deps, run, undefined, wish)
    const placed = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
    const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
    await desk.pay(clientSecret)
    await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
    const payment = await paymentOf(paymentId)
    return { orderId, paymentId, checkoutToken, courseCode: run, intentId: payment.provider_intent_id ?? '' }
  }
  type Bought = Awaited<ReturnType<typeof bought>>
  const paymentOf = (id: string) =>
    world.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const whole = async ({ orderId }: Bought) => {
    const outcome = await readOrder(desk.deps, admin, orderId)
    if (!outcome.ok) throw new Error(outcome.refusal.code)
    return outcome.value
  }
  const listed = async ({ courseCode }: Bought) =>
    (await listOrders(desk.deps, { courseCode, only: 'attention', timezoneId: 'UTC' })).orders[0]
  const toldToBuyer = async ({ orderId, checkoutToken }: Bought) =>
    (await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
  const happened = async (order: Bought) => (await whole(order)).events.map(({ what }) => what)
  const refundsAtProvider = async ({ intentId }: Bought) =>
    (await desk.deps.gateway!.listRefunds({ intentId })).filter(({ hasFailed }) => !hasFailed)
  const lineOf = async (order: Bought, seat: number) => (await whole(order)).order.lines[seat - 1]!.lineId
  const refundHere = async (order: Bought, amount: string, seat = 1) =>
    refundOrder(desk.deps, admin.personId, order.orderId, {
      lines: [{ lineId: await lineOf(order, seat), amount: usd(amount) }],
      reason: REASON,
    })
  const decide = async (order: Bought, seats: number[]) =>
    decideRefund(desk.deps, admin.personId, order.orderId, {
      lines: await Promise.all(seats.map((seat) => lineOf(order, seat))),
      reason: REASON,
    })

  test('is noticed by the webhook: payment, books and timeline say so, and the seats stay until somebody decides', async () => {
    const order = await bought({ seats: 3 })
    desk.listen(api.base)
    await desk.refund(order.intentId, 35_910)
    await expect.poll(async () => (await whole(order)).refundUndecided, { timeout: 20_000 }).toEqual(usd('359.10'))
    expect(await toldToBuyer(order)).toMatchObject({ status: 'complete', data: { refunded: usd('359.10') } })
    expect(await happened(order)).toContain('refund-at-provider')
    expect(await listed(order)).toMatchObject({ refunded: usd('359.10') })
    expect((await paidForRun(world.db, order.courseCode)).map(({ minor }) => minor)).toEqual([2 * 35_910])
    expect((await whole(order)).seats.map(({ state }) => state)).toEqual(['active', 'active', 'active'])
    expect(await broken()).toEqual([])
  })

  test('is noticed by asking when no news comes, and the audit complains until then', async () => {
    const order = await bought()
    await desk.refund(order.intentId, 10_000)
    expect(await brokenIds()).toEqual(['Q2e', 'Q2f'])
    await Promise.all([findLostRefunds(desk.deps, 3), hearRefunds(desk.deps, order.paymentId)])
    await findLostRefunds(desk.deps, 3)
    expect((await paymentOf(order.paymentId)).refunded_minor).toBe(10_000)
    expect((await whole(order)).refundUndecided).toEqual(usd('100.00'))
    expect(await broken()).toEqual([])
  })

  test('ends the seats that an operator names, once, and moves no more money', async () => {
    const order = await bought({ seats: 3 })
    await desk.refund(order.intentId, 35_910)
    await hearRefunds(desk.deps, order.paymentId)
    expect(await refundHere(order, '10.00')).toMatchObject({ refusal: { code: 'REFUND_UNDECIDED' } })
    const [enrolmentId] = (await toldToBuyer(order)).data.enrolmentIds
    expect(await endEnrolment(desk.deps, admin.personId, enrolmentId, { reason: REASON, refund: 'all' })).toMatchObject(
      { refusal: { code: 'REFUND_UNDECIDED' } },
    )

    const outcomes = await Promise.all([decide(order, [2]), decide(order, [2])])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const after = await whole(order)
    expect(after).toMatchObject({ refundUndecided: null, refundWaiting: null })
    expect(after.seats.map(({ state }) => state)).toEqual(['active', 'cancelled', 'active'])
    expect(after.order.lines.map(({ refunded }) => refunded.amount)).toEqual(['0.00', '359.10', '0.00'])
    expect(after.events).toContainEqual(
      expect.objectContaining({ what: 'refund-decided', by: 'Addy Admin', text: REASON }),
    )
    const asked = world.db.selectFrom('refund_request').select('id').where('order_id', '=', order.orderId)
    const { id } = await asked.executeTakeFirstOrThrow()
    await writeRefundNotice(desk.deps, id)
    const mail = world.db.selectFrom('mail').select('text_body').where('dedupe_key', '=', `refund:${id}`)
    expect((await mail.executeTakeFirstOrThrow()).text_body).toContain('USD 359.10 of your order')
    expect(await refundsAtProvider(order)).toHaveLength(1)
    // What is left can still go back, and no more than that.
    expect(await refundHere(order, '359.11', 1)).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await refundHere(order, '359.10', 1)).toMatchObject({ ok: true })
    await refundPayment(desk.deps, order.paymentId)
    expect((await paymentOf(order.paymentId)).refunded_minor).toBe(2 * 35_910)
  })

  test('may be for nobody’s seat: each line bears its share, and every seat stays', async () => {
    const order = await bought({ seats: 2 })
    await desk.refund(order.intentId, 10_001)
    await hearRefunds(desk.deps, order.paymentId)
    expect(await decide(order, [])).toMatchObject({ value: { amount: usd('100.01') } })
    const { order: view, seats } = await whole(order)
    expect(view.lines.map(({ refunded }) => refunded.amount)).toEqual(['50.01', '50.00'])
    expect(seats.map(({ state }) => state)).toEqual(['active', 'active'])
  })

  test('is not sent a second time when the run is called off', async () => {
    const order = await bought({ seats: 2 })
    await desk.refund(order.intentId, 20_000)
    await hearRefunds(desk.deps, order.paymentId)
    await cancelCohort(desk.deps, admin.personId, order.courseCode, 'The teacher is ill')
    await endOrdersOf(desk.deps, order.courseCode)
    await refundPayment(desk.deps, order.paymentId)
    const payment = await paymentOf(order.paymentId)
    expect(payment.refunded_minor).toBe(payment.amount_minor)
    const sent = (await refundsAtProvider(order)).map(({ amount }) => amount.minor)
    expect(sent).toEqual([20_000, payment.amount_minor - 20_000])
  })

  test('while ours waits is taken for it: the same amount does not go back twice', async () => {
    const order = await bought()
    expect(await refundHere(order, '100.00')).toMatchObject({ ok: true })
    await desk.refund(order.intentId, 10_000)
    await refundPayment(desk.deps, order.paymentId)
    expect((await refundsAtProvider(order)).map(({ amount }) => amount.minor)).toEqual([10_000])
    expect(await whole(order)).toMatchObject({ refundWaiting: null, refundUndecided: null })
  })

  test('before ours could leaves ours what there is, and the rest of it goes out', async () => {
    const order = await bought()
    expect(await refundHere(order, '399.00')).toMatchObject({ ok: true })
    await desk.refund(order.intentId, 15_000)
    await Promise.all([refundPayment(desk.deps, order.paymentId), hearRefunds(desk.deps, order.paymentId)])
    await refundPayment(desk.deps, order.paymentId)
    expect((await refundsAtProvider(order)).map(({ amount }) => amount.minor)).toEqual([15_000, 24_900])
    expect(await whole(order)).toMatchObject({ refundWaiting: null, refundUndecided: null })
  })

  test('a refund of ours is known for ours when its news comes first, or our own note of it was lost', async () => {
    const order = await bought()
    await refundHere(order, '50.00')
    const [row] = await world.db.selectFrom('refund').selectAll().where('payment_id', '=', order.paymentId).execute()
    const amount = { minor: 5_000, currency: 'USD' }
    await desk.deps.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
    await findLostRefunds(desk.deps, 3)
    await refundPayment(desk.deps, order.paymentId)
    expect(await refundsAtProvider(order)).toHaveLength(1)
    expect(await whole(order)).toMatchObject({ refundWaiting: null, refundUndecided: null })
    expect(await happened(order)).not.toContain('refund-at-provider')
  })

  describe('that does not arrive', () => {
    async function failed() {
      const order = await bought()
      await refundHere(order, '399.00')
      await refundPayment(desk.deps, order.paymentId)
      const [made] = await refundsAtProvider(order)
      return { order, refundId: made!.refundId }
    }

    test('is shown to the operator, and the buyer is not told that it is done', async () => {
      const { order, refundId } = await failed()
      expect(await toldToBuyer(order)).toMatchObject({ data: { refunded: usd('399.00') } })
      desk.listen(api.base)
      await desk.fail(refundId)
      await expect.poll(async () => (await whole(order)).refundStopped, { timeout: 20_000 }).toEqual(usd('399.00'))
      expect(await toldToBuyer(order)).toMatchObject({ status: 'complete', data: { refunded: usd('0.00') } })
      expect(await happened(order)).toContain('refund-failed')
      expect(await listed(order)).toMatchObject({ refunded: usd('0.00') })
      expect(await broken()).toEqual([])
    })

    test('is sent again when the operator says so, and never by itself', async () => {
      const { order, refundId } = await failed()
      await desk.fail(refundId)
      expect(await brokenIds()).toEqual(['Q2e', 'Q2f'])
      await findLostRefunds(desk.deps, 3)
      await refundPayment(desk.deps, order.paymentId)
      expect(await refundsAtProvider(order)).toEqual([])
      const again = () => sendRefundAgain(desk.deps, admin.personId, order.orderId)
      const outcomes = await Promise.all([again(), again()])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      await Promise.all([refundPayment(desk.deps, order.paymentId), refundPayment(desk.deps, order.paymentId)])
      expect((await refundsAtProvider(order)).map(({ amount }) => amount.minor)).toEqual([39_900])
      expect(await whole(order)).toMatchObject({ refundStopped: null, refundWaiting: null })
      expect(await happened(order)).toEqual(expect.arrayContaining(['refund-failed', 'refund-again', 'refund-sent']))
      expect(await toldToBuyer(order)).toMatchObject({ data: { refunded: usd('399.00') } })
    })

    test('and is then sent at the desk is not sent again from here', async () => {
      const { order, refundId } = await failed()
      await desk.fail(refundId)
      await hearRefunds(desk.deps, order.paymentId)
      await desk.refund(order.intentId, 39_900)
      await hearRefunds(desk.deps, order.paymentId)
      expect(await whole(order)).toMatchObject({ refundStopped: null, refundUndecided: null })
      expect(await sendRefundAgain(desk.deps, admin.personId, order.orderId)).toMatchObject({ ok: false })
    })

    test('of money that could not be used is pending again, not failed', async () => {
      const run = await givenCourse(world)
      const first = await bought({}, run)
      const { email } = await world.db
        .selectFrom('orders')
        .select('email')
        .where('id', '=', first.orderId)
        .executeTakeFirstOrThrow()
      const body = await checkoutBody(desk.deps, run, email)
      const placed = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
      const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
      await desk.pay(clientSecret)
      const second = { orderId, paymentId, checkoutToken, courseCode: run, intentId: '' }
      await toldToBuyer(second)
      await refundPayment(desk.deps, paymentId)
      expect(await toldToBuyer(second)).toMatchObject({ status: 'failed', data: { refunded: usd('399.00') } })
      const intentId = (await paymentOf(paymentId)).provider_intent_id ?? ''
      const [made] = await refundsAtProvider({ ...second, intentId })
      await desk.fail(made!.refundId)
      await hearRefunds(desk.deps, paymentId)
      expect(await toldToBuyer(second)).toMatchObject({ status: 'pending', data: { refunded: usd('0.00') } })
      await sendRefundAgain(desk.deps, admin.personId, orderId)
      await refundPayment(desk.deps, paymentId)
      expect(await toldToBuyer(second)).toMatchObject({ status: 'failed', data: { refunded: usd('399.00') } })
    })

    test('though it was made at the desk is over, and nobody has to decide anything', async () => {
      const order = await bought()
      const refundId = await desk.refund(order.intentId, 10_000)
      await hearRefunds(desk.deps, order.paymentId)
      await desk.fail(refundId)
      await hearRefunds(desk.deps, order.paymentId)
      expect(await whole(order)).toMatchObject({ refundStopped: null, refundUndecided: null })
      expect((await paymentOf(order.paymentId)).refunded_minor).toBe(0)
    })
  })
})
