/** A house whose orders are refunded here and at the provider's dashboard. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Person } from '#http/handle.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { readOrder } from '#screens/admin/read-order.ts'
import { syncLostRefunds } from '#sell/payments/reconcile.ts'
import { allocateRefund } from '#sell/refunds/allocate-refund.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { retryRefunds } from '#sell/refunds/retry-refunds.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { syncPaymentRefunds } from '#sell/refunds/sync-refunds.ts'
import { type ProviderDashboard, sandboxDashboard } from '../providers/dashboards.ts'
import { startApi } from './api.ts'
import { checkoutBody, givenCourse } from './selling.ts'
import { createWorld, type World } from './world.ts'

export const usd = (amount: string) => ({ amount, currency: 'USD' })
export const REASON = 'Refunded by hand'

export type RefundWorld = Awaited<ReturnType<typeof createRefundWorld>>
export type Bought = Awaited<ReturnType<RefundWorld['bought']>>

/** With the sandbox, which has a dashboard of its own. */
export async function createSandboxRefundWorld() {
  const world = await createWorld(20)
  const dashboard = sandboxDashboard(world)
  const refundWorld = await createRefundWorld(world, dashboard)
  const close = async () => {
    await refundWorld.api.close()
    await world.close()
  }
  return { world, dashboard: dashboard, refundWorld: refundWorld, close }
}

export async function createRefundWorld(world: World, dashboard: ProviderDashboard) {
  const api = await startApi(dashboard.deps)
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  const admin: Person = {
    kind: 'person',
    personId: id,
    sessionId: randomUUID(),
    audience: 'admin',
    roles: ['community-admin'],
  }

  const broken = async () => (await audit(dashboard.deps)).filter(({ violations }) => violations.length > 0)
  const brokenIds = async () => (await broken()).map(({ id }) => id)

  async function bought(input: Parameters<typeof checkoutBody>[3] = {}, courseCode?: string) {
    const cohort = courseCode ?? (await givenCourse(world))
    const body = await checkoutBody(dashboard.deps, cohort, undefined, input)
    const placed = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
    const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
    await dashboard.pay(clientSecret)
    await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
    const payment = await getPayment(paymentId)
    return { orderId, paymentId, checkoutToken, courseCode: cohort, intentId: payment.provider_intent_id ?? '' }
  }
  type Bought = Awaited<ReturnType<typeof bought>>
  const getPayment = (id: string) =>
    world.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const whole = async ({ orderId }: Bought) => {
    const outcome = await readOrder(dashboard.deps, admin, orderId)
    if (!outcome.ok) throw new Error(outcome.refusal.code)
    return outcome.value
  }
  const listMailSubjects = async ({ orderId, checkoutToken }: Bought) =>
    (await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
  const happened = async (order: Bought) => (await whole(order)).events.map(({ what }) => what)
  const refundsAtProvider = async ({ intentId }: Bought) =>
    (await dashboard.gateway.listRefunds({ intentId })).filter(({ hasFailed }) => !hasFailed)
  const getLine = async (order: Bought, seat: number) => (await whole(order)).order.lines[seat - 1]!.lineId
  const refundHere = async (order: Bought, amount: string, seat = 1) =>
    refundOrder(dashboard.deps, admin.personId, order.orderId, {
      lines: [{ lineId: await getLine(order, seat), amount: usd(amount) }],
      reason: REASON,
    })
  const decide = async (order: Bought, seats: number[], standsFor: string | null = null) =>
    allocateRefund(dashboard.deps, admin.personId, order.orderId, {
      lines: await Promise.all(seats.map((seat) => getLine(order, seat))),
      reason: REASON,
      amount: (await whole(order)).refundUnallocated ?? usd('0.00'),
      standsFor: standsFor ? usd(standsFor) : null,
    })
  /** Pays for what the buyer of an order has already, so that all of it goes back. */
  async function boughtTwice() {
    const first = await bought()
    const { email } = await world.db
      .selectFrom('orders')
      .select('email')
      .where('id', '=', first.orderId)
      .executeTakeFirstOrThrow()
    const body = await checkoutBody(dashboard.deps, first.courseCode, email)
    const placed = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
    const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
    await dashboard.pay(clientSecret)
    await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
    const intentId = (await getPayment(paymentId)).provider_intent_id ?? ''
    return { ...first, orderId, paymentId, checkoutToken, intentId }
  }
  const listSentRefunds = async (order: Bought) => (await refundsAtProvider(order)).map(({ amount }) => amount.minor)
  const listRefundRows = ({ paymentId }: Bought) =>
    world.db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute()
  const syncRefunds = ({ paymentId }: Bought) => syncPaymentRefunds(dashboard.deps, paymentId)
  const send = ({ paymentId }: Bought) => refundPayment(dashboard.deps, paymentId)
  const again = ({ orderId }: Bought) => retryRefunds(dashboard.deps, admin.personId, orderId)
  const refundAtDashboard = ({ intentId }: Bought, minor: number) => dashboard.refund(intentId, minor)
  const listLines = async (order: Bought) => (await whole(order)).order.lines.map(({ refunded }) => refunded.amount)
  /** All that went back at the provider is in the books; how much it is, in minor units. */
  async function isAllBooked(order: Bought): Promise<number> {
    await syncRefunds(order)
    await syncLostRefunds(dashboard.deps, 3)
    const sent = (await listSentRefunds(order)).reduce((sum, minor) => sum + minor, 0)
    const { refunded_minor, amount_minor } = await getPayment(order.paymentId)
    expect(refunded_minor).toBe(sent)
    expect(sent).toBeLessThanOrEqual(amount_minor)
    return sent
  }

  return {
    api,
    admin,
    broken,
    brokenIds,
    bought,
    boughtTwice,
    getPayment: getPayment,
    whole,
    listMailSubjects: listMailSubjects,
    happened,
    refundsAtProvider,
    listSentRefunds: listSentRefunds,
    listRefundRows: listRefundRows,
    getLine: getLine,
    refundHere,
    decide,
    syncRefunds: syncRefunds,
    send,
    again,
    refundAtDashboard: refundAtDashboard,
    listLines: listLines,
    isAllBooked,
  }
}
