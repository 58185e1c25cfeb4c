/** A saved card is charged for its owner: not for a bearer alone, and never for others' seats without a step-up. docs/contract §31. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#http/handle.ts'
import { getOrCreatePerson } from '#people/accounts/queries/people.ts'
import { transact } from '#platform/db/transaction.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import type { CheckoutBody } from '#sell/checkout/wire.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => closeAudited(world))

type Proof = Pick<Person, 'isSteppedUp' | 'isRecentlyConfirmed'>
const OLD: Proof = { isSteppedUp: false, isRecentlyConfirmed: false }
/** Half an hour after the log-in. */
const RECENT: Proof = { isSteppedUp: false, isRecentlyConfirmed: true }
const STEPPED_UP: Proof = { isSteppedUp: true, isRecentlyConfirmed: true }

type Held = { orderId: string; paymentId: string; checkoutToken: string; holdExpiresAt: string }

async function withCard(card = cards.good) {
  const email = `${randomUUID()}@understudy.test`
  const details = { email, name: 'A buyer', phoneNumber: null, timezoneId: 'UTC' }
  const { id: personId } = await transact(world.db, (tx) => getOrCreatePerson(tx, details))
  await world.db.updateTable('person').set({ email_verified_at: new Date() }).where('id', '=', personId).execute()
  const session = { sessionId: randomUUID(), audience: 'learner', roles: ['learner'] } as const
  const as = (proof: Proof): Person => ({ kind: 'person', personId, ...session, ...proof })
  const body = await checkoutBody(world, await givenCourse(world), email)
  const placed = await placeOrder(world, as(OLD), { ...body, consent: { terms: true, keepCard: true } }, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...card })
  await checkPayment(world, as(OLD), { orderId: placed.value.orderId })
  const reusableCardId = placed.value.orderId
  const nextCourse = await givenCourse(world)
  const buy = (proof: Proof, input: Partial<CheckoutBody> = {}) =>
    buyNext(as(proof), nextCourse, email, reusableCardId, input)
  return { email, courseCode: nextCourse, buy, check: (orderId: string) => checkPayment(world, as(OLD), { orderId }) }
}

async function buyNext(
  actor: Person,
  courseCode: string,
  email: string,
  reusableCardId: string,
  { seats = 1, ...more }: Partial<CheckoutBody>,
) {
  const body = await checkoutBody(world, courseCode, email, { seats })
  return placeOrder(world, actor, { ...body, reusableCardId, ...more }, randomUUID())
}

function getHeld(outcome: Awaited<ReturnType<typeof placeOrder>>): Held {
  if (outcome.ok) throw new Error('the card was charged')
  expect(outcome.refusal.code).toBe('CARD_OWNER_UNCONFIRMED')
  return outcome.refusal.data as Held
}

async function countCharges(email: string, courseCode: string): Promise<number> {
  const { rows } = await sql`select from sandbox.intent where status = 'succeeded' and reference in
    (select p.id::text from payment p join orders o on o.id = p.order_id
      where o.email = ${email} and o.cohort_code = ${courseCode})`.execute(world.db)
  return rows.length
}
const getOrder = (id: string) =>
  world.db
    .selectFrom('orders')
    .innerJoin('seat_hold', 'seat_hold.order_id', 'orders.id')
    .select(['orders.state', 'seat_hold.state as hold', 'seat_hold.seats'])
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow()

describe('a saved card', () => {
  test.each([
    ['an own seat, an hour after log-in and step-up', 1, OLD, STEPPED_UP],
    ['an own seat and a friend’s, ten minutes after log-in and step-up', 2, RECENT, STEPPED_UP],
    ['four friends’ seats, a day after the log-in', 5, OLD, STEPPED_UP],
  ])(
    'is not charged for %s: the seats are held, and a step-up charges the same order once',
    async (_what, seats, before, after) => {
      const { email, courseCode, buy, check } = await withCard()
      const held = getHeld(await buy(before, { seats }))
      expect(await countCharges(email, courseCode)).toBe(0)
      expect(await getOrder(held.orderId)).toEqual({ state: 'open', hold: 'live', seats })
      const { orderId } = held
      expect(getHeld(await buy(before, { seats, orderId }))).toMatchObject({ orderId, paymentId: held.paymentId })
      expect(await countCharges(email, courseCode)).toBe(0)
      expect(await buy(after, { seats, orderId })).toMatchObject({ ok: true, value: { orderId } })
      expect(await check(orderId)).toMatchObject({ value: { status: 'complete' } })
      expect(await countCharges(email, courseCode)).toBe(1)
    },
  )

  test.each([
    ['an own seat within an hour of the log-in', 1, RECENT],
    ['a group within ten minutes of the step-up', 3, STEPPED_UP],
  ])('is charged at once for %s', async (_what, seats, proof) => {
    const { email, courseCode, buy } = await withCard()
    expect(await buy(proof, { seats })).toMatchObject({ ok: true })
    expect(await countCharges(email, courseCode)).toBe(1)
  })

  test('is not charged without a step-up when an order that began with a typed card is continued', async () => {
    const { email, courseCode, buy } = await withCard()
    const seats = 2
    const typed = await buy(OLD, { seats, reusableCardId: undefined })
    if (!typed.ok) throw new Error(typed.refusal.code)
    const { orderId } = typed.value
    await world.gateway!.sandbox.confirm({ clientSecret: typed.value.clientSecret, ...cards.declined })
    expect(getHeld(await buy(RECENT, { seats, orderId })).orderId).toBe(orderId)
    expect(await countCharges(email, courseCode)).toBe(0)
    expect(await buy(STEPPED_UP, { seats, orderId })).toMatchObject({ ok: true })
    expect(await countCharges(email, courseCode)).toBe(1)
  })

  test('gives way to a typed card after the dialog was closed, in the same order', async () => {
    const { email, courseCode, buy, check } = await withCard()
    const { orderId } = getHeld(await buy(OLD, { seats: 2 }))
    const typed = await buy(OLD, { seats: 2, orderId, reusableCardId: undefined })
    if (!typed.ok) throw new Error(typed.refusal.code)
    expect(typed.value.orderId).toBe(orderId)
    await world.gateway!.sandbox.confirm({ clientSecret: typed.value.clientSecret, ...cards.good })
    expect(await check(orderId)).toMatchObject({ value: { status: 'complete' } })
    expect(await countCharges(email, courseCode)).toBe(1)
  })
})
