import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { placeOrder } from './place-order/place-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(5)
})
afterAll(() => world.close())

test('a buyer with four friends pays 20 % less, and gets five seats', async () => {
  const body = await checkoutBody(world, await givenCourse(world), undefined, { seats: 5 })
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { orderId, checkoutToken, clientSecret } = placed.value
  await world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
  const paid = await checkPayment(world, guest(checkoutToken), { orderId })
  // Five times 399.00 USD are 1995.00 USD.
  expect(paid).toMatchObject({
    value: { status: 'complete', data: { amountPaid: { amount: '1596.00', currency: 'USD' } } },
  })
  expect(paid.ok && paid.value.data.enrolmentIds).toHaveLength(5)
})
