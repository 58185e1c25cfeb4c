/** A charge that arrives after its order ended goes back, and its buyer learns the true reason. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payByGiftCard } from '#sell/checkout/place-order/order-by-gift-card.ts'
import { sendReturnNotice } from '#sell/documents/send-receipt.ts'
import { givenOrder, sendRefunds } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../tests/world/world.ts'
import { cancelCohort } from './cancel-cohort.ts'
import { completePayment } from './complete-payment.ts'
import { expireOrder } from './end-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

type Order = Awaited<ReturnType<typeof givenOrder>>

/** The order ends, as far as we know, and its buyer pays at that moment. */
async function payAfterEnd(order: Order, end: (deps: World) => Promise<unknown>): Promise<string> {
  const gateway = world.gateway!
  const { provider_intent_id } = await world.db
    .selectFrom('payment')
    .select('provider_intent_id')
    .where('id', '=', order.paymentId)
    .executeTakeFirstOrThrow()
  const intentId = provider_intent_id!
  const cancelIntent = async () => ({ ...(await gateway.getIntent(intentId)), status: 'canceled' as const })
  await end(withGateway(world, { ...gateway, cancelIntent }) as World)
  await gateway.sandbox.confirm({ clientSecret: order.clientSecret, ...cards.good })
  await completePayment(world, 'sandbox', await gateway.getIntent(intentId))
  await sendRefunds(world, order.orderId)
  await sendReturnNotice(world, order.orderId)
  const mail = world.db.selectFrom('mail').select('text_body').where('dedupe_key', '=', `returned:${order.orderId}`)
  return (await mail.executeTakeFirstOrThrow()).text_body
}

test('says that the order had ended, if the gift card was used elsewhere', async () => {
  const giftCardCode = await givenGiftCard(world, 399)
  const courseCode = await givenCourse(world, { priceMinor: 49_900 })
  const order = await givenOrder(world, { courseCode, giftCardCode })
  const text = await payAfterEnd(order, async (deps) => {
    await sql`update seat_hold set expires_at = now() - interval '1 second' where order_id = ${order.orderId}`.execute(
      world.db,
    )
    await expireOrder(deps, order.orderId)
    const body = await checkoutBody(world, await givenCourse(world), undefined, { giftCardCode })
    expect(await payByGiftCard(world, guest(), body, randomUUID())).toMatchObject({ ok: true })
  })
  expect(text).toContain('Your payment reached us after your order had ended')
  expect(text).toContain('Total: $499.00\nVisa ending 4242: $100.00\nPaid: $100.00')
})

test('says that the order had ended, if the dates were cancelled', async () => {
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  const order = await givenOrder(world, {})
  const text = await payAfterEnd(order, () => cancelCohort(world, id, order.courseCode, 'The teacher is ill'))
  expect(text).toContain('Your payment reached us after your order had ended')
})

test('says that the last seat had gone, if another buyer has it', async () => {
  const courseCode = await givenCourse(world, { seats: 1 })
  const order = await givenOrder(world, { courseCode })
  const text = await payAfterEnd(order, async (deps) => {
    await sql`update seat_hold set expires_at = now() - interval '1 second' where order_id = ${order.orderId}`.execute(
      world.db,
    )
    await expireOrder(deps, order.orderId)
    await givenOrder(world, { courseCode })
  })
  expect(text).toContain('after the last seat had gone')
})
