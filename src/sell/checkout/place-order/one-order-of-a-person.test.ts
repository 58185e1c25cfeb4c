/** A logged-in person has one live order of a cohort, from all browsers together. docs/contract §5. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#http/handle.ts'
import { getOrCreatePerson } from '#people/accounts/queries/people.ts'
import { transact } from '#platform/db/transaction.ts'
import { capturePayment } from '#sell/payments/capture-payment.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { expireOrder } from '#sell/payments/end-order.ts'
import type { Placed, PlacedByPaypal } from '#sell/payments/wire/answers.ts'
import { refundFirstSeat, sendRefunds } from '../../../../tests/world/bought.ts'
import { closeAudited } from '../../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../../tests/world/world.ts'
import type { CheckoutBody } from '../wire.ts'
import { orderByPaypal } from './order-by-paypal.ts'
import { placeOrder } from './place-order.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

type Buyer = Extract<Actor, { kind: 'person' }> & { email: string }

async function givenBuyer(): Promise<Buyer> {
  const email = `${randomUUID()}@understudy.test`
  const details = { email, name: 'A buyer', phoneNumber: null, timezoneId: 'UTC' }
  const { id } = await transact(world.db, (tx) => getOrCreatePerson(tx, details))
  await world.db.updateTable('person').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
  const session = { sessionId: randomUUID(), audience: 'learner', isRecentlyConfirmed: true } as const
  return { kind: 'person', personId: id, ...session, roles: ['learner'], email }
}

/** A browser has a client key of its own. */
const inBrowser = async (courseCode: string, { email }: { email: string }, more: Partial<CheckoutBody> = {}) => ({
  ...(await checkoutBody(world, courseCode, email, { seats: more.seats ?? 1 })),
  ...more,
  clientKey: randomUUID(),
})

async function place(actor: Actor, body: CheckoutBody): Promise<Placed> {
  const placed = await placeOrder(world, actor, body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  return placed.value
}

async function pay(actor: Actor, { clientSecret, orderId }: Placed, card = cards.good) {
  await world.gateway!.sandbox.confirm({ clientSecret, ...card })
  return check(actor, orderId)
}
const check = (actor: Actor, orderId: string) => checkPayment(world, actor, { orderId })

async function withCard(): Promise<{ buyer: Buyer; reusableCardId: string }> {
  const buyer = await givenBuyer()
  const body = await inBrowser(await givenCourse(world), buyer, { consent: { terms: true, keepCard: true } })
  const placed = await place(buyer, body)
  await pay(buyer, placed)
  return { buyer, reusableCardId: placed.orderId }
}

/** Counted at the provider: a charge that is refunded later counts too. */
async function countCharges({ email }: Buyer, courseCode: string): Promise<number> {
  const { rows } = await sql`select from sandbox.intent where status = 'succeeded' and reference in
    (select p.id::text from payment p join orders o on o.id = p.order_id
      where o.email = ${email} and o.cohort_code = ${courseCode})`.execute(world.db)
  return rows.length
}
const getState = async (id: string) =>
  (await world.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const getTaken = async (code: string) =>
  (await world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', code).executeTakeFirstOrThrow()).taken
const letExpire = async (orderId: string) => {
  await sql`update seat_hold set expires_at = now() - interval '1 second' where order_id = ${orderId}`.execute(world.db)
  await expireOrder(world, orderId)
}
const answer = ({ approvalUrl }: PlacedByPaypal) =>
  world.paypal.sandboxPaypal.answer(approvalUrl.split('/').at(-1)!, 'approve')

describe('a saved card', () => {
  test.each([1, 2, 3])('is charged once for one seat by five browsers at once (round %i)', async () => {
    const { buyer, reusableCardId } = await withCard()
    const courseCode = await givenCourse(world)
    const bodies = await Promise.all([1, 2, 3, 4, 5].map(() => inBrowser(courseCode, buyer, { reusableCardId })))
    await Promise.all(bodies.map((body) => placeOrder(world, buyer, body, randomUUID())))
    expect(await countCharges(buyer, courseCode)).toBeLessThanOrEqual(1)
    // The browser that was told to repeat the call.
    await placeOrder(world, buyer, await inBrowser(courseCode, buyer, { reusableCardId }), randomUUID())
    expect(await countCharges(buyer, courseCode)).toBe(1)
    expect(await getTaken(courseCode)).toBe(1)
  })

  test('is not charged in a second browser while its charge in the first is undecided', async () => {
    const { buyer, reusableCardId } = await withCard()
    const courseCode = await givenCourse(world)
    const undecided = await place(buyer, await inBrowser(courseCode, buyer))
    await world.gateway!.sandbox.confirm({ clientSecret: undecided.clientSecret, ...cards.late })
    const second = placeOrder(world, buyer, await inBrowser(courseCode, buyer, { reusableCardId }), randomUUID())
    expect(await second).toMatchObject({ refusal: { code: 'PAYMENT_IN_HAND' } })
    expect(await getState(undecided.orderId)).toBe('open')
  })
})

describe('a second order of a logged-in person in another browser', () => {
  test('replaces the unpaid one with its hold: the earlier card form charges nothing any more', async () => {
    const buyer = await givenBuyer()
    const courseCode = await givenCourse(world, { seats: 2 })
    const first = await place(buyer, await inBrowser(courseCode, buyer))
    const second = await place(buyer, await inBrowser(courseCode, buyer))
    expect(second.holdExpiresAt).toBe(first.holdExpiresAt)
    expect(await getState(first.orderId)).toBe('replaced')
    expect(await getTaken(courseCode)).toBe(1)
    await world.gateway!.sandbox.confirm({ clientSecret: first.clientSecret, ...cards.good }).catch(() => null)
    expect(await pay(buyer, second)).toMatchObject({ value: { status: 'complete' } })
    expect(await countCharges(buyer, courseCode)).toBe(1)
  })

  test('replaces both the guest’s order of this browser and the own one of another', async () => {
    const buyer = await givenBuyer()
    const courseCode = await givenCourse(world)
    const elsewhere = await place(buyer, await inBrowser(courseCode, buyer))
    const here = await inBrowser(courseCode, { email: `${randomUUID()}@understudy.test` }, { seats: 2 })
    const asGuest = await place(guest(), here)
    const { clientKey } = here
    const loggedIn = await place(buyer, { ...(await inBrowser(courseCode, buyer, { seats: 3 })), clientKey })
    expect([await getState(elsewhere.orderId), await getState(asGuest.orderId)]).toEqual(['replaced', 'replaced'])
    expect(loggedIn.holdExpiresAt).toBe(elsewhere.holdExpiresAt)
    expect(await getTaken(courseCode)).toBe(3)
  })

  test('by PayPal waits for the approval of the first, and captures nothing beside it', async () => {
    const buyer = await givenBuyer()
    const courseCode = await givenCourse(world)
    const byPaypal = async () => orderByPaypal(world, buyer, await inBrowser(courseCode, buyer), randomUUID())
    const first = await byPaypal()
    if (!first.ok) throw new Error(first.refusal.code)
    await answer(first.value)
    expect(await byPaypal()).toMatchObject({ refusal: { code: 'PAYMENT_IN_HAND' } })
    await capturePayment(world, first.value.paymentId)
    expect(await byPaypal()).toMatchObject({ refusal: { code: 'ALREADY_ENROLLED' } })
  })

  test('keeps a late approval of the ended first one from being captured', async () => {
    const buyer = await givenBuyer()
    const courseCode = await givenCourse(world)
    const first = await orderByPaypal(world, buyer, await inBrowser(courseCode, buyer), randomUUID())
    if (!first.ok) throw new Error(first.refusal.code)
    await letExpire(first.value.orderId)
    const second = await place(buyer, await inBrowser(courseCode, buyer))
    await answer(first.value)
    await capturePayment(world, first.value.paymentId)
    expect(await getState(first.value.orderId)).toBe('expired')
    expect(await pay(buyer, second)).toMatchObject({ value: { status: 'complete' } })
  })

  test('is refused by the database while the first is open', async () => {
    const buyer = await givenBuyer()
    const { orderId } = await place(buyer, await inBrowser(await givenCourse(world), buyer))
    const columns = sql.raw(`state, product, cohort_code, offer_code, payment_type, seats, currency, subtotal_minor,
      total_minor, email, name, timezone_id, person_id, terms_accepted_at`)
    const copy = sql`insert into orders (client, ${columns}) select '\\x01', ${columns} from orders where id = ${orderId}`
    await expect(copy.execute(world.db)).rejects.toThrow('orders_one_open_of_person')
  })
})

describe('a legitimate second order', () => {
  test('follows a declined card, an ended hold and a refunded seat', async () => {
    const buyer = await givenBuyer()
    const courseCode = await givenCourse(world)
    const declined = await place(buyer, await inBrowser(courseCode, buyer))
    expect(await pay(buyer, declined, cards.declined)).toMatchObject({ value: { status: 'failed' } })
    const ended = await place(buyer, await inBrowser(courseCode, buyer))
    await letExpire(ended.orderId)
    await sql`update seat_hold set ended_unpaid_at = now() - interval '2 hours' where order_id = ${ended.orderId}`.execute(
      world.db,
    )
    const bought = await place(buyer, await inBrowser(courseCode, buyer))
    expect(await pay(buyer, bought)).toMatchObject({ value: { status: 'complete' } })
    expect(await refundFirstSeat(world, buyer.personId, bought.orderId)).toMatchObject({ ok: true })
    await sendRefunds(world, bought.orderId)
    const again = await place(buyer, await inBrowser(courseCode, buyer))
    expect(await pay(buyer, again)).toMatchObject({ value: { status: 'complete' } })
  })

  test('is for another cohort, or comes from a guest, who may only know the address', async () => {
    const buyer = await givenBuyer()
    const courseCode = await givenCourse(world)
    const own = await place(buyer, await inBrowser(courseCode, buyer, { seats: 3 }))
    const other = await place(buyer, await inBrowser(await givenCourse(world), buyer))
    const stranger = await place(guest(), await inBrowser(courseCode, buyer))
    const friend = await givenBuyer()
    const ofFriend = await place(friend, await inBrowser(courseCode, friend))
    for (const { orderId } of [own, other, stranger, ofFriend]) expect(await getState(orderId)).toBe('open')
    expect(await pay(buyer, own)).toMatchObject({ value: { status: 'complete' } })
    expect(await pay(friend, ofFriend)).toMatchObject({ value: { status: 'complete' } })
  })
})
