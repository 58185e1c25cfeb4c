import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { reconcile, syncLostRefunds } from '#sell/payments/reconcile.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { createSandboxRefundWorld, usd } from '../../../tests/world/refund-world.ts'
import { withGateway } from '../../../tests/world/world.ts'

const { world, dashboard, refundWorld, close } = await createSandboxRefundWorld()
afterAll(close)
const { syncRefunds, send, again, listLines, refundAtDashboard, isAllBooked } = refundWorld
afterEach(async () => expect(await refundWorld.broken()).toEqual([]))

/** Runs an action at the dashboard and syncs it while our refund is in flight. */
function duringRefund(action: () => Promise<unknown>, isLost = false): Deps {
  const gateway = world.gateway!
  return withGateway(world, {
    ...gateway,
    refund: async (input) => {
      await action()
      const result = await gateway.refund(input)
      if (isLost) throw new Error('the provider did not answer in time')
      return result
    },
  })
}

async function createSentRefund(amount = '100.00', seats = 1) {
  const order = await refundWorld.bought({ seats })
  await refundWorld.refundHere(order, amount, seats)
  await send(order)
  const [providerRefund] = await refundWorld.refundsAtProvider(order)
  return { order, refundId: providerRefund!.refundId }
}

test.each([false, true])(
  'a dashboard refund is not matched to our refund of the same amount in flight (response lost: %s)',
  async (isLost) => {
    const order = await refundWorld.bought()
    await refundWorld.refundHere(order, '100.00')
    const deps = duringRefund(async () => {
      await refundAtDashboard(order, 10_000)
      await syncRefunds(order)
    }, isLost)
    await refundPayment(deps, order.paymentId).catch(() => {})
    expect(await isAllBooked(order)).toBe(20_000)
    expect(await refundWorld.whole(order)).toMatchObject({ refundUnallocated: usd('100.00'), refundWaiting: null })
    expect(await refundWorld.decide(order, [])).toMatchObject({ ok: true })
  },
)

test('a dashboard refund listed before our refund of the same amount is not matched to it', async () => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '100.00')
  const [row] = await refundWorld.listRefundRows(order)
  await refundAtDashboard(order, 10_000)
  const amount = { minor: 10_000, currency: 'USD' }
  await world.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
  await syncRefunds(order)
  expect(await isAllBooked(order)).toBe(20_000)
  expect((await refundWorld.listRefundRows(order)).map(({ origin }) => origin).toSorted()).toEqual(['provider', 'site'])
})

test('our refund in flight keeps its amount, whatever happens at the dashboard', async () => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '200.00')
  await refundPayment(
    duringRefund(async () => {
      await refundAtDashboard(order, 15_000)
      await syncRefunds(order)
    }),
    order.paymentId,
  )
  expect(await isAllBooked(order)).toBe(35_000)
  expect((await refundWorld.whole(order)).refundUnallocated).toEqual(usd('150.00'))
})

test.each([
  [25_000, usd('50.00'), null],
  [15_000, null, usd('50.00')],
])('the provider’s amount counts: of 200.00 it took %i', async (minor, refundUnallocated, refundOnHold) => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '200.00')
  const [row] = await refundWorld.listRefundRows(order)
  const amount = { minor, currency: 'USD' }
  await world.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
  await send(order)
  expect(await isAllBooked(order)).toBe(minor)
  expect(await refundWorld.whole(order)).toMatchObject({ refundUnallocated, refundOnHold, refundWaiting: null })
})

test('a refund in flight cannot be voided; without room it can', async () => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '100.00')
  const depsWithLostResponse = withGateway(world, {
    ...world.gateway!,
    refund: () => Promise.reject(new Error('away')),
  })
  await expect(refundPayment(depsWithLostResponse, order.paymentId)).rejects.toThrow('away')
  const first = await refundAtDashboard(order, 10_000)
  await send(order)
  expect(await refundWorld.whole(order)).toMatchObject({ refundUnallocated: usd('100.00'), refundPending: null })
  await dashboard.fail(first)
  await refundAtDashboard(order, 39_000)
  await syncRefunds(order)
  expect((await refundWorld.whole(order)).refundPending).toEqual({ amount: usd('100.00'), hasRoom: false })
  expect(await refundWorld.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(39_000)
})

test('an unknown dashboard refund holds our refund back', async () => {
  const order = await refundWorld.bought({ seats: 2 })
  await refundAtDashboard(order, 10_000)
  expect(await refundWorld.refundHere(order, '100.00')).toMatchObject({ ok: true })
  await send(order)
  await sql`update refund set created_at = created_at - interval '5 minutes'`.execute(world.db)
  await reconcile(world, 0)
  expect(await refundWorld.listSentRefunds(order)).toEqual([10_000])
  expect(await refundWorld.decide(order, [2])).toMatchObject({ ok: true })
  await send(order)
  expect(await refundWorld.listSentRefunds(order)).toEqual([10_000, 10_000])
  expect(await listLines(order)).toEqual(['100.00', '100.00'])
})

test('after ours failed and the dashboard paid, sending again waits for the admin', async () => {
  const { order, refundId } = await createSentRefund()
  await dashboard.fail(refundId)
  await refundAtDashboard(order, 10_000)
  await syncLostRefunds(world, 3)
  expect(await again(order)).toMatchObject({ refusal: { code: 'REFUND_UNALLOCATED' } })
  expect(await refundWorld.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(10_000)
  expect(await listLines(order)).toEqual(['100.00'])
})

test('a refund sent again just after the dashboard paid is held back', async () => {
  const { order, refundId } = await createSentRefund()
  await dashboard.fail(refundId)
  await syncRefunds(order)
  await refundAtDashboard(order, 10_000)
  expect(await again(order)).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(10_000)
  expect((await refundWorld.whole(order)).refundPending).toEqual({ amount: usd('100.00'), hasRoom: true })
  expect(await refundWorld.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(10_000)
})

test('a dashboard refund for another seat is not matched to our refund on hold', async () => {
  const { order, refundId } = await createSentRefund('100.00', 2)
  await dashboard.fail(refundId)
  await syncRefunds(order)
  await refundAtDashboard(order, 10_000)
  await syncRefunds(order)
  expect(await refundWorld.whole(order)).toMatchObject({
    refundOnHold: usd('100.00'),
    refundUnallocated: usd('100.00'),
  })
  expect(await refundWorld.decide(order, [1])).toMatchObject({ ok: true })
  expect(await again(order)).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(20_000)
  expect(await listLines(order)).toEqual(['100.00', '100.00'])
})

test('repeated failures of one request stay one refund on hold, and later refunds are still synced', async () => {
  const { order, refundId } = await createSentRefund()
  await dashboard.fail(refundId)
  await syncRefunds(order)
  const second = await refundAtDashboard(order, 4_000)
  await syncRefunds(order)
  await refundWorld.decide(order, [], '100.00')
  await dashboard.fail(second)
  await syncRefunds(order)
  await again(order)
  await send(order)
  const [third] = await refundWorld.refundsAtProvider(order)
  await dashboard.fail(third!.refundId)
  await syncRefunds(order)
  expect((await refundWorld.listRefundRows(order)).filter(({ state }) => state === 'on-hold')).toHaveLength(1)
  await refundAtDashboard(order, 10_000)
  // The 60.00 sent again failed, the 40.00 did not.
  expect(await isAllBooked(order)).toBe(14_000)
})

test('a refund that failed before we learned of its acceptance is on hold, and is not polled forever', async () => {
  const order = await refundWorld.bought()
  await refundWorld.refundHere(order, '100.00')
  const depsWithLostResponse = duringRefund(async () => {}, true)
  await refundPayment(depsWithLostResponse, order.paymentId).catch(() => {})
  const [providerRefund] = await refundWorld.refundsAtProvider(order)
  await dashboard.fail(providerRefund!.refundId)
  await send(order)
  expect(await refundWorld.whole(order)).toMatchObject({ refundOnHold: usd('100.00'), refundWaiting: null })
})
