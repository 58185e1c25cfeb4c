/** Charges of saved cards that meet trouble: a lost card, a missing provider, a buyer who pays at the same moment. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { sendRefunds } from '../../../../tests/world/bought.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../../tests/world/world.ts'
import { remindOfBalances } from '../remind-balance.ts'
import { chargeBalance, chargeDueBalances } from './charge-saved-card.ts'
import { listOwnSavedCards } from './remove-saved-card.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

const DAY_MS = 86_400_000
/** The balance is due on day 23. */
const onDay = (day: number, deps: World = world) => ({ ...deps, clock: () => new Date(Date.now() + day * DAY_MS) })
const DECLINES_LATER = '4000000000000341'

async function paidDeposit(number = cards.good.number) {
  const email = `${randomUUID()}@understudy.test`
  const courseCode = await givenCourse(world, { depositMinor: 9_900, startsInDays: 30 })
  const body = await checkoutBody(world, courseCode, email, { paymentType: 'deposit' })
  const placed = await placeOrder(world, guest(), { ...body, consent: { terms: true, storeCard: true } }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good, number })
  await checkPayment(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return { ...placed.value, email }
}

const listPayments = async (orderId: string) =>
  (await world.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('attempt').execute()).map(
    ({ purpose, state }) => `${purpose} ${state}`,
  )
const getMandate = (orderId: string) =>
  world.db.selectFrom('card_mandate').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
const listMails = (email: string) =>
  world.db.selectFrom('mail').selectAll().where('to_address', '=', email).orderBy('created_at').execute()

test('a card that the provider lost ends the charge after two days, and the buyer gets the link to pay', async () => {
  const { orderId, email } = await paidDeposit()
  await chargeBalance(onDay(20.1), orderId)
  const { provider_method_id } = await getMandate(orderId)
  await sql`update sandbox.saved_card set detached_at = now() where id = ${provider_method_id}`.execute(world.db)
  for (const day of [23.2, 23.5, 24.3, 24.4, 24.5, 25.6, 25.7, 25.8, 26])
    await chargeBalance(onDay(day), orderId).catch((error) =>
      expect(String(error)).toContain('does not have this card'),
    )
  expect(await listPayments(orderId)).toEqual(['purchase complete', 'balance cancelled', 'balance cancelled'])
  expect(await getMandate(orderId)).toMatchObject({ ended_because: 'failed', attempts: 2 })
  const mail = (await listMails(email)).at(-1)
  expect(mail?.subject).toBe('Please pay $300.00 for A course')
  expect(mail?.text_body).not.toContain('declined')
  await remindOfBalances(onDay(26.1))
  expect((await listMails(email)).at(-1)?.dedupe_key).toBe(`balance:${orderId}:2`)
})

test('a card of a provider that is not configured any more is given up, and the reminders begin', async () => {
  const { orderId, email } = await paidDeposit()
  await chargeBalance(onDay(20.1), orderId)
  const without = withGateway(world, null) as World
  for (const day of [23.2, 23.9]) await chargeBalance(onDay(day, without), orderId)
  await remindOfBalances(onDay(23.9))
  expect(await getMandate(orderId)).toMatchObject({ ended_at: null })
  await chargeBalance(onDay(24.2, without), orderId)
  expect(await getMandate(orderId)).toMatchObject({ ended_because: 'failed', attempts: 0 })
  await remindOfBalances(onDay(24.3))
  expect((await listMails(email)).at(-1)?.dedupe_key).toBe(`balance:${orderId}:1`)
})

test('a decline never cancels the payment that the buyer began by the link meanwhile', async () => {
  const { orderId, checkoutToken } = await paidDeposit(DECLINES_LATER)
  await chargeBalance(onDay(20.1), orderId)
  const gateway = world.gateway!
  const savedCards = {
    ...gateway.savedCards!,
    async charge(...call: Parameters<NonNullable<typeof gateway.savedCards>['charge']>) {
      const fact = await gateway.savedCards!.charge(...call)
      const begun = await payOrder(world, guest(checkoutToken), orderId, { paymentMethod: 'card' }, 'here')
      expect(begun).toMatchObject({ ok: true })
      return fact
    },
  }
  await chargeBalance(onDay(23.2, withGateway(world, { ...gateway, savedCards }) as World), orderId)
  expect(await listPayments(orderId)).toEqual(['purchase complete', 'balance cancelled', 'balance pending'])
})

test('three days after a notice are 72 hours, also if the clocks of the database change in between', async () => {
  const { orderId } = await paidDeposit()
  await world.db.transaction().execute(async (tx) => {
    await sql`set local timezone to 'Europe/London'`.execute(tx)
    const charge = sql`update card_mandate set notified_at = '2026-10-24T12:00:00Z',
      charge_at = '2026-10-27T12:00:00Z'::timestamptz where order_id = ${orderId}`
    await expect(charge.execute(tx)).resolves.toBeDefined()
  })
  expect(await getMandate(orderId)).toMatchObject({ charge_at: new Date('2026-10-27T12:00:00Z') })
})

test('a card that a refund in part keeps from being charged is not announced any more, and is deleted at once', async () => {
  const { orderId, email, checkoutToken } = await paidDeposit()
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  const { id: admin } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  const lines = world.db.selectFrom('order_line').select('id').where('order_id', '=', orderId)
  const { id: lineId } = await lines.executeTakeFirstOrThrow()
  const amount = { amount: '10.00', currency: 'USD' }
  const refunded = await refundOrder(world, admin, orderId, { lines: [{ lineId, amount }], reason: 'A late start' })
  expect(refunded).toMatchObject({ ok: true })
  await sendRefunds(world, orderId)
  await chargeDueBalances(world)
  expect(await getMandate(orderId)).toMatchObject({ ended_because: 'closed', detached_at: expect.any(Date) })
  const buyer = world.db.selectFrom('person').select('id').where('email', '=', email)
  expect(await listOwnSavedCards(world, (await buyer.executeTakeFirstOrThrow()).id)).toEqual([])
  expect(await viewOrder(world, guest(checkoutToken), orderId)).toMatchObject({ value: { savedCard: null } })
})

test('a dispute ends both consents for the card when it opens, and the bank’s later decision brings none back', async () => {
  const { orderId, paymentId } = await paidDeposit('4000000000000259')
  const consent = { order_id: orderId, consent_text: 'Kept', consent_version: 1, agreed_at: new Date() }
  await world.db.insertInto('reusable_card').values(consent).execute()
  expect(await getMandate(orderId)).toMatchObject({ ended_at: null, provider: 'sandbox' })
  await syncDisputes(world, paymentId)
  const reusable = world.db.selectFrom('reusable_card').selectAll().where('order_id', '=', orderId)
  expect(await getMandate(orderId)).toMatchObject({ ended_because: 'closed' })
  expect(await reusable.executeTakeFirst()).toMatchObject({ ended_because: 'disputed' })
  const { provider_intent_id: intentId } = await world.db
    .selectFrom('payment')
    .select('provider_intent_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const [dispute] = await world.gateway!.listDisputes({ intentId: intentId! })
  await world.gateway!.sandbox.decideDispute(dispute!.disputeId, 'won')
  await syncDisputes(world, paymentId)
  await chargeDueBalances(onDay(24))
  expect(await listPayments(orderId)).toEqual(['purchase complete'])
  expect(await getMandate(orderId)).toMatchObject({ ended_because: 'closed', detached_at: expect.any(Date) })
})
