import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { ProviderDispute } from '#platform/payments/provider-dispute.ts'
import type { Decision } from '#platform/payments/sandbox-pages.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { type Bought, createSandboxRefundWorld } from '../../../tests/world/refund-world.ts'
import { withGateway } from '../../../tests/world/world.ts'

const RUNS = 12

const { world, dashboard, refundWorld, close } = await createSandboxRefundWorld()
afterAll(close)

/** A provider response that is delivered later or never. */
type PendingSync = { deliver: () => Promise<void> }

async function startSync({ paymentId }: Bought): Promise<PendingSync> {
  const gateway = world.gateway!
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const listDisputes = async (of: Parameters<typeof gateway.listDisputes>[0]): Promise<ProviderDispute[]> => {
    const answer = await gateway.listDisputes(of)
    requested.resolve()
    await released.promise
    return answer
  }
  const done = syncDisputes(withGateway(world, { ...gateway, listDisputes }), paymentId)
  await requested.promise
  return {
    deliver: () => {
      released.resolve()
      return done
    },
  }
}

const step = fc.oneof(
  fc.record({ what: fc.constant('dispute' as const), minor: fc.constantFrom(10_000, 39_900), isOpen: fc.boolean() }),
  fc.record({
    what: fc.constant('decide' as const),
    decision: fc.constantFrom<Decision>('open', 'closed', 'won', 'lost'),
  }),
  fc.record({ what: fc.constantFrom('ask' as const, 'bring' as const, 'sync' as const, 'send' as const) }),
  fc.record({ what: fc.constant('refund' as const), amount: fc.constantFrom('50.00', '399.00') }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
type Scenario = { order: Bought; disputes: string[]; pendingSyncs: PendingSync[] }

async function applyStep({ order, disputes, pendingSyncs }: Scenario, one: Step): Promise<void> {
  // The sandbox's bank never disputes more than was charged and not refunded.
  const disputable = 2 * 39_900 - disputes.length * 39_900
  if (one.what === 'dispute' && disputes.length < 2 && disputable > 0)
    disputes.push(await dashboard.dispute(order.intentId, one.isOpen ? 'open' : 'inquiry', one.minor))
  if (one.what === 'decide' && disputes.length > 0)
    await dashboard.decide(disputes.at(-1)!, one.decision).catch(() => {})
  if (one.what === 'ask') pendingSyncs.push(await startSync(order))
  if (one.what === 'bring') await pendingSyncs.pop()?.deliver()
  if (one.what === 'sync') await syncDisputes(world, order.paymentId)
  if (one.what === 'refund') await refundWorld.refundHere(order, one.amount)
  if (one.what === 'send') await refundWorld.send(order).catch(() => {})
}

/** Delivers pending responses; then the reconciler polls once more. */
async function finish({ order, pendingSyncs }: Scenario): Promise<void> {
  for (const one of pendingSyncs) await one.deliver()
  await syncDisputes(world, order.paymentId)
  await sql`update refund set sent_at = sent_at - interval '11 minutes' where payment_id = ${order.paymentId}`.execute(
    world.db,
  )
  await syncDisputes(world, order.paymentId)
  await refundWorld.send(order).catch(() => {})
}

async function expectConsistent({ order }: Scenario): Promise<void> {
  const providerDisputes = await world.gateway!.listDisputes({ intentId: order.intentId })
  const ownDisputes = await world.db
    .selectFrom('dispute')
    .selectAll()
    .where('payment_id', '=', order.paymentId)
    .execute()
  expect(ownDisputes.map(({ provider_dispute_id, state }) => [provider_dispute_id, state]).toSorted()).toEqual(
    providerDisputes.map(({ disputeId, status }) => [disputeId, status]).toSorted(),
  )
  const sum = (of: (one: ProviderDispute['movements'][number]) => number) =>
    providerDisputes.flatMap(({ movements }) => movements).reduce((all, one) => all + of(one), 0)
  const taken = sum(({ kind, amount, fee }) => (kind === 'withdrawn' ? amount.minor : -amount.minor) + fee.minor)
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(-e.amount), 0)::int as minor from dispute d
    join dispute_movement m on m.dispute_id = d.id join ledger_transaction t on t.reference = m.id
    join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id and a.kind = 'provider'
    where d.payment_id = ${order.paymentId}`.execute(world.db)
  expect(rows[0]!.minor).toBe(taken)
  expect(await refundWorld.broken()).toEqual([])
}

test('dispute events in any order have one effect each, and ledger and seats match the bank', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const scenario: Scenario = { order: await refundWorld.bought({ seats: 2 }), disputes: [], pendingSyncs: [] }
      for (const one of steps) await applyStep(scenario, one)
      await finish(scenario)
      await expectConsistent(scenario)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 240_000)
