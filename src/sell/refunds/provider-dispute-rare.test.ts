import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverGiftCards } from '#sell/checkout/gift-cards/deliver-gift-card.ts'
import { syncLostCharges, syncLostDisputes } from '#sell/payments/reconcile.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { createDisputeWorld, type DisputeWorld } from '../../../tests/world/dispute-world.ts'
import { type Bought, usd } from '../../../tests/world/refund-world.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'

let setup: DisputeWorld
let { world, dashboard, refundWorld, sync, isFrozen, statesOf, attention, later } = {} as DisputeWorld
beforeAll(async () => {
  setup = await createDisputeWorld('the sandbox')
  ;({ world, dashboard, refundWorld, sync, isFrozen, statesOf, attention, later } = setup)
  dashboard.deaf()
})
afterAll(() => setup.close())

const getDispute = (id: string) =>
  world.db.selectFrom('dispute').selectAll().where('provider_dispute_id', '=', id).executeTakeFirstOrThrow()

/** An order that was paid by its second attempt, and whose first attempt the provider then charged too. */
async function buyWithLateCharge(): Promise<{ bought: Bought; late: { paymentId: string; intentId: string } }> {
  const courseCode = await givenCourse(world)
  const body = await checkoutBody(world, courseCode)
  const path = '/api/v1/sign-up-payment/card'
  const placed = (await refundWorld.api.post(path, body, { 'idempotency-key': randomUUID() })).body.data
  const { orderId, checkoutToken } = placed
  const sandbox = world.gateway!.sandbox
  const verify = () => refundWorld.api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
  await sandbox.confirm({ clientSecret: placed.clientSecret, ...cards.declined })
  await verify()
  const payPath = `/api/v1/orders/${orderId}/pay?vt=${checkoutToken}`
  const again = (await refundWorld.api.post(payPath, { paymentMethod: 'card' })).body.data
  await sandbox.confirm({ clientSecret: again.clientSecret, ...cards.good })
  await verify()
  await sql`update sandbox.intent set status = 'succeeded' where client_secret = ${placed.clientSecret}`.execute(
    world.db,
  )
  await syncLostCharges(world)
  const first = await refundWorld.getPayment(placed.paymentId)
  const second = await refundWorld.getPayment(again.paymentId)
  expect([first.state, second.state]).toEqual(['refund-pending', 'complete'])
  const bought = { ...placed, courseCode, paymentId: second.id, intentId: second.provider_intent_id }
  return { bought, late: { paymentId: first.id, intentId: first.provider_intent_id! } }
}

describe('a dispute of a payment that the order did not keep', () => {
  test('freezes no seat, lost or not, and its own refund is not sent', async () => {
    const { bought, late } = await buyWithLateCharge()
    const disputeId = await dashboard.dispute(late.intentId, 'open')
    await syncDisputes(dashboard.deps, late.paymentId)
    expect(await isFrozen(bought)).toEqual([false])
    await refundWorld.send({ ...bought, ...late })
    expect(await refundWorld.listSentRefunds({ ...bought, ...late })).toEqual([])
    expect(await refundWorld.refundHere(bought, '10.00'), 'the bought payment can be refunded').toMatchObject({
      ok: true,
    })
    await refundWorld.send(bought)
    expect(await refundWorld.listSentRefunds(bought)).toEqual([1_000])

    await dashboard.decide(disputeId, 'lost')
    await syncDisputes(dashboard.deps, late.paymentId)
    await later({ ...bought, ...late })
    await syncDisputes(dashboard.deps, late.paymentId)
    expect(await statesOf(bought)).toEqual(['active'])
    expect(await refundWorld.getPayment(late.paymentId)).toMatchObject({ state: 'returned', refunded_minor: 0 })
    expect((await refundWorld.whole(bought)).order.disputed).toBeNull()
    expect(await refundWorld.broken()).toEqual([])
  })
})

test('a lost dispute with money left to refund needs attention until that money is refunded', async () => {
  const courseCode = await givenCourse(world, { depositMinor: 9_900 })
  const deposit = await refundWorld.bought({ paymentType: 'deposit' }, courseCode)
  const path = `/api/v1/orders/${deposit.orderId}/pay?vt=${deposit.checkoutToken}`
  const { paymentId, clientSecret } = (await refundWorld.api.post(path, { paymentMethod: 'card' })).body.data
  await dashboard.pay(clientSecret)
  await refundWorld.api.call(`/api/v1/verify-payment?paymentId=${paymentId}&vt=${deposit.checkoutToken}`)
  const disputeId = await dashboard.dispute(deposit.intentId, 'open')
  await sync(deposit)
  await dashboard.decide(disputeId, 'lost')
  await sync(deposit)
  expect((await attention(deposit)).map(({ orderId }) => orderId)).toEqual([deposit.orderId])
  expect(await refundWorld.refundHere(deposit, '300.00')).toMatchObject({ ok: true })
  await refundWorld.send({ ...deposit, paymentId })
  expect(await attention(deposit)).toEqual([])
})

describe('a gift card whose lost dispute is won on appeal', () => {
  async function buyCard(isDelivered: boolean): Promise<Bought> {
    const body = {
      amount: usd('100.00'),
      recipient: { name: 'Milo', email: 'milo@understudy.test' },
      buyer: { name: 'Ana', email: `${randomUUID()}@understudy.test` },
      consent: { terms: true },
    }
    const placed = (await refundWorld.api.post('/api/v1/gift-cards', body, { 'idempotency-key': randomUUID() })).body
      .data
    await dashboard.pay(placed.clientSecret)
    await refundWorld.api.call(`/api/v1/verify-payment?orderId=${placed.orderId}&vt=${placed.checkoutToken}`)
    if (isDelivered) await deliverGiftCards(dashboard.deps)
    const intentId = (await refundWorld.getPayment(placed.paymentId)).provider_intent_id ?? ''
    return { ...placed, courseCode: '', intentId }
  }
  async function loseThenWin(order: Bought): Promise<void> {
    const disputeId = await dashboard.dispute(order.intentId, 'open')
    await sync(order)
    await dashboard.decide(disputeId, 'lost')
    await sync(order)
    await dashboard.reverse(disputeId)
    await sync(order)
    await sync(order)
  }
  const getBalance = async ({ orderId }: Bought) => {
    const { rows } = await sql<{ minor: number }>`select -a.balance::int as minor from ledger_account a
      join gift_card_purchase g on a.id = 'gift-card:' || g.gift_card_id where g.order_id = ${orderId}`.execute(
      world.db,
    )
    return rows[0]?.minor
  }

  test('has its balance back, once', async () => {
    const order = await buyCard(true)
    expect(await getBalance(order)).toBe(10_000)
    await loseThenWin(order)
    expect(await getBalance(order)).toBe(10_000)
    expect(await refundWorld.broken()).toEqual([])
  })

  test('is delivered after all if it had not been', async () => {
    const order = await buyCard(false)
    await loseThenWin(order)
    await deliverGiftCards(dashboard.deps)
    expect(await getBalance(order)).toBe(10_000)
  })
})

describe('the amount of a dispute', () => {
  const setAmount = (id: string, minor: number) =>
    sql`update sandbox.dispute set amount_minor = ${minor} where id = ${id}`.execute(world.db)

  test('that changes together with its state is stored', async () => {
    const order = await refundWorld.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'inquiry', 1_000)
    await sync(order)
    await setAmount(disputeId, 2_500)
    await dashboard.decide(disputeId, 'open')
    await sync(order)
    expect(await getDispute(disputeId)).toMatchObject({ state: 'open', amount_minor: 2_500 })
  })

  test('that alone changes after the decision is found', async () => {
    const order = await refundWorld.bought()
    const disputeId = await dashboard.dispute(order.intentId, 'inquiry', 1_000)
    await dashboard.decide(disputeId, 'closed')
    await sync(order)
    await setAmount(disputeId, 1_500)
    await syncLostDisputes(dashboard.deps, 3)
    expect(await getDispute(disputeId)).toMatchObject({ state: 'closed', amount_minor: 1_500 })
  })
})
