import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listOrders } from '#screens/admin/list-orders.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { paymentRefundJob } from '#sell/checkout/queue.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { syncLostRefunds } from '#sell/payments/reconcile.ts'
import { endEnrolment } from '#sell/refunds/cancel-enrolment.ts'
import { listPaidForCohort } from '#sell/refunds/queries/cohort-money.ts'
import { enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { retryRefunds } from '#sell/refunds/retry-refunds.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { syncPaymentRefunds } from '#sell/refunds/sync-refunds.ts'
import { type ProviderDashboard, sandboxDashboard, stripeDashboard } from '../../../tests/providers/dashboards.ts'
import { createJudge, findSpecification } from '../../../tests/providers/stripe/judge.ts'
import { type StripeDouble, startStripe } from '../../../tests/providers/stripe/stripe.ts'
import { type Bought, createRefundWorld, REASON, type RefundWorld, usd } from '../../../tests/world/refund-world.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

let double: StripeDouble

describe.each(['Stripe', 'the sandbox'] as const)('a refund made at the dashboard of %s', (name) => {
  let world: World
  let dashboard: ProviderDashboard
  let refundWorld: RefundWorld
  let { api, admin, broken, brokenIds, bought, boughtTwice, getPayment, whole } = {} as RefundWorld
  let { listMailSubjects, happened, listSentRefunds, refundsAtProvider, refundHere, decide } = {} as RefundWorld
  beforeAll(async () => {
    double = await startStripe(3)
    world = await createWorld(20)
    dashboard = name === 'Stripe' ? stripeDashboard(world, double) : sandboxDashboard(world)
    refundWorld = await createRefundWorld(world, dashboard)
    // Tests send refunds themselves, because the job would run at an unpredictable time.
    await world.jobs.work(checkoutJobs(dashboard.deps).filter(({ job }) => job !== paymentRefundJob))
    ;({ api, admin, broken, brokenIds, bought, boughtTwice, getPayment, whole } = refundWorld)
    ;({ listMailSubjects, happened, listSentRefunds, refundsAtProvider, refundHere, decide } = refundWorld)
  })
  beforeEach(() => dashboard.deaf())
  afterAll(async () => {
    const violations = await broken()
    const file = findSpecification()
    const judge = file && name === 'Stripe' ? createJudge(file) : null
    const faults = judge ? double.exchanges.flatMap((exchange) => judge.findFaults(exchange)) : []
    const eventFaults = judge ? double.books.events.flatMap((event) => judge.faultsOfEvent(event)) : []
    await api.close()
    await double.close()
    await world.close()
    expect([violations, faults, eventFaults]).toEqual([[], [], []])
  })

  const getListedOrder = async ({ courseCode }: Bought) =>
    (await listOrders(dashboard.deps, { courseCode, only: 'attention', timezoneId: 'UTC' })).orders[0]

  test('the webhook updates payment, ledger and timeline, and the seats stay until an admin decides', async () => {
    const order = await bought({ seats: 3 })
    dashboard.listen(api.base)
    await dashboard.refund(order.intentId, 35_910)
    await double.post.rest()
    await world.runJobs()
    expect((await whole(order)).refundUnallocated).toEqual(usd('359.10'))
    expect(await listMailSubjects(order)).toMatchObject({ status: 'complete', data: { refunded: usd('359.10') } })
    expect(await happened(order)).toContain('refund-at-provider')
    expect(await getListedOrder(order)).toMatchObject({ refunded: usd('359.10') })
    expect((await listPaidForCohort(world.db, order.courseCode)).map(({ minor }) => minor)).toEqual([2 * 35_910])
    expect((await whole(order)).seats.map(({ state }) => state)).toEqual(['active', 'active', 'active'])
    expect(await broken()).toEqual([])
  })

  test('without a webhook, polling finds it, and the audit reports it until then', async () => {
    const order = await bought()
    await dashboard.refund(order.intentId, 10_000)
    expect(await brokenIds()).toEqual(['Q2e', 'Q2f'])
    await Promise.all([syncLostRefunds(dashboard.deps, 3), syncPaymentRefunds(dashboard.deps, order.paymentId)])
    await syncLostRefunds(dashboard.deps, 3)
    expect((await getPayment(order.paymentId)).refunded_minor).toBe(10_000)
    expect((await whole(order)).refundUnallocated).toEqual(usd('100.00'))
    expect(await broken()).toEqual([])
  })

  test('an admin’s decision ends the named seats once and sends no more money', async () => {
    const order = await bought({ seats: 3 })
    await dashboard.refund(order.intentId, 35_910)
    await syncPaymentRefunds(dashboard.deps, order.paymentId)
    expect(await refundHere(order, '10.00')).toMatchObject({ refusal: { code: 'REFUND_UNALLOCATED' } })
    const [enrolmentId] = (await listMailSubjects(order)).data.enrolmentIds
    expect(
      await endEnrolment(dashboard.deps, admin.personId, enrolmentId, { reason: REASON, refund: 'all' }),
    ).toMatchObject({ refusal: { code: 'REFUND_UNALLOCATED' } })

    const outcomes = await Promise.all([decide(order, [2]), decide(order, [2])])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const after = await whole(order)
    expect(after).toMatchObject({ refundUnallocated: null, refundWaiting: null })
    expect(after.seats.map(({ state }) => state)).toEqual(['active', 'cancelled', 'active'])
    expect(after.order.lines.map(({ refunded }) => refunded.amount)).toEqual(['0.00', '359.10', '0.00'])
    expect(after.events).toContainEqual(
      expect.objectContaining({ what: 'refund-allocated', by: 'Addy Admin', text: REASON }),
    )
    const refundRequest = world.db.selectFrom('refund_request').select('id').where('order_id', '=', order.orderId)
    const { id } = await refundRequest.executeTakeFirstOrThrow()
    await enqueueRefundEmail(dashboard.deps, id)
    const mail = world.db.selectFrom('mail').select('text_body').where('dedupe_key', '=', `refund:${id}`)
    expect((await mail.executeTakeFirstOrThrow()).text_body).toContain('$359.10 of your order')
    expect(await refundsAtProvider(order)).toHaveLength(1)
    // Only the remaining amount can be refunded.
    expect(await refundHere(order, '359.11', 1)).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await refundHere(order, '359.10', 1)).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect((await getPayment(order.paymentId)).refunded_minor).toBe(2 * 35_910)
  })

  test('can be for no seat: each line bears its share, and every seat stays', async () => {
    const order = await bought({ seats: 2 })
    await dashboard.refund(order.intentId, 10_001)
    await syncPaymentRefunds(dashboard.deps, order.paymentId)
    expect(await decide(order, [])).toMatchObject({ value: { amount: usd('100.01') } })
    const { order: view, seats } = await whole(order)
    expect(view.lines.map(({ refunded }) => refunded.amount)).toEqual(['50.01', '50.00'])
    expect(seats.map(({ state }) => state)).toEqual(['active', 'active'])
  })

  test('is not sent a second time when the cohort is cancelled', async () => {
    const order = await bought({ seats: 2 })
    await dashboard.refund(order.intentId, 20_000)
    await syncPaymentRefunds(dashboard.deps, order.paymentId)
    await cancelCohort(dashboard.deps, admin.personId, order.courseCode, 'The teacher is ill')
    await endCohortOrders(dashboard.deps, order.courseCode)
    await refundPayment(dashboard.deps, order.paymentId)
    const payment = await getPayment(order.paymentId)
    expect(payment.refunded_minor).toBe(payment.amount_minor)
    const sent = (await refundsAtProvider(order)).map(({ amount }) => amount.minor)
    expect(sent).toEqual([20_000, payment.amount_minor - 20_000])
  })

  test('holds our waiting refund back, and an admin can declare it the same, so that ours is never sent', async () => {
    const order = await bought({ seats: 2 })
    expect(await refundHere(order, '100.00', 2)).toMatchObject({ ok: true })
    await dashboard.refund(order.intentId, 10_000)
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await whole(order)).toMatchObject({
      refundUnallocated: usd('100.00'),
      refundPending: { amount: usd('100.00'), hasRoom: true },
    })
    expect(await decide(order, [], '100.00')).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await listSentRefunds(order)).toEqual([10_000])
    const after = await whole(order)
    expect(after).toMatchObject({ refundWaiting: null, refundUnallocated: null, refundPending: null })
    expect(after.order.lines.map(({ refunded }) => refunded.amount)).toEqual(['0.00', '100.00'])
    expect(await happened(order)).toContain('refund-voided')
  })

  test('can be a separate refund: then both are sent', async () => {
    const order = await bought({ seats: 2 })
    await refundHere(order, '100.00', 2)
    await dashboard.refund(order.intentId, 10_000)
    await syncPaymentRefunds(dashboard.deps, order.paymentId)
    expect(await decide(order, [1])).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await listSentRefunds(order)).toEqual([10_000, 10_000])
    const lines = (await whole(order)).order.lines.map(({ refunded }) => refunded.amount)
    expect(lines).toEqual(['100.00', '100.00'])
  })

  test('that leaves too little for ours can only replace it, and the remainder waits for an admin', async () => {
    const order = await bought()
    expect(await refundHere(order, '399.00')).toMatchObject({ ok: true })
    await dashboard.refund(order.intentId, 15_000)
    await Promise.all([
      refundPayment(dashboard.deps, order.paymentId),
      syncPaymentRefunds(dashboard.deps, order.paymentId),
    ])
    expect((await whole(order)).refundPending).toEqual({ amount: usd('399.00'), hasRoom: false })
    expect(await decide(order, [])).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await decide(order, [], '399.00')).toMatchObject({ ok: true })
    expect(await whole(order)).toMatchObject({ refundOnHold: usd('249.00') })
    expect(await refundHere(order, '0.01')).toMatchObject({ refusal: { code: 'REFUND_TOO_LARGE' } })
    expect(await retryRefunds(dashboard.deps, admin.personId, order.orderId)).toMatchObject({ ok: true })
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await listSentRefunds(order)).toEqual([15_000, 24_900])
    expect(await whole(order)).toMatchObject({ refundWaiting: null, refundUnallocated: null })
  })

  test('our own refund is recognised when its event comes first or our record was lost', async () => {
    const order = await bought()
    await refundHere(order, '50.00')
    const [row] = await world.db.selectFrom('refund').selectAll().where('payment_id', '=', order.paymentId).execute()
    const amount = { minor: 5_000, currency: 'USD' }
    await dashboard.deps.gateways
      .forMethod('card')!
      .refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
    await syncLostRefunds(dashboard.deps, 3)
    await refundPayment(dashboard.deps, order.paymentId)
    expect(await refundsAtProvider(order)).toHaveLength(1)
    expect(await whole(order)).toMatchObject({ refundWaiting: null, refundUnallocated: null })
    expect(await happened(order)).not.toContain('refund-at-provider')
  })

  describe('a failed refund', () => {
    async function createSentRefund() {
      const order = await bought()
      await refundHere(order, '399.00')
      await refundPayment(dashboard.deps, order.paymentId)
      const [providerRefund] = await refundsAtProvider(order)
      return { order, refundId: providerRefund!.refundId }
    }

    test('is shown to the admin, and the buyer is not told that it was paid', async () => {
      const { order, refundId } = await createSentRefund()
      expect(await listMailSubjects(order)).toMatchObject({ data: { refunded: usd('399.00') } })
      dashboard.listen(api.base)
      await dashboard.fail(refundId)
      await double.post.rest()
      await world.runJobs()
      expect((await whole(order)).refundOnHold).toEqual(usd('399.00'))
      expect(await listMailSubjects(order)).toMatchObject({ status: 'complete', data: { refunded: usd('0.00') } })
      expect(await happened(order)).toContain('refund-failed')
      expect(await getListedOrder(order)).toMatchObject({ refunded: usd('0.00') })
      expect(await broken()).toEqual([])
    })

    test('is sent again only by an admin', async () => {
      const { order, refundId } = await createSentRefund()
      await dashboard.fail(refundId)
      expect(await brokenIds()).toEqual(['Q2e', 'Q2f'])
      await syncLostRefunds(dashboard.deps, 3)
      await refundPayment(dashboard.deps, order.paymentId)
      expect(await refundsAtProvider(order)).toEqual([])
      const sendAgain = () => retryRefunds(dashboard.deps, admin.personId, order.orderId)
      const outcomes = await Promise.all([sendAgain(), sendAgain()])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      await Promise.all([
        refundPayment(dashboard.deps, order.paymentId),
        refundPayment(dashboard.deps, order.paymentId),
      ])
      expect((await refundsAtProvider(order)).map(({ amount }) => amount.minor)).toEqual([39_900])
      expect(await whole(order)).toMatchObject({ refundOnHold: null, refundWaiting: null })
      expect(await happened(order)).toEqual(expect.arrayContaining(['refund-failed', 'refund-again', 'refund-sent']))
      expect(await listMailSubjects(order)).toMatchObject({ data: { refunded: usd('399.00') } })
    })

    test('is not sent again after the dashboard paid it', async () => {
      const { order, refundId } = await createSentRefund()
      await dashboard.fail(refundId)
      await syncPaymentRefunds(dashboard.deps, order.paymentId)
      await dashboard.refund(order.intentId, 39_900)
      await syncPaymentRefunds(dashboard.deps, order.paymentId)
      const sendAgain = () => retryRefunds(dashboard.deps, admin.personId, order.orderId)
      expect(await sendAgain()).toMatchObject({ refusal: { code: 'REFUND_UNALLOCATED' } })
      expect(await decide(order, [], '399.00')).toMatchObject({ ok: true })
      expect(await whole(order)).toMatchObject({ refundOnHold: null, refundUnallocated: null })
      expect(await sendAgain()).toMatchObject({ refusal: { code: 'REFUND_NOT_POSSIBLE' } })
    })

    test('of an unusable payment makes the order pending again, not failed', async () => {
      const second = await boughtTwice()
      const { orderId, paymentId } = second
      await refundPayment(dashboard.deps, paymentId)
      expect(await listMailSubjects(second)).toMatchObject({ status: 'failed', data: { refunded: usd('399.00') } })
      const [providerRefund] = await refundsAtProvider(second)
      await dashboard.fail(providerRefund!.refundId)
      await syncPaymentRefunds(dashboard.deps, paymentId)
      expect(await listMailSubjects(second)).toMatchObject({ status: 'pending', data: { refunded: usd('0.00') } })
      await retryRefunds(dashboard.deps, admin.personId, orderId)
      await refundPayment(dashboard.deps, paymentId)
      expect(await listMailSubjects(second)).toMatchObject({ status: 'failed', data: { refunded: usd('399.00') } })
    })

    test('made at the dashboard needs no decision', async () => {
      const order = await bought()
      const refundId = await dashboard.refund(order.intentId, 10_000)
      await syncPaymentRefunds(dashboard.deps, order.paymentId)
      await dashboard.fail(refundId)
      await syncPaymentRefunds(dashboard.deps, order.paymentId)
      expect(await whole(order)).toMatchObject({ refundOnHold: null, refundUnallocated: null })
      expect((await getPayment(order.paymentId)).refunded_minor).toBe(0)
    })
  })
})
