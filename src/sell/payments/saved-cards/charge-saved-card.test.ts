/** The charge of a balance to the card of the deposit, on a real database with the sandbox. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadLearnHome } from '#learn/lessons/learn-home.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { remindOfBalances } from '#sell/payments/remind-balance.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { refundFirstSeat } from '../../../../tests/world/bought.ts'
import { byCard } from '../../../../tests/world/by-card.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World, withGateway } from '../../../../tests/world/world.ts'
import { reconcile } from '../reconcile.ts'
import { chargeBalance, chargeDueBalances } from './charge-saved-card.ts'
import { listOwnSavedCards, removeSavedCard } from './remove-saved-card.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

type Deposit = Placed & { email: string }
const DAY_MS = 86_400_000
/** The balance is due on day 23. */
const onDay = (day: number, deps: World = world) => ({ ...deps, clock: () => new Date(Date.now() + day * DAY_MS) })
const numbers = { ...cards.good, declinesLater: '4000000000000341', asksLater: '4000002760003184' }
const later = (number: string) => ({ ...cards.good, number })

/** A deposit of 99 on 399, paid; the buyer agreed to the charge of the balance. */
async function paidDeposit(card = cards.good, storeCard = true): Promise<Deposit> {
  const email = `${randomUUID()}@understudy.test`
  const courseCode = await givenCourse(world, { depositMinor: 9_900, startsInDays: 30 })
  const body = await checkoutBody(world, courseCode, email, { paymentType: 'deposit' })
  const consent = { terms: true, ...(storeCard && { storeCard }) }
  const placed = await placeOrder(world, guest(), { ...body, consent }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...card })
  await checkPayment(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return { ...placed.value, email }
}

const getMandate = ({ orderId }: Deposit) =>
  world.db.selectFrom('card_mandate').selectAll().where('order_id', '=', orderId).executeTakeFirst()
const listSubjects = async ({ email }: Deposit) =>
  (
    await world.db.selectFrom('mail').select('subject').where('to_address', '=', email).orderBy('created_at').execute()
  ).map(({ subject }) => subject.replace(/ on .* 20\d\d/, '').replace(/^On .* we/, 'On a day we'))
const listCharges = async ({ orderId }: Deposit) =>
  (
    await world.db
      .selectFrom('payment')
      .select(['purpose', 'state'])
      .where('order_id', '=', orderId)
      .orderBy('attempt')
      .execute()
  ).map(({ purpose, state }) => `${purpose} ${state}`)
const countProviderCharges = async ({ orderId }: Deposit) => {
  const { rows } = await sql`select from sandbox.intent where status = 'succeeded'
    and reference in (select id::text from payment where order_id = ${orderId})`.execute(world.db)
  return rows.length
}
const isDetached = async (order: Deposit) => (await getMandate(order))?.detached_at !== null
const charge = async (order: Deposit, ...days: number[]) => {
  for (const day of days) await chargeBalance(onDay(day), order.orderId)
}

describe('a balance with a saved card', () => {
  test('is announced 3 days before, charged once on its day, and the card is then deleted', async () => {
    const order = await paidDeposit()
    expect(await getMandate(order)).toMatchObject({
      mandate_version: 1,
      mandate_text: expect.stringContaining('Charge the balance'),
      card_last4: '4242',
      provider: 'sandbox',
      notified_at: null,
      attempts: 0,
    })
    await charge(order, 0, 19, 20.1, 20.2, 22.9)
    expect(await listCharges(order)).toEqual(['purchase complete'])
    const mail = world.db.selectFrom('mail').select('text_body').where('to_address', '=', order.email)
    const notice = await mail.where('dedupe_key', '=', `charge-notice:${order.orderId}`).executeTakeFirstOrThrow()
    for (const part of ['$300.00', 'Visa ending 4242', '/portal/settings#saved-cards'])
      expect(notice.text_body).toContain(part)
    await Promise.all([charge(order, 23.2), charge(order, 23.2), chargeDueBalances(onDay(23.2))])
    await charge(order, 23.3)
    expect(await listCharges(order)).toEqual(['purchase complete', 'balance complete'])
    expect(await countProviderCharges(order)).toBe(2)
    await chargeDueBalances(onDay(24))
    expect(await getMandate(order)).toMatchObject({ ended_because: 'paid', attempts: 1 })
    expect(await isDetached(order)).toBe(true)
  })

  test('without consent is never charged', async () => {
    const order = await paidDeposit(cards.good, false)
    await charge(order, 20.1, 24, 25)
    expect(await getMandate(order)).toBeUndefined()
    expect(await listCharges(order)).toEqual(['purchase complete'])
  })

  test('that is announced late is charged 3 days later, and brings no reminder in between', async () => {
    const order = await paidDeposit()
    await charge(order, 26)
    await remindOfBalances(onDay(26))
    await charge(order, 28.9)
    expect(await listCharges(order)).toEqual(['purchase complete'])
    await charge(order, 29.1)
    expect(await listCharges(order)).toEqual(['purchase complete', 'balance complete'])
    expect((await listSubjects(order)).filter((subject) => subject.startsWith('Still'))).toEqual([])
  })

  test('is tried twice on two days if the card is declined; then the buyer gets the link to pay', async () => {
    const order = await paidDeposit(later(numbers.declinesLater))
    await charge(order, 20.1, 23.2, 23.5, 24.1)
    expect(await listCharges(order)).toEqual(['purchase complete', 'balance cancelled'])
    const view = () => viewOrder(world, guest(order.checkoutToken), order.orderId)
    expect(await view()).toMatchObject({ value: { savedCard: { isDeclined: true, chargeAt: expect.any(String) } } })
    await remindOfBalances(onDay(24.1))
    await charge(order, 24.3, 24.5, 26, 30)
    expect(await listCharges(order)).toEqual(['purchase complete', 'balance cancelled', 'balance cancelled'])
    expect(await getMandate(order)).toMatchObject({ ended_because: 'failed', attempts: 2 })
    expect(await view()).toMatchObject({ value: { savedCard: { last4: '0341', isDeclined: true, chargeAt: null } } })
    expect((await listSubjects(order)).slice(-2)).toEqual([
      'On a day we charge $300.00 for A course',
      'Please pay $300.00 for A course',
    ])
    const paid = await payOrder(world, guest(order.checkoutToken), order.orderId, { paymentMethod: 'card' }, 'here')
    if (!paid.ok || paid.value.status !== 'pending') throw new Error('no payment')
    await world.gateway!.sandbox.confirm({ clientSecret: byCard(paid.value.data).clientSecret, ...cards.good })
    await checkPayment(world, guest(order.checkoutToken), {
      orderId: order.orderId,
      paymentId: paid.value.data.paymentId,
    })
    expect((await listCharges(order)).at(-1)).toBe('balance complete')
    expect(await view()).toMatchObject({ value: { savedCard: null } })
  })

  test('whose bank wants a confirmation is tried once; then the buyer gets the link to pay', async () => {
    const order = await paidDeposit(later(numbers.asksLater))
    await charge(order, 20.1, 23.2, 24.5)
    expect(await getMandate(order)).toMatchObject({ ended_because: 'failed', attempts: 1 })
    expect((await listSubjects(order)).at(-1)).toBe('Please pay $300.00 for A course')
    expect(await viewOrder(world, guest(order.checkoutToken), order.orderId)).toMatchObject({
      value: { savedCard: { chargeAt: null, isDeclined: false } },
    })
  })

  test('is not charged after it was paid by the link, or while the buyer is paying', async () => {
    const order = await paidDeposit()
    await charge(order, 20.1)
    const begun = await payOrder(world, guest(order.checkoutToken), order.orderId, { paymentMethod: 'card' }, 'here')
    if (!begun.ok || begun.value.status !== 'pending') throw new Error('no payment')
    await charge(order, 23.2)
    expect(await getMandate(order)).toMatchObject({ attempts: 0, ended_at: null })
    await world.gateway!.sandbox.confirm({ clientSecret: byCard(begun.value.data).clientSecret, ...cards.good })
    await checkPayment(world, guest(order.checkoutToken), {
      orderId: order.orderId,
      paymentId: begun.value.data.paymentId,
    })
    await charge(order, 23.3, 23.4)
    expect(await listCharges(order)).toEqual(['purchase complete', 'balance complete'])
    expect(await getMandate(order)).toMatchObject({ attempts: 0, ended_because: 'paid' })
  })

  test('is not charged after a refund', async () => {
    const admin = world.db.insertInto('person').values({
      email: `${randomUUID()}@understudy.test`,
      name: 'Ada',
      roles: ['learner', 'community-admin'],
    })
    const { id } = await admin.returning('id').executeTakeFirstOrThrow()
    const order = await paidDeposit()
    await charge(order, 20.1)
    await refundFirstSeat(world, id, order.orderId)
    await charge(order, 23.2, 24.2)
    expect(await listCharges(order)).toEqual(['purchase complete'])
    expect(await getMandate(order)).toMatchObject({ ended_because: expect.stringMatching(/closed|paid/), attempts: 0 })
  })
})

describe('a saved card', () => {
  test('is listed to its owner, removed once, never charged again, and deleted at the provider', async () => {
    const order = await paidDeposit()
    const person = world.db.selectFrom('person').select('id').where('email', '=', order.email)
    const { id } = await person.executeTakeFirstOrThrow()
    expect(await listOwnSavedCards(world, id)).toMatchObject([
      { orderId: order.orderId, last4: '4242', amount: { amount: '300.00', currency: 'USD' } },
    ])
    expect(await viewOrder(world, guest(order.checkoutToken), order.orderId)).toMatchObject({
      value: { savedCard: { brand: 'Visa', last4: '4242', isDeclined: false } },
    })
    expect((await loadLearnHome(world, { personId: id, audience: 'learner' })).due).toMatchObject([
      { kind: 'balance', amount: { amount: '300.00' }, isPaused: false, savedCard: { brand: 'Visa', last4: '4242' } },
    ])
    expect(await removeSavedCard(world, randomUUID(), order.orderId)).toMatchObject({
      refusal: { code: 'ORDER_NOT_FOUND' },
    })
    expect(await removeSavedCard(world, id, order.orderId)).toMatchObject({ ok: true })
    expect(await removeSavedCard(world, id, order.orderId)).toMatchObject({ refusal: { code: 'ORDER_NOT_FOUND' } })
    await chargeDueBalances(onDay(23.5))
    await charge(order, 20.1, 23.2, 24.5)
    expect(await listCharges(order)).toEqual(['purchase complete'])
    expect(await listOwnSavedCards(world, id)).toEqual([])
    expect(await isDetached(order)).toBe(true)
    const { rows } = await sql`select from sandbox.saved_card where detached_at is not null
      and id = ${(await getMandate(order))!.provider_method_id}`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  test('refuses a third attempt, a charge within 3 days of the notice, and use after its end, in the database', async () => {
    const order = await paidDeposit()
    const update = (set: string) => sql`update card_mandate set ${sql.raw(set)} where order_id = ${order.orderId}`
    for (const set of [
      `notified_at = now(), charge_at = now() + interval '2 days'`,
      `attempts = 1`,
      `notified_at = now(), charge_at = now() + interval '4 days', attempts = 2`,
    ])
      await expect(update(set).execute(world.db)).rejects.toMatchObject({ code: '23514' })
    await update(`ended_at = now(), ended_because = 'removed'`).execute(world.db)
    await expect(
      update(`notified_at = now(), charge_at = now() + interval '4 days', attempts = 1`).execute(world.db),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('an attempt that is interrupted', () => {
  const broken = (change: (gateway: Gateway) => Partial<NonNullable<Gateway['savedCards']>>) => {
    const gateway = world.gateway!
    return withGateway(world, { ...gateway, savedCards: { ...gateway.savedCards!, ...change(gateway) } }) as World
  }

  test.each(['before', 'after'] as const)(
    '%s the charge is charged once, and is never failed meanwhile',
    async (when) => {
      const order = await paidDeposit()
      await charge(order, 20.1)
      const dying = broken(({ savedCards }) => ({
        async charge(intentId, card) {
          if (when === 'after') await savedCards!.charge(intentId, card)
          throw new Error('killed')
        },
      }))
      await expect(chargeBalance(onDay(23.2, dying), order.orderId)).rejects.toThrow('killed')
      expect(await listCharges(order)).toEqual(['purchase complete', 'balance pending'])
      if (when === 'after') await reconcile(world, -1)
      await charge(order, 23.21, 23.22)
      expect(await listCharges(order)).toEqual(['purchase complete', 'balance complete'])
      expect(await countProviderCharges(order)).toBe(2)
      expect(await getMandate(order)).toMatchObject({ attempts: 1, ended_because: 'paid' })
    },
  )

  test('and whose order is refunded meanwhile is cancelled, not charged', async () => {
    const admin = world.db.insertInto('person').values({
      email: `${randomUUID()}@understudy.test`,
      name: 'Bea',
      roles: ['learner', 'community-admin'],
    })
    const { id } = await admin.returning('id').executeTakeFirstOrThrow()
    const order = await paidDeposit()
    await charge(order, 20.1)
    const dying = broken(() => ({
      async charge() {
        throw new Error('killed')
      },
    }))
    await expect(chargeBalance(onDay(23.2, dying), order.orderId)).rejects.toThrow('killed')
    await refundFirstSeat(world, id, order.orderId)
    await charge(order, 23.3, 23.4)
    expect(await countProviderCharges(order)).toBe(1)
    expect((await getMandate(order))?.ended_at).not.toBeNull()
  })
})
