/** One person who buys, in one of the ways people do, and keeps every answer that they were given. */
import { randomUUID } from 'node:crypto'
import type { Answer } from '../world/buyer.ts'
import { type Basket, fill } from './basket.ts'
import { buyByCard } from './card-shopper.ts'
import { PATIENCE_MS, placeOrder, type Shop, type Shopper, toPlaced } from './checkout-calls.ts'
import { buyAtPaypal } from './paypal-shopper.ts'

export async function goShopping(shop: Shop): Promise<Shopper> {
  const { random } = shop
  // Until all members have bought, one in six shoppers is one of them.
  const member = random.chance(1 / 3) ? shop.members.pop() : undefined
  const shopper: Shopper = {
    email: member?.email ?? `shopper-${randomUUID()}@understudy.test`,
    responses: [],
    sentCards: [],
    end: 'unknown',
  }
  const basket = await fill(shop, member ?? null, PATIENCE_MS)
  if (!basket) return { ...shopper, end: 'refused' }
  const person = { name: 'Demo Shopper', email: shopper.email, timezoneId: 'Asia/Manila' }
  const body = { ...basket.body, ...(!member && person), consent: { terms: true } }
  const placeThis = (its: string, more: object = {}, token: string | null = null) =>
    placeOrder(shop.url, shopper, { ...basket, body: { ...body, ...more } }, its, token ?? member?.token ?? null)
  const key = randomUUID()
  // One in ten presses twice.
  const placed = random.chance(0.1) ? (await Promise.all([placeThis(key), placeThis(key)]))[0]! : await placeThis(key)
  if (placed.status !== 200) return { ...shopper, end: 'refused' }
  if (placed.body.status === 'complete') return { ...shopper, end: 'complete' }
  // One in twenty goes away, and never comes back.
  if (random.chance(0.05)) return { ...shopper, end: 'left' }

  const { orderId, checkoutToken } = toPlaced(placed)
  const again = () => placeThis(randomUUID(), { orderId }, member?.token ?? checkoutToken)
  return { ...shopper, end: await payFor(shop, shopper, basket, placed, again) }
}

function payFor(shop: Shop, shopper: Shopper, { method }: Basket, placed: Answer, again: () => Promise<Answer>) {
  return method === 'paypal' ? buyAtPaypal(shop, shopper, placed, again) : buyByCard(shop, shopper, placed, again)
}
