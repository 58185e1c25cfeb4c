import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { retryRefunds } from '#sell/refunds/retry-refunds.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { type Bought, createSandboxRefundWorld, usd } from '../../../tests/world/refund-world.ts'
import { withGateway } from '../../../tests/world/world.ts'

const RUNS = 8

const { world, dashboard, refundWorld, close } = await createSandboxRefundWorld()
afterAll(close)
const { syncRefunds, send } = refundWorld

/** Calls `refund` and loses the response, before or after the refund took effect. */
async function sendWithLostResponse({ paymentId }: Bought, hasEffect: boolean): Promise<void> {
  const gateway = world.gateway!
  const refund: typeof gateway.refund = async (input) => {
    if (hasEffect) await gateway.refund(input)
    throw new Error('the provider did not answer in time')
  }
  await refundPayment(withGateway(world, { ...gateway, refund }), paymentId).catch(() => {})
}

/** Ages refunds, so that they no longer count as in flight. */
const expireInFlight = ({ paymentId }: Bought) =>
  sql`update refund set sent_at = sent_at - interval '11 minutes' where payment_id = ${paymentId}`.execute(world.db)

/** The dashboard refunds no more than the payment's remaining amount. */
async function refundAtDashboard(order: Bought, minor: number): Promise<void> {
  const sent = (await refundWorld.listSentRefunds(order)).reduce((sum, one) => sum + one, 0)
  const { amount_minor } = await refundWorld.getPayment(order.paymentId)
  if (sent + minor <= amount_minor) await dashboard.refund(order.intentId, minor)
}

async function failRefund(order: Bought, at: number): Promise<void> {
  const providerRefunds = await refundWorld.refundsAtProvider(order)
  if (providerRefunds.length > 0) await dashboard.fail(providerRefunds[at % providerRefunds.length]!.refundId)
}

async function decide(order: Bought, isSameRefund: boolean): Promise<void> {
  const { refundUnallocated, refundPending } = await refundWorld.whole(order)
  if (!refundUnallocated) return
  const replacedAmount = refundPending && (isSameRefund || !refundPending.hasRoom) ? refundPending.amount.amount : null
  const decided = await refundWorld.decide(order, [], replacedAmount)
  // Only a refund in flight, or one found just then, prevents a decision.
  const temporaryRefusals = ['REFUND_IN_FLIGHT', 'REFUND_CHANGED', 'REFUND_NOT_POSSIBLE']
  if (!decided.ok) expect(temporaryRefusals).toContain(decided.refusal.code)
}

const amount = fc.constantFrom('50.00', '100.00', '150.00', '399.00')
const minor = fc.constantFrom(5_000, 10_000, 15_000, 39_900)
const step = fc.oneof(
  fc.record({ what: fc.constant('ask' as const), amount, seat: fc.constantFrom(1, 2) }),
  fc.record({ what: fc.constant('dashboard' as const), minor }),
  fc.record({ what: fc.constant('fail' as const), at: fc.nat(5) }),
  fc.record({ what: fc.constant('decide' as const), isSameRefund: fc.boolean() }),
  fc.record({ what: fc.constant('badly' as const), hasEffect: fc.boolean() }),
  fc.record({ what: fc.constantFrom('hear' as const, 'send' as const, 'again' as const, 'later' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function applyStep(order: Bought, one: Step): Promise<void> {
  if (one.what === 'ask') await refundWorld.refundHere(order, one.amount, one.seat)
  if (one.what === 'dashboard') await refundAtDashboard(order, one.minor)
  if (one.what === 'fail') await failRefund(order, one.at)
  if (one.what === 'decide') await decide(order, one.isSameRefund)
  if (one.what === 'badly') await sendWithLostResponse(order, one.hasEffect)
  if (one.what === 'later') await expireInFlight(order)
  if (one.what === 'hear') await syncRefunds(order)
  if (one.what === 'send') await send(order)
  if (one.what === 'again') await retryRefunds(world, refundWorld.admin.personId, order.orderId)
}

/** Repeats until nothing is waiting or unallocated. */
async function finish(order: Bought): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await send(order)
    await syncRefunds(order)
    await expireInFlight(order)
    await decide(order, false)
    await retryRefunds(world, refundWorld.admin.personId, order.orderId)
  }
}

async function expectConsistent(order: Bought): Promise<void> {
  const sent = (await refundWorld.listSentRefunds(order)).reduce((sum, one) => sum + one, 0)
  const { refunded_minor, amount_minor, state } = await refundWorld.getPayment(order.paymentId)
  expect(refunded_minor).toBe(sent)
  expect(sent).toBeLessThanOrEqual(amount_minor)
  const { refundUnallocated, refundWaiting, refundOnHold, order: view } = await refundWorld.whole(order)
  expect([refundUnallocated, refundWaiting, refundOnHold]).toEqual([null, null, null])
  if (state !== 'complete') return expect([state, sent, view.status]).toEqual(['returned', amount_minor, 'failed'])
  const { rows } = await sql<{ lines: number }>`select sum(refunded_minor)::int as lines from order_line
    where order_id = ${order.orderId}`.execute(world.db)
  expect(rows[0]!.lines).toBe(sent)
  expect(view.totals.refunded).toEqual(usd((sent / 100).toFixed(2)))
}

test('refunds from us and the dashboard, in any order, are booked once and never exceed the payment', async () => {
  const steps = fc.array(step, { minLength: 3, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (isUnusable, all) => {
      const order = isUnusable ? await refundWorld.boughtTwice() : await refundWorld.bought({ seats: 2 })
      for (const one of all) if (one.what !== 'ask' || !isUnusable) await applyStep(order, one)
      await finish(order)
      await expectConsistent(order)
      expect(await refundWorld.broken()).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 240_000)
