/**
 * The database refuses an impossible state, but not a decision on outdated rows. Each test pauses the first transaction
 * between its read and its write, by a lock on a person, and starts the second one meanwhile.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { countLockWaits } from '../../../tests/support/lock-waits.ts'
import { givenOrder, givenPaidOrder, sendRefunds } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { givenPromoCode } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { completePayment } from './complete-payment.ts'
import { expireOrder } from './end-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

async function givenPerson(email: string, roles = ['learner']): Promise<string> {
  const person = world.db.insertInto('person').values({ email, name: 'Demo Buyer', roles }).returning('id')
  return (await person.executeTakeFirstOrThrow()).id
}

/** Runs the second verb while the first one waits for the person, until it ends or waits for the first one. */
async function runDuring<Value>(personId: string, first: () => Promise<Value>, second: () => Promise<Value>) {
  const pending = await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute()
    const paused = first()
    await expect.poll(() => countLockWaits(world.db)).toBe(1)
    const other = second()
    await Promise.race([other, expect.poll(() => countLockWaits(world.db), { timeout: 10_000 }).toBe(2)])
    return [paused, other]
  })
  return Promise.all(pending)
}

describe('the lock on an order', () => {
  test('a payment that arrives while its order expires keeps its use of the promo code', async () => {
    const promoCode = await givenPromoCode(world, { percent_off: 10 }, 1)
    const order = await givenOrder(world, { promoCode })
    const personId = await givenPerson(order.email)
    const { intentId, minor } = await getIntent(order.orderId)
    const fact = (status: ProviderFact['status']): ProviderFact => {
      return { intentId, status, amount: money(minor, 'USD'), failureCode: null, card: null }
    }
    await completePayment(world, 'sandbox', fact('canceled'))
    await sql`update seat_hold set created_at = now() - interval '20 minutes', expires_at = now() - interval '5 minutes'
      where order_id = ${order.orderId}`.execute(world.db)

    await runDuring(
      personId,
      () => completePayment(world, 'sandbox', fact('succeeded')),
      () => expireOrder(world, order.orderId),
    )
    expect(await viewOrder(world, guest(order.checkoutToken), order.orderId)).toMatchObject({
      value: { status: 'complete' },
    })
    const uses = world.db.selectFrom('promo_code').select('uses').where('code', '=', promoCode)
    expect(await uses.executeTakeFirstOrThrow()).toEqual({ uses: 1 })
  })

  test('two admins who refund one seat at the same time give its money back once', async () => {
    const order = await givenPaidOrder(world, { seats: 2, depositMinor: 10_000, paymentType: 'deposit' })
    const admins = await Promise.all(
      ['ada', 'bea'].map((name) => givenPerson(`${name}@understudy.test`, ['learner', 'community-admin'])),
    )
    const lines = world.db.selectFrom('order_line').select('id').where('order_id', '=', order.orderId)
    const { id: lineId } = await lines.orderBy('position').limit(1).executeTakeFirstOrThrow()
    const refundAs = (admin: string) => () =>
      refundOrder(world, admin, order.orderId, {
        lines: [{ lineId, amount: { amount: '60.00', currency: 'USD' } }],
        reason: 'She broke her leg',
      })

    const outcomes = await runDuring(admins[0]!, refundAs(admins[0]!), refundAs(admins[1]!))
    expect(outcomes).toMatchObject([{ ok: true }, { refusal: { code: 'REFUND_TOO_LARGE' } }])
    await sendRefunds(world, order.orderId)
  })
})

async function getIntent(orderId: string): Promise<{ intentId: string; minor: number }> {
  const payment = world.db
    .selectFrom('payment')
    .select(['provider_intent_id', 'amount_minor'])
    .where('order_id', '=', orderId)
  const { provider_intent_id, amount_minor } = await payment.executeTakeFirstOrThrow()
  return { intentId: provider_intent_id!, minor: amount_minor }
}
