/** The e-mail about a refund says where the money is at that moment. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderByPaypal } from '#sell/checkout/place-order/order-by-paypal.ts'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { capturePayment } from '#sell/payments/capture-payment.ts'
import { givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { enqueueRefundEmail } from './refund-emails.ts'
import { refundOrder } from './refund-order.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  admin = (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => world.close())

/** Pays by PayPal, is refunded, and reads the e-mail before PayPal has taken the refund. */
async function refundPaypal(giftCardCode?: string): Promise<string> {
  const body = await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode })
  const order = await orderByPaypal(world, guest(), body, randomUUID())
  if (!order.ok) throw new Error(order.refusal.code)
  const { approvalUrl, orderId, paymentId } = order.value
  await world.paypal.sandboxPaypal.answer(approvalUrl.split('/').at(-1)!, 'approve')
  await capturePayment(world, paymentId)
  const refunded = await refundFirstSeat(world, admin, orderId)
  if (!refunded.ok) throw new Error(refunded.refusal.code)
  await enqueueRefundEmail(world, refunded.value.refundId!)
  const mail = world.db.selectFrom('mail').select('text_body').where('to_address', '=', body.email!)
  const { text_body } = await mail.where('subject', 'like', '%on its way back%').executeTakeFirstOrThrow()
  await sendRefunds(world, orderId)
  return text_body
}

test('an e-mail about a refund by PayPal says that it takes days, not that it has arrived', async () => {
  const text = await refundPaypal()
  expect(text).toContain('$399.00, PayPal. Banks and PayPal usually show it within five to ten days.')
  expect(text).not.toContain('already')
})

test('beside PayPal, the gift card has its part already', async () => {
  const text = await refundPaypal(await givenGiftCard(world, 100))
  expect(text).toContain('$100.00, Gift card; $299.00, PayPal.')
  expect(text).toContain('The part on your gift card or credit is back already.')
})

test('cancelled dates bring back the rest of what was paid, where a part had gone back before', async () => {
  const order = await givenPaidOrder(world)
  const lines = world.db.selectFrom('order_line').select('id').where('order_id', '=', order.orderId)
  const { id: lineId } = await lines.executeTakeFirstOrThrow()
  const amount = { amount: '10.00', currency: 'USD' }
  await refundOrder(world, admin, order.orderId, { lines: [{ lineId, amount }], reason: 'A late start' })
  await sendRefunds(world, order.orderId)
  await cancelCohort(world, admin, order.courseCode, 'The teacher is ill')
  await endCohortOrders(world, order.courseCode)
  const requests = world.db.selectFrom('refund_request').select('id').where('order_id', '=', order.orderId)
  const { id } = await requests.where('cause', '=', 'cohort-cancelled').executeTakeFirstOrThrow()
  await enqueueRefundEmail(world, id)
  const mail = world.db.selectFrom('mail').select('text_body').where('to_address', '=', order.email)
  const { text_body } = await mail.where('subject', 'like', 'Cancelled: %').executeTakeFirstOrThrow()
  expect(text_body).toContain('You get back the rest of what you paid, $389.00.')
  await sendRefunds(world, order.orderId)
})
