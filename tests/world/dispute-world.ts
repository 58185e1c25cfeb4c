/** A house whose payments are disputed, at a provider's double or at the sandbox. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { mailingJobs } from '#people/mailing/jobs.ts'
import { listOrders } from '#screens/admin/list-orders.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { paymentRefundJob } from '#sell/checkout/queue.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { type ProviderDashboard, paypalDashboard, sandboxDashboard, stripeDashboard } from '../providers/dashboards.ts'
import * as paypal from '../providers/paypal/judge.ts'
import { startPaypal } from '../providers/paypal/paypal.ts'
import { createJudge, findSpecification } from '../providers/stripe/judge.ts'
import { startStripe } from '../providers/stripe/stripe.ts'
import { type Bought, createRefundWorld } from './refund-world.ts'
import { createWorld, type World } from './world.ts'

export const PROVIDERS = ['Stripe', 'the sandbox', 'PayPal'] as const

export type DisputeWorld = Awaited<ReturnType<typeof createDisputeWorld>>

export async function createDisputeWorld(name: (typeof PROVIDERS)[number]) {
  const world = await createWorld(20)
  const { dashboard, deliver, close } = await createDashboard(name, world)
  const refundWorld = await createRefundWorld(world, dashboard)
  // A refund is sent when a test says so.
  const handlers = checkoutJobs(dashboard.deps).filter(({ job }) => job !== paymentRefundJob)
  await world.jobs.work([...handlers, ...mailingJobs(dashboard.deps)])

  const sync = ({ paymentId }: Bought) => syncDisputes(dashboard.deps, paymentId)
  const listEnrolmentStates = ({ orderId }: Bought) =>
    world.db.selectFrom('enrolment').selectAll().where('order_id', '=', orderId).orderBy('seat').execute()

  return {
    world,
    dashboard: dashboard,
    refundWorld: refundWorld,
    sync,
    /** The provider's events arrive, and their jobs are done. */
    async deliver() {
      await deliver()
      await world.runJobs()
    },
    listEnrolmentStates: listEnrolmentStates,
    isFrozen: async (order: Bought) => (await listEnrolmentStates(order)).map(({ frozen_at }) => frozen_at !== null),
    statesOf: async (order: Bought) => (await listEnrolmentStates(order)).map(({ state }) => state),
    attention: async ({ courseCode }: Bought) =>
      (await listOrders(dashboard.deps, { courseCode, only: 'attention', timezoneId: 'UTC' })).orders,
    /** An order whose payment is disputed, and known to be. */
    async disputed(input: Parameters<typeof refundWorld.bought>[0] = {}) {
      const order = await refundWorld.bought(input)
      const disputeId = await dashboard.dispute(order.intentId, 'open')
      await sync(order)
      return { order, disputeId }
    },
    /** Ends the waiting time after an attempt to refund. */
    later: ({ paymentId }: Bought) =>
      sql`update refund set sent_at = sent_at - interval '11 minutes' where payment_id = ${paymentId}`.execute(
        world.db,
      ),
    /** The ledger's sums for the disputes of one payment, by account. */
    async booksOf({ paymentId }: Bought): Promise<Record<string, number>> {
      const { rows } = await sql<{ kind: string; minor: number }>`
        select a.kind, sum(e.amount)::int as minor from dispute d join dispute_movement m on m.dispute_id = d.id
        join ledger_transaction t on t.reference = m.id join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id where d.payment_id = ${paymentId}
        group by a.kind having sum(e.amount) <> 0`.execute(world.db)
      return Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]))
    },
    /** No promise is broken, and the provider's own specification knows every request and every answer. */
    async close() {
      const violations = await refundWorld.broken()
      await refundWorld.api.close()
      const faults = await close()
      await world.close()
      expect([violations, faults]).toEqual([[], []])
    },
  }
}

/** `close` returns the requests, responses and events that the provider's own specification does not know. */
type Opened = { dashboard: ProviderDashboard; deliver(): Promise<void>; close(): Promise<string[]> }

async function createDashboard(name: (typeof PROVIDERS)[number], world: World): Promise<Opened> {
  if (name === 'the sandbox')
    return { dashboard: sandboxDashboard(world), deliver: async () => {}, close: async () => [] }
  if (name === 'Stripe') {
    const double = await startStripe(5)
    const file = findSpecification()
    const judge = file ? createJudge(file) : null
    const close = async () => {
      await double.close()
      const events = double.books.events.flatMap((event) => judge?.faultsOfEvent(event) ?? [])
      return [...double.exchanges.flatMap((exchange) => judge?.findFaults(exchange) ?? []), ...events]
    }
    return { dashboard: stripeDashboard(world, double), deliver: double.post.rest, close }
  }
  const double = await startPaypal(5)
  const folder = paypal.findSpecifications()
  const judge = folder ? paypal.createJudge(folder) : null
  const close = async () => {
    await double.close()
    const events = double.books.events.flatMap((event) => judge?.findFaultsOfEvent(event) ?? [])
    return [...double.exchanges.flatMap((exchange) => judge?.findFaults(exchange) ?? []), ...events]
  }
  return { dashboard: paypalDashboard(world, double), deliver: double.post.rest, close }
}
