/** Cards that a buyer keeps for the next course, on a real database with the sandbox. docs/contract §31. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEEP_CARD_TEXT, KEEP_CARD_VERSION } from '#domain/orders/reusable-card.ts'
import type { Actor } from '#http/handle.ts'
import { getOrCreatePerson } from '#people/accounts/queries/people.ts'
import { transact } from '#platform/db/transaction.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import type { CheckoutBody } from '#sell/checkout/wire.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { endReusableCards, setCardOfAttempt } from '#sell/orders/queries/reusable-cards.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../../tests/world/world.ts'
import { continuePayment } from '../continue-payment.ts'
import { chargeBalance, chargeDueBalances } from './charge-saved-card.ts'
import { noteCardConsents } from './note-card-consents.ts'
import { listOwnReusableCards, removeReusableCard } from './reusable-cards.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

type Buyer = Extract<Actor, { kind: 'person' }> & { email: string }
const DAY_MS = 86_400_000
const onDay = (day: number) => ({ ...world, clock: () => new Date(Date.now() + day * DAY_MS) })

async function givenBuyer(): Promise<Buyer> {
  const email = `${randomUUID()}@understudy.test`
  const details = { email, name: 'A buyer', phoneNumber: null, timezoneId: 'UTC' }
  const { id } = await transact(world.db, (tx) => getOrCreatePerson(tx, details))
  await world.db.updateTable('person').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
  const session = { sessionId: randomUUID(), audience: 'learner', isRecentlyConfirmed: true } as const
  return { kind: 'person', personId: id, ...session, roles: ['learner'], email }
}

type Order = {
  consent?: Partial<CheckoutBody['consent']>
  reusableCardId?: string
  orderId?: string
  deposit?: boolean
}

async function getBody({ email }: { email: string }, { consent, deposit, ...more }: Order): Promise<CheckoutBody> {
  const courseCode = await givenCourse(world, { startsInDays: 30, ...(deposit && { depositMinor: 9_900 }) })
  const body = await checkoutBody(world, courseCode, email, { paymentType: deposit ? 'deposit' : 'full' })
  return { ...body, ...more, consent: { terms: true, ...consent } }
}
const buy = async (buyer: Buyer, order: Order, deps = world) =>
  placeOrder(deps, buyer, await getBody(buyer, order), randomUUID())
const check = (buyer: Actor, orderId: string) => checkPayment(world, buyer, { orderId })

async function paid(buyer: Buyer, order: Order, card = cards.good) {
  const placed = await buy(buyer, order)
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...card })
  await check(buyer, placed.value.orderId)
  return placed.value.orderId
}
/** A buyer whose card was kept at an earlier course. */
async function withCard(card = cards.good) {
  const buyer = await givenBuyer()
  const reusableCardId = await paid(buyer, { consent: { keepCard: true } }, card)
  return { buyer, reusableCardId }
}
const getReusable = (orderId: string) =>
  world.db.selectFrom('reusable_card').selectAll().where('order_id', '=', orderId).executeTakeFirst()
const listStates = async (orderId: string) => (await listOrderPayments(world.db, orderId)).map(({ state }) => state)
const countCharges = async ({ email }: Buyer) =>
  (
    await sql`select from sandbox.intent where status = 'succeeded' and reference in
    (select p.id::text from payment p join orders o on o.id = p.order_id where o.email = ${email})`.execute(world.db)
  ).rows.length
const gone = { ok: false, refusal: { code: 'SAVED_CARD_NOT_FOUND' } }

describe('a reusable card', () => {
  test('is stored with its consent, and pays the next course with one call', async () => {
    const { buyer, reusableCardId } = await withCard()
    expect(await getReusable(reusableCardId)).toMatchObject({
      consent_text: KEEP_CARD_TEXT,
      consent_version: KEEP_CARD_VERSION,
      agreed_at: expect.any(Date),
      provider: 'sandbox',
      card_brand: 'Visa',
      card_last4: '4242',
      expires_month: 12,
      expires_year: 2040,
      ended_at: null,
    })
    expect(await listOwnReusableCards(world, buyer.personId)).toEqual([
      {
        reusableCardId,
        brand: 'Visa',
        last4: '4242',
        expires: { month: 12, year: 2040 },
        isExpired: false,
        isPayable: true,
      },
    ])
    const next = await buy(buyer, { reusableCardId })
    if (!next.ok) throw new Error(next.refusal.code)
    expect(await listStates(next.value.orderId)).toEqual(['complete'])
    expect(await check(buyer, next.value.orderId)).toMatchObject({ ok: true, value: { status: 'complete' } })
    expect(await getReusable(reusableCardId)).toMatchObject({ ended_at: null })
  })

  test('is charged once for two simultaneous orders of one course', async () => {
    const { buyer, reusableCardId } = await withCard()
    const body = await getBody(buyer, { reusableCardId })
    await Promise.all([1, 2, 3].map(() => placeOrder(world, buyer, body, 'here').catch(() => null)))
    expect(await countCharges(buyer)).toBe(2)
    const again = await placeOrder(world, buyer, body, 'here')
    expect(again).toMatchObject({ refusal: { code: 'ALREADY_ENROLLED' } })
  })

  test('is the last of eight that are paid at the same time, and each of the eight payments completes', async () => {
    const buyer = await givenBuyer()
    const placed = await Promise.all(Array.from({ length: 8 }, () => buy(buyer, { consent: { keepCard: true } })))
    const orders = placed.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
    for (const { clientSecret } of orders) await world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
    const checks = await Promise.all(orders.map(({ orderId }) => check(buyer, orderId)))
    expect(checks.map((outcome) => outcome.ok && outcome.value.status)).toEqual(orders.map(() => 'complete'))
    expect(orders).toHaveLength(8)
    expect(await listOwnReusableCards(world, buyer.personId)).toHaveLength(1)
  })

  test('is not kept without consent, and never for a guest', async () => {
    const buyer = await givenBuyer()
    expect(await getReusable(await paid(buyer, {}))).toBeUndefined()
    const body = await getBody({ email: `${randomUUID()}@understudy.test` }, { consent: { keepCard: true } })
    const placed = await placeOrder(world, guest(), body, randomUUID())
    if (!placed.ok) throw new Error(placed.refusal.code)
    await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
    expect(await check(guest(placed.value.checkoutToken), placed.value.orderId)).toMatchObject({
      value: { status: 'complete' },
    })
    expect(await getReusable(placed.value.orderId)).toBeUndefined()
    expect(await listOwnReusableCards(world, buyer.personId)).toEqual([])
  })

  test('of another person is refused, also to a guest, also by the database, and nothing is held', async () => {
    const { buyer: owner, reusableCardId } = await withCard()
    const other = await givenBuyer()
    expect(await buy(other, { reusableCardId })).toMatchObject(gone)
    expect(await placeOrder(world, guest(), await getBody(other, { reusableCardId }), randomUUID())).toMatchObject(gone)
    expect(await removeReusableCard(world, other.personId, reusableCardId)).toMatchObject(gone)
    expect(await buy(other, { reusableCardId: randomUUID() })).toMatchObject(gone)
    const orders = world.db.selectFrom('orders').select('id').where('email', '=', other.email)
    expect(await orders.execute()).toEqual([])
    const placed = await buy(other, {})
    if (!placed.ok) throw new Error(placed.refusal.code)
    const choice = { reusableCardId, savesCard: null }
    const choose = world.db.transaction().execute((tx) => setCardOfAttempt(tx, placed.value.paymentId, choice))
    await expect(choose).rejects.toThrow('may not use')
    expect(await countCharges(owner)).toBe(1)
  })

  test('that has expired, or was removed, is refused; a removed card is deleted at the provider', async () => {
    const { buyer, reusableCardId } = await withCard()
    const later = { ...world, clock: () => new Date('2041-01-01T00:00:00Z') }
    expect(await listOwnReusableCards(later, buyer.personId)).toMatchObject([{ isExpired: true }])
    expect(await buy(buyer, { reusableCardId }, later)).toMatchObject(gone)
    expect(await removeReusableCard(world, buyer.personId, reusableCardId)).toMatchObject({ ok: true })
    expect(await removeReusableCard(world, buyer.personId, reusableCardId)).toMatchObject(gone)
    expect(await buy(buyer, { reusableCardId })).toMatchObject(gone)
    await chargeDueBalances(world)
    const reusable = await getReusable(reusableCardId)
    expect(reusable).toMatchObject({ ended_because: 'removed', detached_at: expect.any(Date) })
    const { rows } = await sql<{ detached_at: Date | null }>`select detached_at from sandbox.saved_card
      where id = ${reusable!.provider_method_id}`.execute(world.db)
    expect(rows).toEqual([{ detached_at: expect.any(Date) }])
    await expect(
      sql`update reusable_card set ended_at = null, ended_because = null where order_id = ${reusableCardId}`.execute(
        world.db,
      ),
    ).rejects.toThrow('has ended')
  })

  test('that ends between the check and the attempt is refused, and a new order waits for another card', async () => {
    const { buyer, reusableCardId } = await withCard()
    const placed = await buy(buyer, {})
    if (!placed.ok) throw new Error(placed.refusal.code)
    await removeReusableCard(world, buyer.personId, reusableCardId)
    const begun = continuePayment(world, world.gateway!, buyer, placed.value.orderId, { reusableCardId, consent: {} })
    expect(await begun).toMatchObject(gone)
    const attempt = { id: placed.value.paymentId, order_id: placed.value.orderId, provider: 'sandbox' as const }
    const choice = { paymentType: 'full' as const, consent: {}, reusableCardId }
    const { personId } = buyer
    const note = transact(world.db, (tx) => noteCardConsents(world, tx, choice, { ...attempt, personId }))
    expect(await note).toBe(false)
    expect(await countCharges(buyer)).toBe(1)
  })

  test('that is declined leaves the order open for another card, which can be kept in its place', async () => {
    const { buyer, reusableCardId } = await withCard(cards.failsLater)
    const body = await getBody(buyer, { reusableCardId })
    const placed = await placeOrder(world, buyer, body, randomUUID())
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { orderId } = placed.value
    expect(await check(buyer, orderId)).toMatchObject({
      value: { status: 'failed', data: { failureCode: 'card_declined' } },
    })
    const { reusableCardId: _declined, ...withForm } = body
    const consent = { terms: true, keepCard: true }
    const retry = await placeOrder(world, buyer, { ...withForm, orderId, consent }, randomUUID())
    if (!retry.ok) throw new Error(retry.refusal.code)
    await world.gateway!.sandbox.confirm({ clientSecret: retry.value.clientSecret, ...cards.good })
    await check(buyer, orderId)
    expect(await listStates(orderId)).toEqual(['cancelled', 'complete'])
    expect(await getReusable(reusableCardId)).toMatchObject({ ended_because: 'replaced' })
    expect(await listOwnReusableCards(world, buyer.personId)).toMatchObject([
      { reusableCardId: orderId, last4: '4242' },
    ])
  })

  test('whose bank asks is paid after the answer of the buyer', async () => {
    const { buyer, reusableCardId } = await withCard(cards.asksLater)
    const placed = await buy(buyer, { reusableCardId })
    if (!placed.ok) throw new Error(placed.refusal.code)
    const question = await check(buyer, placed.value.orderId)
    expect(question).toMatchObject({
      value: { status: 'pending', data: { nextAction: { redirectUrl: expect.any(String) } } },
    })
    await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, challenge: 'accept' })
    await sql`update payment set last_polled_at = now() - interval '1 hour' where order_id = ${placed.value.orderId}`.execute(
      world.db,
    )
    expect(await check(buyer, placed.value.orderId)).toMatchObject({ value: { status: 'complete' } })
    expect(await countCharges(buyer)).toBe(2)
  })

  test('that the provider lost is not charged, and the buyer pays with another card', async () => {
    const { buyer, reusableCardId } = await withCard()
    const { provider_method_id } = (await getReusable(reusableCardId))!
    await sql`update sandbox.saved_card set detached_at = now() where id = ${provider_method_id}`.execute(world.db)
    const body = await getBody(buyer, { reusableCardId })
    expect(await placeOrder(world, buyer, body, randomUUID())).toMatchObject(gone)
    const { reusableCardId: _lost, ...withForm } = body
    const placed = await placeOrder(world, buyer, withForm, randomUUID())
    if (!placed.ok) throw new Error(placed.refusal.code)
    await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
    expect(await check(buyer, placed.value.orderId)).toMatchObject({ value: { status: 'complete' } })
    expect(await countCharges(buyer)).toBe(2)
  })

  test('is not offered for the payment of a guest who continues the order', async () => {
    const { buyer, reusableCardId } = await withCard(cards.asksLater)
    const body = await getBody(buyer, { reusableCardId })
    const placed = await placeOrder(world, buyer, body, randomUUID())
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { orderId, checkoutToken } = placed.value
    const { reusableCardId: _reusable, ...withForm } = body
    expect(await placeOrder(world, guest(checkoutToken), { ...body, orderId }, randomUUID())).toMatchObject(gone)
    const retry = await placeOrder(world, guest(checkoutToken), { ...withForm, orderId }, randomUUID())
    if (!retry.ok) throw new Error(retry.refusal.code)
    expect((await listOrderPayments(world.db, orderId)).map((payment) => payment.reusable_card_id)).toEqual([
      reusableCardId,
      null,
    ])
    expect(await listStates(orderId)).toEqual(['cancelled', 'pending'])
  })

  test('that pays a deposit is also charged for its balance if the buyer agreed, and stays kept after it', async () => {
    const { buyer, reusableCardId } = await withCard()
    const placed = await buy(buyer, { reusableCardId, deposit: true, consent: { storeCard: true } })
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { orderId } = placed.value
    for (const day of [20.1, 23.2, 23.4]) await chargeBalance(onDay(day), orderId)
    expect(await listStates(orderId)).toEqual(['complete', 'complete'])
    await chargeDueBalances(onDay(24))
    const mandate = world.db.selectFrom('card_mandate').selectAll().where('order_id', '=', orderId)
    expect(await mandate.executeTakeFirst()).toMatchObject({ ended_because: 'paid', detached_at: null })
    expect(await buy(buyer, { reusableCardId })).toMatchObject({ ok: true })
    await transact(world.db, (tx) => endReusableCards(tx, buyer.personId, 'all'))
    await chargeDueBalances(onDay(25))
    expect(await getReusable(reusableCardId)).toMatchObject({ detached_at: expect.any(Date) })
    await chargeDueBalances(onDay(25))
    expect(await mandate.executeTakeFirst()).toMatchObject({ detached_at: expect.any(Date) })
  })
})
