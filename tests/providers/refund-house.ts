/** A house whose orders are refunded here and at the provider's dashboard. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readOrder } from '#features/admin/read-order.ts'
import { audit } from '#features/checkout/audit.ts'
import { decideRefund } from '#features/checkout/decide-refund.ts'
import { hearRefunds } from '#features/checkout/hear-refunds.ts'
import { findLostRefunds } from '#features/checkout/reconcile.ts'
import { refundPayment } from '#features/checkout/refund.ts'
import { refundOrder } from '#features/checkout/refund-order.ts'
import { sendRefundAgain } from '#features/checkout/send-again.ts'
import type { Person } from '#http/handle.ts'
import { openApi } from '../api.ts'
import { checkoutBody, givenCourse } from '../selling.ts'
import { openWorld, type World } from '../world.ts'
import { type ProviderDashboard, sandboxDashboard } from './dashboards.ts'

export const usd = (amount: string) => ({ amount, currency: 'USD' })
export const REASON = 'Refunded by hand'

export type House = Awaited<ReturnType<typeof openHouse>>
export type Bought = Awaited<ReturnType<House['bought']>>

/** With the sandbox, which has a dashboard of its own. */
export async function openSandboxHouse() {
  const world = await openWorld(20)
  const dashboard = sandboxDashboard(world)
  const house = await openHouse(world, dashboard)
  const close = async () => {
    await house.api.close()
    await world.close()
  }
  return { world, dashboard: dashboard, house, close }
}

export async function openHouse(world: World, dashboard: ProviderDashboard) {
  const api = await openApi(dashboard.deps)
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

  async function bought(wish: Parameters<typeof checkoutBody>[3] = {}, courseCode?: string) {
    const cohort = courseCode ?? (await givenCourse(world))
    const body = await checkoutBody(dashboard.deps, cohort, undefined, wish)
    const placed = await api.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': randomUUID() })
    const { orderId, paymentId, checkoutToken, clientSecret } = placed.body.data
    await dashboard.pay(clientSecret)
    await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
    const payment = await paymentOf(paymentId)
    return { orderId, paymentId, checkoutToken, courseCode: cohort, intentId: payment.provider_intent_id ?? '' }
  }
  type Bought = Awaited<ReturnType<typeof bought>>
  const paymentOf = (id: string) =>
    world.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const whole = async ({ orderId }: Bought) => {
    const outcome = await readOrder(dashboard.deps, admin, orderId)
    if (!outcome.ok) throw new Error(outcome.refusal.code)
    return outcome.value
  }
  const toldToBuyer = async ({ orderId, checkoutToken }: Bought) =>
    (await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)).body
  const happened = async (order: Bought) => (await whole(order)).events.map(({ what }) => what)
  const refundsAtProvider = async ({ intentId }: Bought) =>
    (await dashboard.deps.gateway!.listRefunds({ intentId })).filter(({ hasFailed }) => !hasFailed)
  const lineOf = async (order: Bought, seat: number) => (await whole(order)).order.lines[seat - 1]!.lineId
  const refundHere = async (order: Bought, amount: string, seat = 1) =>
    refundOrder(dashboard.deps, admin.personId, order.orderId, {
      lines: [{ lineId: await lineOf(order, seat), amount: usd(amount) }],
      reason: REASON,
    })
  const decide = async (order: Bought, seats: number[], standsFor: string | null = null) =>
    decideRefund(dashboard.deps, admin.personId, order.orderId, {
      lines: await Promise.all(seats.map((seat) => lineOf(order, seat))),
      reason: REASON,
      amount: (await whole(order)).refundUndecided ?? usd('0.00'),
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
    const intentId = (await paymentOf(paymentId)).provider_intent_id ?? ''
    return { ...first, orderId, paymentId, checkoutToken, intentId }
  }
  const sentOf = async (order: Bought) => (await refundsAtProvider(order)).map(({ amount }) => amount.minor)
  const rowsOf = ({ paymentId }: Bought) =>
    world.db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute()
  const hear = ({ paymentId }: Bought) => hearRefunds(dashboard.deps, paymentId)
  const send = ({ paymentId }: Bought) => refundPayment(dashboard.deps, paymentId)
  const again = ({ orderId }: Bought) => sendRefundAgain(dashboard.deps, admin.personId, orderId)
  const refundAtDashboard = ({ intentId }: Bought, minor: number) => dashboard.refund(intentId, minor)
  const linesOf = async (order: Bought) => (await whole(order)).order.lines.map(({ refunded }) => refunded.amount)
  /** All that went back at the provider is in the books; how much it is, in minor units. */
  async function isAllBooked(order: Bought): Promise<number> {
    await hear(order)
    await findLostRefunds(dashboard.deps, 3)
    const sent = (await sentOf(order)).reduce((sum, minor) => sum + minor, 0)
    const { refunded_minor, amount_minor } = await paymentOf(order.paymentId)
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
    paymentOf,
    whole,
    toldToBuyer,
    happened,
    refundsAtProvider,
    sentOf,
    rowsOf,
    lineOf,
    refundHere,
    decide,
    hear,
    send,
    again,
    refundAtDashboard: refundAtDashboard,
    linesOf,
    isAllBooked,
  }
}
