import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { refundPayment } from '#features/checkout/refund.ts'
import { sendRefundAgain } from '#features/checkout/send-again.ts'
import { type Bought, openSandboxHouse, usd } from '../../tests/providers/refund-house.ts'

const RUNS = 8

const { world, dashboard, house, close } = await openSandboxHouse()
afterAll(close)
const { hear, send } = house

/** As `refund`, and whatever it answers is lost, before or after it had its effect. */
async function sendBadly({ paymentId }: Bought, hasEffect: boolean): Promise<void> {
  const gateway = world.gateway!
  const refund: typeof gateway.refund = async (wish) => {
    if (hasEffect) await gateway.refund(wish)
    throw new Error('the provider did not answer in time')
  }
  await refundPayment({ ...world, gateway: { ...gateway, refund } }, paymentId).catch(() => {})
}

/** What was tried is not in flight any more. */
const later = ({ paymentId }: Bought) =>
  sql`update refund set sent_at = sent_at - interval '11 minutes' where payment_id = ${paymentId}`.execute(world.db)

/** The dashboard pays no more than there is. */
async function refundAtDashboard(order: Bought, minor: number): Promise<void> {
  const sent = (await house.sentOf(order)).reduce((sum, one) => sum + one, 0)
  const { amount_minor } = await house.paymentOf(order.paymentId)
  if (sent + minor <= amount_minor) await dashboard.refund(order.intentId, minor)
}

async function failOne(order: Bought, at: number): Promise<void> {
  const made = await house.refundsAtProvider(order)
  if (made.length > 0) await dashboard.fail(made[at % made.length]!.refundId)
}

async function decide(order: Bought, isThatOne: boolean): Promise<void> {
  const { refundUndecided, refundUnsent } = await house.whole(order)
  if (!refundUndecided) return
  const standsFor = refundUnsent && (isThatOne || !refundUnsent.hasRoom) ? refundUnsent.amount.amount : null
  const decided = await house.decide(order, [], standsFor)
  // Only what is in flight keeps it from being decided, and what is heard just then.
  const passing = ['REFUND_IN_FLIGHT', 'REFUND_CHANGED', 'REFUND_NOT_POSSIBLE']
  if (!decided.ok) expect(passing).toContain(decided.refusal.code)
}

const amount = fc.constantFrom('50.00', '100.00', '150.00', '399.00')
const minor = fc.constantFrom(5_000, 10_000, 15_000, 39_900)
const step = fc.oneof(
  fc.record({ what: fc.constant('ask' as const), amount, seat: fc.constantFrom(1, 2) }),
  fc.record({ what: fc.constant('dashboard' as const), minor }),
  fc.record({ what: fc.constant('fail' as const), at: fc.nat(5) }),
  fc.record({ what: fc.constant('decide' as const), isThatOne: fc.boolean() }),
  fc.record({ what: fc.constant('badly' as const), hasEffect: fc.boolean() }),
  fc.record({ what: fc.constantFrom('hear' as const, 'send' as const, 'again' as const, 'later' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function act(order: Bought, one: Step): Promise<void> {
  if (one.what === 'ask') await house.refundHere(order, one.amount, one.seat)
  if (one.what === 'dashboard') await refundAtDashboard(order, one.minor)
  if (one.what === 'fail') await failOne(order, one.at)
  if (one.what === 'decide') await decide(order, one.isThatOne)
  if (one.what === 'badly') await sendBadly(order, one.hasEffect)
  if (one.what === 'later') await later(order)
  if (one.what === 'hear') await hear(order)
  if (one.what === 'send') await send(order)
  if (one.what === 'again') await sendRefundAgain(world, house.admin.personId, order.orderId)
}

/** Until nothing waits and nothing is undecided. */
async function settle(order: Bought): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await send(order)
    await hear(order)
    await later(order)
    await decide(order, false)
    await sendRefundAgain(world, house.admin.personId, order.orderId)
  }
}

async function isRight(order: Bought): Promise<void> {
  const sent = (await house.sentOf(order)).reduce((sum, one) => sum + one, 0)
  const { refunded_minor, amount_minor, state } = await house.paymentOf(order.paymentId)
  expect(refunded_minor).toBe(sent)
  expect(sent).toBeLessThanOrEqual(amount_minor)
  const { refundUndecided, refundWaiting, refundStopped, order: view } = await house.whole(order)
  expect([refundUndecided, refundWaiting, refundStopped]).toEqual([null, null, null])
  if (state !== 'complete') return expect([state, sent, view.status]).toEqual(['returned', amount_minor, 'failed'])
  const { rows } = await sql<{ lines: number }>`select sum(refunded_minor)::int as lines from order_line
    where order_id = ${order.orderId}`.execute(world.db)
  expect(rows[0]!.lines).toBe(sent)
  expect(view.totals.refunded).toEqual(usd((sent / 100).toFixed(2)))
}

test('whatever goes back, here and at the dashboard, in whatever order it is heard: all of it is booked, once, and never more than was paid', async () => {
  const steps = fc.array(step, { minLength: 3, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (isReturned, all) => {
      const order = isReturned ? await house.boughtTwice() : await house.bought({ seats: 2 })
      for (const one of all) if (one.what !== 'ask' || !isReturned) await act(order, one)
      await settle(order)
      await isRight(order)
      expect(await house.broken()).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 240_000)
