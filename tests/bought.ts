/** An order that is paid, made by the verbs that make one. */
import { randomUUID } from 'node:crypto'
import { placeOrder } from '#features/checkout/order.ts'
import { howItStands } from '#features/checkout/verify.ts'
import { cards, checkoutBody, givenCourse } from './selling.ts'
import { guest, type World } from './world.ts'

type Wish = Parameters<typeof checkoutBody>[3] & {
  courseCode?: string
  name?: string
  email?: string
  depositMinor?: number
}
export type Paid = { orderId: string; checkoutToken: string; courseCode: string; email: string }

export async function givenPaidOrder(
  world: World,
  { courseCode, name, email, depositMinor, ...wish }: Wish = {},
): Promise<Paid> {
  const placed = await givenOrder(world, { courseCode, name, email, depositMinor, ...wish })
  await world.gateway!.sandbox!.confirm({ clientSecret: placed.clientSecret, ...cards.good })
  await howItStands(world, guest(placed.checkoutToken), { orderId: placed.orderId })
  return placed
}

/** The same, not paid yet. */
export async function givenOrder(world: World, { courseCode, name, email, depositMinor, ...wish }: Wish = {}) {
  const run = courseCode ?? (await givenCourse(world, depositMinor ? { depositMinor } : {}))
  const body = await checkoutBody(world, run, email, wish)
  const placed = await placeOrder(world, guest(), { ...body, name: name ?? body.name }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  return { ...placed.value, courseCode: run, email: body.email ?? '' }
}
