import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { syncDisputes } from '#features/checkout/sync-disputes.ts'
import type { ProviderDispute } from '#platform/payments/provider-dispute.ts'
import type { Decision } from '#platform/payments/sandbox-cards.ts'
import { type Bought, openSandboxHouse } from '../../tests/providers/refund-house.ts'

const RUNS = 12

const { world, dashboard, house, close } = await openSandboxHouse()
afterAll(close)

/** An answer of the provider's that is under way: it is brought later, or never. */
type UnderWay = { bring: () => Promise<void> }

async function ask({ paymentId }: Bought): Promise<UnderWay> {
  const gateway = world.gateway!
  const isAsked = Promise.withResolvers<void>()
  const mayArrive = Promise.withResolvers<void>()
  const listDisputes = async (of: Parameters<typeof gateway.listDisputes>[0]): Promise<ProviderDispute[]> => {
    const answer = await gateway.listDisputes(of)
    isAsked.resolve()
    await mayArrive.promise
    return answer
  }
  const done = syncDisputes({ ...world, gateway: { ...gateway, listDisputes } }, paymentId)
  await isAsked.promise
  return {
    bring: () => {
      mayArrive.resolve()
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
type Run = { order: Bought; disputes: string[]; underWay: UnderWay[] }

async function act({ order, disputes, underWay }: Run, one: Step): Promise<void> {
  // The sandbox's bank takes no more than was charged and not sent back.
  const free = 2 * 39_900 - disputes.length * 39_900
  if (one.what === 'dispute' && disputes.length < 2 && free > 0)
    disputes.push(await dashboard.dispute(order.intentId, one.isOpen ? 'open' : 'inquiry', one.minor))
  if (one.what === 'decide' && disputes.length > 0)
    await dashboard.decide(disputes.at(-1)!, one.decision).catch(() => {})
  if (one.what === 'ask') underWay.push(await ask(order))
  if (one.what === 'bring') await underWay.pop()?.bring()
  if (one.what === 'sync') await syncDisputes(world, order.paymentId)
  if (one.what === 'refund') await house.refundHere(order, one.amount)
  if (one.what === 'send') await house.send(order).catch(() => {})
}

/** Whatever was under way arrives; the reconciler asks once more. */
async function settle({ order, underWay }: Run): Promise<void> {
  for (const one of underWay) await one.bring()
  await syncDisputes(world, order.paymentId)
  await sql`update refund set sent_at = sent_at - interval '11 minutes' where payment_id = ${order.paymentId}`.execute(
    world.db,
  )
  await syncDisputes(world, order.paymentId)
  await house.send(order).catch(() => {})
}

async function isRight({ order }: Run): Promise<void> {
  const theirs = await world.gateway!.listDisputes({ intentId: order.intentId })
  const ours = await world.db.selectFrom('dispute').selectAll().where('payment_id', '=', order.paymentId).execute()
  expect(ours.map(({ provider_dispute_id, state }) => [provider_dispute_id, state]).toSorted()).toEqual(
    theirs.map(({ disputeId, status }) => [disputeId, status]).toSorted(),
  )
  const sum = (of: (one: ProviderDispute['movements'][number]) => number) =>
    theirs.flatMap(({ movements }) => movements).reduce((all, one) => all + of(one), 0)
  const taken = sum(({ kind, amount, fee }) => (kind === 'withdrawn' ? amount.minor : -amount.minor) + fee.minor)
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(-e.amount), 0)::int as minor from dispute d
    join dispute_movement m on m.dispute_id = d.id join ledger_transaction t on t.reference = m.id
    join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id and a.kind = 'provider'
    where d.payment_id = ${order.paymentId}`.execute(world.db)
  expect(rows[0]!.minor).toBe(taken)
  expect(await house.broken()).toEqual([])
}

test('whatever a bank does, and in whatever order its answers arrive: each has one effect, and books and seats say what the bank says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const run: Run = { order: await house.bought({ seats: 2 }), disputes: [], underWay: [] }
      for (const one of steps) await act(run, one)
      await settle(run)
      await isRight(run)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 240_000)
