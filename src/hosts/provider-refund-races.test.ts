import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { findLostRefunds, reconcile } from '#features/checkout/reconcile.ts'
import { refundPayment } from '#features/checkout/refund.ts'
import type { Deps } from '#http/deps.ts'
import { openSandboxHouse, usd } from '../../tests/providers/refund-house.ts'

const { world, dashboard, house, close } = await openSandboxHouse()
afterAll(close)
const { hear, send, again, linesOf, refundAtDashboard: atDesk, isAllBooked } = house
afterEach(async () => expect(await house.broken()).toEqual([]))

/** Something happens at the dashboard, and is heard, while ours is on its way. */
function meanwhile(act: () => Promise<unknown>, isLost = false): Deps {
  const gateway = world.gateway!
  return {
    ...world,
    gateway: {
      ...gateway,
      refund: async (wish) => {
        await act()
        const told = await gateway.refund(wish)
        if (isLost) throw new Error('the provider did not answer in time')
        return told
      },
    },
  }
}

async function failed(amount = '100.00', seats = 1) {
  const order = await house.bought({ seats })
  await house.refundHere(order, amount, seats)
  await send(order)
  const [made] = await house.refundsAtProvider(order)
  return { order, refundId: made!.refundId }
}

test.each([false, true])(
  'a refund at the dashboard is not taken for ours of the same amount on its way (answer lost: %s)',
  async (isLost) => {
    const order = await house.bought()
    await house.refundHere(order, '100.00')
    const deps = meanwhile(async () => {
      await atDesk(order, 10_000)
      await hear(order)
    }, isLost)
    await refundPayment(deps, order.paymentId).catch(() => {})
    expect(await isAllBooked(order)).toBe(20_000)
    expect(await house.whole(order)).toMatchObject({ refundUndecided: usd('100.00'), refundWaiting: null })
    expect(await house.decide(order, [])).toMatchObject({ ok: true })
  },
)

test('a refund at the dashboard listed before ours of the same amount is not taken for ours', async () => {
  const order = await house.bought()
  await house.refundHere(order, '100.00')
  const [row] = await house.rowsOf(order)
  await atDesk(order, 10_000)
  const amount = { minor: 10_000, currency: 'USD' }
  await world.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
  await hear(order)
  expect(await isAllBooked(order)).toBe(20_000)
  expect((await house.rowsOf(order)).map(({ made_at }) => made_at).toSorted()).toEqual(['here', 'provider'])
})

test('ours on its way keeps its amount, whatever is made at the dashboard meanwhile', async () => {
  const order = await house.bought()
  await house.refundHere(order, '200.00')
  await refundPayment(
    meanwhile(async () => {
      await atDesk(order, 15_000)
      await hear(order)
    }),
    order.paymentId,
  )
  expect(await isAllBooked(order)).toBe(35_000)
  expect((await house.whole(order)).refundUndecided).toEqual(usd('150.00'))
})

test.each([
  [25_000, usd('50.00'), null],
  [15_000, null, usd('50.00')],
])('the provider’s amount counts: of 200.00 it took %i', async (minor, refundUndecided, refundStopped) => {
  const order = await house.bought()
  await house.refundHere(order, '200.00')
  const [row] = await house.rowsOf(order)
  const amount = { minor, currency: 'USD' }
  await world.gateway!.refund({ key: `refund:${row!.id}`, intentId: order.intentId, amount })
  await send(order)
  expect(await isAllBooked(order)).toBe(minor)
  expect(await house.whole(order)).toMatchObject({ refundUndecided, refundStopped, refundWaiting: null })
})

test('what is in flight cannot be dropped; without room it can be', async () => {
  const order = await house.bought()
  await house.refundHere(order, '100.00')
  const lost = { ...world, gateway: { ...world.gateway!, refund: () => Promise.reject(new Error('away')) } }
  await expect(refundPayment(lost, order.paymentId)).rejects.toThrow('away')
  const first = await atDesk(order, 10_000)
  await send(order)
  expect(await house.whole(order)).toMatchObject({ refundUndecided: usd('100.00'), refundUnsent: null })
  await dashboard.fail(first)
  await atDesk(order, 39_000)
  await hear(order)
  expect((await house.whole(order)).refundUnsent).toEqual({ amount: usd('100.00'), hasRoom: false })
  expect(await house.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(39_000)
})

test('a refund at the dashboard that nobody heard of yet holds ours back', async () => {
  const order = await house.bought({ seats: 2 })
  await atDesk(order, 10_000)
  expect(await house.refundHere(order, '100.00')).toMatchObject({ ok: true })
  await send(order)
  await sql`update refund set created_at = created_at - interval '5 minutes'`.execute(world.db)
  await reconcile(world, 0)
  expect(await house.sentOf(order)).toEqual([10_000])
  expect(await house.decide(order, [2])).toMatchObject({ ok: true })
  await send(order)
  expect(await house.sentOf(order)).toEqual([10_000, 10_000])
  expect(await linesOf(order)).toEqual(['100.00', '100.00'])
})

test('ours fails and the dashboard pays it, heard at once: sending again waits for the operator', async () => {
  const { order, refundId } = await failed()
  await dashboard.fail(refundId)
  await atDesk(order, 10_000)
  await findLostRefunds(world, 3)
  expect(await again(order)).toMatchObject({ refusal: { code: 'REFUND_UNDECIDED' } })
  expect(await house.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(10_000)
  expect(await linesOf(order)).toEqual(['100.00'])
})

test('ours is sent again a moment after the dashboard paid it: it is held back', async () => {
  const { order, refundId } = await failed()
  await dashboard.fail(refundId)
  await hear(order)
  await atDesk(order, 10_000)
  expect(await again(order)).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(10_000)
  expect((await house.whole(order)).refundUnsent).toEqual({ amount: usd('100.00'), hasRoom: true })
  expect(await house.decide(order, [], '100.00')).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(10_000)
})

test('a refund at the dashboard for another seat while ours is stopped is not taken for ours', async () => {
  const { order, refundId } = await failed('100.00', 2)
  await dashboard.fail(refundId)
  await hear(order)
  await atDesk(order, 10_000)
  await hear(order)
  expect(await house.whole(order)).toMatchObject({ refundStopped: usd('100.00'), refundUndecided: usd('100.00') })
  expect(await house.decide(order, [1])).toMatchObject({ ok: true })
  expect(await again(order)).toMatchObject({ ok: true })
  await send(order)
  expect(await isAllBooked(order)).toBe(20_000)
  expect(await linesOf(order)).toEqual(['100.00', '100.00'])
})

test('what fails again and again of one request is one, and nothing keeps the next from being heard', async () => {
  const { order, refundId } = await failed()
  await dashboard.fail(refundId)
  await hear(order)
  const second = await atDesk(order, 4_000)
  await hear(order)
  await house.decide(order, [], '100.00')
  await dashboard.fail(second)
  await hear(order)
  await again(order)
  await send(order)
  const [third] = await house.refundsAtProvider(order)
  await dashboard.fail(third!.refundId)
  await hear(order)
  expect((await house.rowsOf(order)).filter(({ state }) => state === 'stopped')).toHaveLength(1)
  await atDesk(order, 10_000)
  // Of the 60.00 and the 40.00 that went again the first failed.
  expect(await isAllBooked(order)).toBe(14_000)
})

test('ours that failed before we heard that it was taken is stopped, and not asked for for ever', async () => {
  const order = await house.bought()
  await house.refundHere(order, '100.00')
  const lost = meanwhile(async () => {}, true)
  await refundPayment(lost, order.paymentId).catch(() => {})
  const [made] = await house.refundsAtProvider(order)
  await dashboard.fail(made!.refundId)
  await send(order)
  expect(await house.whole(order)).toMatchObject({ refundStopped: usd('100.00'), refundWaiting: null })
})
