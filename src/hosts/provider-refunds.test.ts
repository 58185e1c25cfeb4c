import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listOrders } from '#features/admin/list-orders.ts'
import { paidForCohort } from '#features/admin/queries/cohorts.ts'
import { cancelCohort, endOrdersOf } from '#features/checkout/cancel-cohort.ts'
import { endEnrolment } from '#features/checkout/cancel-enrolment.ts'
import { hearRefunds } from '#features/checkout/hear-refunds.ts'
import { checkoutJobs } from '#features/checkout/jobs.ts'
import { findLostRefunds } from '#features/checkout/reconcile.ts'
import { refundPayment } from '#features/checkout/refund.ts'
import { writeRefundNotice } from '#features/checkout/refund-notice.ts'
import { sendRefundAgain } from '#features/checkout/send-again.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { type ProviderDashboard, sandboxDashboard, stripeDashboard } from '../../tests/providers/dashboards.ts'
import { type Bought, type House, openHouse, REASON, usd } from '../../tests/providers/refund-house.ts'
import { findSpecification, openJudge } from '../../tests/providers/stripe/judge.ts'
import { type StripeDouble, startStripe } from '../../tests/providers/stripe/stripe.ts'
import { openWorld, type World } from '../../tests/world.ts'

let double: StripeDouble

/** Money goes back when a test says so: by itself it would go before the dashboard is asked, or after, as it happens. */
const exceptRefunds = (jobs: Jobs): Jobs => ({
  ...jobs,
  work: async (name, ...how) => (name === 'payment.refund' ? undefined : jobs.work(name, ...how)),
})

describe.each(['Stripe', 'the sandbox'] as const)('money that goes back at the dashboard of %s', (name) => {
  let world: World
  let dashboard: ProviderDashboard
  let house: House
  let { api, admin, broken, brokenIds, bought, boughtTwice, paymentOf, whole } = {} as House
  let { toldToBuyer, happened, sentOf, refundsAtProvider, refundHere, decide } = {} as House
  beforeAll(async () => {
    double = await startStripe(3)
    world = await openWorld(20)
    dashboard = name === 'Stripe' ? stripeDashboard(world, double) : sandboxDashboard(world)
    house = await openHouse(world, dashboard)
    await checkoutJobs({ ...dashboard.deps, jobs: exceptRefunds(dashboard.deps.jobs) })
    ;({ api, admin, broken, brokenIds, bought, boughtTwice, paymentOf, whole } = house)
    ;({ toldToBuyer, happened, sentOf, refundsAtProvider, refundHere, decide } = house)
  })
  beforeEach(() => dashboard.deaf())
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

  const listed = async ({ courseCode }: Bought) =>
    (await listOrders(dashboard.deps, { courseCode, only: 'attention', timezoneId: 'UTC' })).orders[0]

  test('is noticed by the webhook: payment, books and timeline say so, and the seats stay until somebody decides', async () => {
    const order = await bought({ seats: 3 })
    dashboard.listen(api.base)
    await dashboard.refund(order.intentId, 35_910)
    await expect.poll(async () => (await whole(order)).refundUndecided, { timeout: 20_000 }).toEqual(usd('359.10'))
    expect(await toldToBuyer(order)).toMatchObject({ status: 'complete', data: { refunded: usd('359.10') } })
    expect(await happened(order)).toContain('refund-at-provider')
    expect(await listed(order)).toMatchObject({ refunded: usd('359.10') })
    expect((await paidForCohort(world.db, order.courseCode)).map(({ minor }) => minor)).toEqual([2 * 35_910])
    expect((await whole(order)).seats.map(({ state }) => state)).toEqual(['active', 'active', 'active'])
    expect(await broken()).toEqual([])
  })

  test('is noticed by asking when no news comes, and the audit complains until then', async () => {
    const order = await bought()
    await dashboard.refund(order.intentId, 10_000)
    expect(await brokenIds()).toEqual(['Q2e', 'Q2f'])
    await Promise.all([findLostRefunds(dashboard.deps, 3), hearRefunds(dashboard.deps, order.paymentId)])
    await findLostRefunds(dashboard.deps, 3)
    expect((await paymentOf(order.paymentId)).refunded_minor).toBe(10_000)
    expect((await whole(order)).refundUndecided).toEqual(usd('100.00'))
    expect(await broken()).toEqual([])
  })

  test('ends the seats that an operator names, once, and moves no more money', async () => {
    const order = await bought({ seats: 3 })
    await dashboard.refund(order.intentId, 35_910)
    await hearRefunds(dashboard.deps, order.paymentId)
    expect(await refundHere(order, '10.00')).toMatchObject({ refusal: { code: 'REFUND_UNDECIDED' } })
    const [enrolmentId] = (await toldToBuyer(order)).data.enrolmentIds
    expect(
      await endEnrolment(dashboard.deps, admin.personId, enrolmentId, { reason: REASON, refund: 'all' }),
    ).toMatchObject({ refusal: { code: 'REFUND_UNDECIDED' } })

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
    await writeRefundNotice(dashboard.deps, id)
    const mail = world.db.selectFrom('mail').select('text_body').where('dedupe_key', '=', `refund:${id}`)
    expect((await mail.executeTakeFirstOrThrow()).text_body).toContain('USD 359.10 of your order')
    expect(await refundsAtProvider(order)).toHaveLength(1)
    // What is left can still go back, and no more than that.
    expect(await refundHere(order, '359.11', 1)).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await refundHere(order, '359.10', 1)).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect((await paymentOf(order.paymentId)).refunded_minor).toBe(2 * 35_910)
  })

  test('may be for nobody’s seat: each line bears its share, and every seat stays', async () => {
    const order = await bought({ seats: 2 })
    await dashboard.refund(order.intentId, 10_001)
    await hearRefunds(dashboard.deps, order.paymentId)
    expect(await decide(order, [])).toMatchObject({ value: { amount: usd('100.01') } })
    const { order: view, seats } = await whole(order)
    expect(view.lines.map(({ refunded }) => refunded.amount)).toEqual(['50.01', '50.00'])
    expect(seats.map(({ state }) => state)).toEqual(['active', 'active'])
  })

  test('is not sent a second time when the cohort is called off', async () => {
    const order = await bought({ seats: 2 })
    await dashboard.refund(order.intentId, 20_000)
    await hearRefunds(dashboard.deps, order.paymentId)
    await cancelCohort(dashboard.deps, admin.personId, order.courseCode, 'The teacher is ill')
    await endOrdersOf(dashboard.deps, order.courseCode)
    await refundPayment(dashboard.deps, order.paymentId)
    const payment = await paymentOf(order.paymentId)
    expect(payment.refunded_minor).toBe(payment.amount_minor)
    const sent = (await refundsAtProvider(order)).map(({ amount }) => amount.minor)
    expect(sent).toEqual([20_000, payment.amount_minor - 20_000])
  })

  test('while ours waits holds ours back, and where an operator says that it was that one, ours is never sent', async () => {
    const order = await bought({ seats: 2 })
    expect(await refundHere(order, '100.00', 2)).toMatchObject({ ok: true })
    await dashboard.refund(order.intentId, 10_000)
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await whole(order)).toMatchObject({
      refundUndecided: usd('100.00'),
      refundUnsent: { amount: usd('100.00'), hasRoom: true },
    })
    expect(await decide(order, [], '100.00')).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await sentOf(order)).toEqual([10_000])
    const after = await whole(order)
    expect(after).toMatchObject({ refundWaiting: null, refundUndecided: null, refundUnsent: null })
    expect(after.order.lines.map(({ refunded }) => refunded.amount)).toEqual(['0.00', '100.00'])
    expect(await happened(order)).toContain('refund-dropped')
  })

  test('while ours waits may be another one: then both go back', async () => {
    const order = await bought({ seats: 2 })
    await refundHere(order, '100.00', 2)
    await dashboard.refund(order.intentId, 10_000)
    await hearRefunds(dashboard.deps, order.paymentId)
    expect(await decide(order, [1])).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await sentOf(order)).toEqual([10_000, 10_000])
    const lines = (await whole(order)).order.lines.map(({ refunded }) => refunded.amount)
    expect(lines).toEqual(['100.00', '100.00'])
  })

  test('and leaves too little for ours can only stand for it, and the rest waits for an operator', async () => {
    const order = await bought()
    expect(await refundHere(order, '399.00')).toMatchObject({ ok: true })
    await dashboard.refund(order.intentId, 15_000)
    await Promise.all([refundPayment(dashboard.deps, order.paymentId), hearRefunds(dashboard.deps, order.paymentId)])
    expect((await whole(order)).refundUnsent).toEqual({ amount: usd('399.00'), hasRoom: false })
    expect(await decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await decide(order, [], '399.00')).toMatchObject({ ok: true })
    expect(await whole(order)).toMatchObject({ refundStopped: usd('249.00') })
    expect(await refundHere(order, '0.01')).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await sendRefundAgain(dashboard.deps, admin.personId, order.orderId)).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await sentOf(order)).toEqual([15_000, 24_900])
    expect(await whole(order)).toMatchObject({ refundWaiting: null, refundUndecided: null })
  })

  test('a refund of ours is known for ours when its news comes first, or our own note of it was lost', async () => {
    const order = await bought()
    await refundHere(order, '50.00')
    const [row] = await world.db.selectFrom('refund').selectAll().where('payment_id', '=', order.paymentId).execute()
    const amount = { minor: 5_000, currency: 'USD' }
    await dashboard.deps.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
    await findLostRefunds(dashboard.deps, 3)
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await refundsAtProvider(order)).toHaveLength(1)
    expect(await whole(order)).toMatchObject({ refundWaiting: null, refundUndecided: null })
    expect(await happened(order)).not.toContain('refund-at-provider')
  })

  describe('that does not arrive', () => {
    async function failed() {
      const order = await bought()
      await refundHere(order, '399.00')
      await refundPayment(dashboard.deps, order.paymentId)
      const [made] = await refundsAtProvider(order)
      return { order, refundId: made!.refundId }
    }

    test('is shown to the operator, and the buyer is not told that it is done', async () => {
      const { order, refundId } = await failed()
      expect(await toldToBuyer(order)).toMatchObject({ data: { refunded: usd('399.00') } })
      dashboard.listen(api.base)
      await dashboard.fail(refundId)
      await expect.poll(async () => (await whole(order)).refundStopped, { timeout: 20_000 }).toEqual(usd('399.00'))
      expect(await toldToBuyer(order)).toMatchObject({ status: 'complete', data: { refunded: usd('0.00') } })
      expect(await happened(order)).toContain('refund-failed')
      expect(await listed(order)).toMatchObject({ refunded: usd('0.00') })
      expect(await broken()).toEqual([])
    })

    test('is sent again when the operator says so, and never by itself', async () => {
      const { order, refundId } = await failed()
      await dashboard.fail(refundId)
      expect(await brokenIds()).toEqual(['Q2e', 'Q2f'])
      await findLostRefunds(dashboard.deps, 3)
      await refundPayment(dashboard.deps, order.paymentId)
      expect(await refundsAtProvider(order)).toEqual([])
      const again = () => sendRefundAgain(dashboard.deps, admin.personId, order.orderId)
      const outcomes = await Promise.all([again(), again()])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      await Promise.all([
        refundPayment(dashboard.deps, order.paymentId),
        refundPayment(dashboard.deps, order.paymentId),
      ])
      expect((await refundsAtProvider(order)).map(({ amount }) => amount.minor)).toEqual([39_900])
      expect(await whole(order)).toMatchObject({ refundStopped: null, refundWaiting: null })
      expect(await happened(order)).toEqual(expect.arrayContaining(['refund-failed', 'refund-again', 'refund-sent']))
      expect(await toldToBuyer(order)).toMatchObject({ data: { refunded: usd('399.00') } })
    })

    test('and is then sent at the dashboard is not sent again from here', async () => {
      const { order, refundId } = await failed()
      await dashboard.fail(refundId)
      await hearRefunds(dashboard.deps, order.paymentId)
      await dashboard.refund(order.intentId, 39_900)
      await hearRefunds(dashboard.deps, order.paymentId)
      const again = () => sendRefundAgain(dashboard.deps, admin.personId, order.orderId)
      expect(await again()).toMatchObject({ refusal: { code: 'REFUND_UNDECIDED' } })
      expect(await decide(order, [], '399.00')).toMatchObject({ ok: true })
      expect(await whole(order)).toMatchObject({ refundStopped: null, refundUndecided: null })
      expect(await again()).toMatchObject({ refusal: { code: 'REFUND_NOT_POSSIBLE' } })
    })

    test('of money that could not be used is pending again, not failed', async () => {
      const second = await boughtTwice()
      const { orderId, paymentId } = second
      await refundPayment(dashboard.deps, paymentId)
      expect(await toldToBuyer(second)).toMatchObject({ status: 'failed', data: { refunded: usd('399.00') } })
      const [made] = await refundsAtProvider(second)
      await dashboard.fail(made!.refundId)
      await hearRefunds(dashboard.deps, paymentId)
      expect(await toldToBuyer(second)).toMatchObject({ status: 'pending', data: { refunded: usd('0.00') } })
      await sendRefundAgain(dashboard.deps, admin.personId, orderId)
      await refundPayment(dashboard.deps, paymentId)
      expect(await toldToBuyer(second)).toMatchObject({ status: 'failed', data: { refunded: usd('399.00') } })
    })

    test('though it was made at the dashboard is over, and nobody has to decide anything', async () => {
      const order = await bought()
      const refundId = await dashboard.refund(order.intentId, 10_000)
      await hearRefunds(dashboard.deps, order.paymentId)
      await dashboard.fail(refundId)
      await hearRefunds(dashboard.deps, order.paymentId)
      expect(await whole(order)).toMatchObject({ refundStopped: null, refundUndecided: null })
      expect((await paymentOf(order.paymentId)).refunded_minor).toBe(0)
    })
  })
})
