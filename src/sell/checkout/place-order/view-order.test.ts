import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#screens/admin/audit-money.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { checkoutBody, givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../../tests/world/world.ts'
import type { CheckoutBody } from '../wire.ts'
import { placeOrder } from './place-order.ts'
import { viewOrder } from './view-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
})

async function submitOrder(body: CheckoutBody): Promise<Placed> {
  const outcome = await placeOrder(world, guest(), body, '192.0.2.1')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

describe('the lines of an order', () => {
  test('are its seats and add up to the total; the audit reports lines that do not', async () => {
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    const seen = await viewOrder(world, guest(placed.checkoutToken), placed.orderId)
    const amount = { amount: '399.00', currency: 'USD' }
    expect(seen).toMatchObject({ value: { lines: [{ seat: 1, label: '1 seat', amount }], totals: { total: amount } } })

    const change = (by: number) =>
      sql`update order_line set amount_minor = amount_minor + ${by} where order_id = ${placed.orderId}`.execute(
        world.db,
      )
    await change(1)
    const question = (await audit(world)).find((question) => question.id === 'Q2c')
    expect(question?.violations).toEqual([{ subject: placed.orderId, seats: 1, lines: 1, off: -1 }])
    await change(-1)
  })
})

describe('who may see an order', () => {
  test('its token may, without name or address; for anybody else it does not seem to exist', async () => {
    const placed = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    const other = await submitOrder(await checkoutBody(world, await givenCourse(world)))
    const seen = await viewOrder(world, guest(placed.checkoutToken), placed.orderId)
    expect(seen).toMatchObject({ ok: true, value: { status: 'pending', totals: { due: { amount: '399.00' } } } })
    expect(JSON.stringify(seen)).not.toContain('understudy.test')
    for (const actor of [guest(), guest('x'), guest(other.checkoutToken)]) {
      expect(await viewOrder(world, actor, placed.orderId)).toEqual({ ok: false, refusal: { code: 'ORDER_NOT_FOUND' } })
    }
  })
})
