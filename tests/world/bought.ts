/** An order that is paid, and its seat paid back, by the verbs that do it. */
import { randomUUID } from 'node:crypto'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { cards, checkoutBody, givenCourse } from './selling.ts'
import { guest, type World } from './world.ts'

type PurchaseInput = Parameters<typeof checkoutBody>[3] & {
  courseCode?: string
  name?: string
  email?: string
  depositMinor?: number
}
export type Paid = { orderId: string; checkoutToken: string; courseCode: string; email: string }

export async function givenPaidOrder(
  world: World,
  { courseCode, name, email, depositMinor, ...input }: PurchaseInput = {},
): Promise<Paid> {
  const placed = await givenOrder(world, { courseCode, name, email, depositMinor, ...input })
  await world.gateway!.sandbox!.confirm({ clientSecret: placed.clientSecret, ...cards.good })
  await checkPayment(world, guest(placed.checkoutToken), { orderId: placed.orderId })
  return placed
}

/** The same, not paid yet. */
export async function givenOrder(
  world: World,
  { courseCode, name, email, depositMinor, ...input }: PurchaseInput = {},
) {
  const cohort = courseCode ?? (await givenCourse(world, depositMinor ? { depositMinor } : {}))
  const body = await checkoutBody(world, cohort, email, input)
  const placed = await placeOrder(world, guest(), { ...body, name: name ?? body.name }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  return { ...placed.value, courseCode: cohort, email: body.email ?? '' }
}

/** All that its first seat cost: asked for, and not sent yet. */
export async function refundFirstSeat(world: World, adminId: string, orderId: string) {
  const lines = world.db.selectFrom('order_line').select('id').where('order_id', '=', orderId).orderBy('position')
  const { id } = await lines.limit(1).executeTakeFirstOrThrow()
  return refundOrder(world, adminId, orderId, { lines: [{ lineId: id }], reason: 'She broke her leg' })
}

/** Sends the requested refunds, as the job does. */
export async function sendRefunds(world: World, orderId: string): Promise<void> {
  const payments = await world.db.selectFrom('payment').select('id').where('order_id', '=', orderId).execute()
  for (const { id } of payments) await refundPayment(world, id)
}
