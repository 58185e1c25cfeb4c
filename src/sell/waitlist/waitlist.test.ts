/** A waitlist from the form to the paid seat (docs/contract §4), by its verbs on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import { getCohortStatus } from '#domain/course.ts'
import { listNewestMails } from '#people/mailing/queries.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { cancelCohort } from '#sell/payments/cancel-cohort.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { expireOrder } from '#sell/payments/end-order.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import {
  endSeat,
  getOfferTo,
  getOfferToken,
  givenEntry,
  givenFull,
  givenWaiting,
} from '../../../tests/world/waitlist.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { endClosedWaitlists } from './end-closed-waitlists.ts'
import { expireOffers } from './end-offers.ts'
import { giveOffers } from './give-offers.ts'
import { leavePlace, readPlace } from './waitlist-place.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => closeAudited(world))

const DAY_MS = 86_400_000
const later = (ms: number): World => ({ ...world, clock: () => new Date(Date.now() + ms) })
const link = (token: string) => ({ token, ip: randomUUID() })

async function readCohort(courseCode: string) {
  const { capacity, taken, waiting_party } = await world.db
    .selectFrom('cohort')
    .selectAll()
    .where('cohort_code', '=', courseCode)
    .executeTakeFirstOrThrow()
  return { free: (capacity ?? 0) - taken, waitingParty: waiting_party }
}

const orderSeats = async (courseCode: string, waitlistToken?: string, seats = 1) =>
  placeOrder(world, guest(), await checkoutBody(world, courseCode, undefined, { seats, waitlistToken }), randomUUID())

async function pay(placed: Awaited<ReturnType<typeof orderSeats>>) {
  if (!placed.ok) throw new Error(placed.refusal.code)
  await world.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
  const paid = await checkPayment(world, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  return paid.ok && paid.value.status
}

const expireHold = async (orderId: string) => {
  await world.db
    .updateTable('seat_hold')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('order_id', '=', orderId)
    .execute()
  await expireOrder(world, orderId)
}

test('only a confirmed entry gets an offer, and sees its position', async () => {
  const { courseCode, orders } = await givenFull(world, 2)
  const unconfirmed = await givenEntry(world, courseCode)
  const first = await givenWaiting(world, courseCode)
  const second = await givenWaiting(world, courseCode)
  expect(await readPlace(world, link(unconfirmed.token))).toMatchObject({
    value: { state: 'unconfirmed', position: null },
  })
  expect(await readPlace(world, link(second.token))).toMatchObject({ value: { state: 'waiting', position: 2 } })
  await endSeat(world, orders[0]!)
  await giveOffers(world, courseCode)
  expect(await getOfferTo(world, unconfirmed)).toBeUndefined()
  expect(await getOfferTo(world, first)).toMatchObject({ state: 'offered', seats: 1 })
  expect(await getOfferTo(world, second)).toBeUndefined()
  expect(await readPlace(world, link(second.token))).toMatchObject({ value: { position: 1 } })
  expect(await readPlace(world, link('unknown'))).toMatchObject({ refusal: { code: 'VERIFICATION_INVALID' } })
})

describe('a freed seat', () => {
  test('is not sold to others before the waitlist was asked, and the course stays full', async () => {
    const courseCode = await givenCourse(world, { seats: 1 })
    const body = await checkoutBody(world, courseCode)
    const order = await givenPaidOrder(world, { courseCode })
    await givenWaiting(world, courseCode)
    await endSeat(world, order)
    expect(await readCohort(courseCode)).toEqual({ free: 1, waitingParty: 1 })
    const cohort = await getCohortForCode(world.db, courseCode, new Date())
    expect(getCohortStatus(cohort!, new Date())).toBe('full')
    expect(await createQuote(world, { cohortCode: courseCode, ip: randomUUID() })).toMatchObject({
      refusal: { code: 'SEATS_TAKEN' },
    })
    const placed = await placeOrder(world, guest(), body, randomUUID())
    expect(placed).toMatchObject({ refusal: { code: 'SEATS_TAKEN' } })
    await giveOffers(world, courseCode)
    expect(await readCohort(courseCode)).toEqual({ free: 0, waitingParty: null })
  })

  test('is sold to others if no waiting party fits', async () => {
    const { courseCode, orders } = await givenFull(world, 1)
    await givenWaiting(world, courseCode, 3)
    await endSeat(world, orders[0]!)
    expect(await pay(await orderSeats(courseCode))).toBe('complete')
  })

  test('that a buyer holds stays with the buyer who changes the order', async () => {
    const courseCode = await givenCourse(world, { seats: 2 })
    await givenPaidOrder(world, { courseCode })
    const clientKey = randomUUID()
    const body = { ...(await checkoutBody(world, courseCode)), clientKey }
    const again = { ...(await checkoutBody(world, courseCode, body.email)), clientKey }
    expect(await placeOrder(world, guest(), body, '192.0.2.7')).toMatchObject({ ok: true })
    await givenWaiting(world, courseCode)
    expect(await placeOrder(world, guest(), again, '192.0.2.7')).toMatchObject({ ok: true })
  })
})

describe('an offer', () => {
  async function givenOffer(seats = 1) {
    const { courseCode, orders } = await givenFull(world, seats)
    const first = await givenWaiting(world, courseCode, seats)
    const second = await givenWaiting(world, courseCode, 1)
    for (const order of orders) await endSeat(world, order)
    await giveOffers(world, courseCode)
    return { courseCode, first, second, token: await getOfferToken(world, first) }
  }

  test('is claimed by the payment for its seats, by card', async () => {
    const { courseCode, first, token } = await givenOffer()
    expect(await orderSeats(courseCode)).toMatchObject({ ok: false })
    expect(await pay(await orderSeats(courseCode, token))).toBe('complete')
    expect(await getOfferTo(world, first)).toMatchObject({ state: 'claimed' })
    expect(await readPlace(world, link(token))).toMatchObject({ value: { state: 'claimed' } })
    expect(await readCohort(courseCode)).toEqual({ free: 0, waitingParty: 1 })
  })

  test('serves one order at a time: the newest of its link replaces the other', async () => {
    const { courseCode, first, token } = await givenOffer()
    const phone = await orderSeats(courseCode, token)
    const laptop = await orderSeats(courseCode, token)
    expect(
      phone.ok &&
        (await world.db.selectFrom('orders').select('state').where('id', '=', phone.value.orderId).executeTakeFirst()),
    ).toEqual({ state: 'replaced' })
    expect(await leavePlace(world, link(token))).toMatchObject({ refusal: { code: 'PAYMENT_IN_HAND' } })
    expect(await pay(laptop)).toBe('complete')
    expect(await getOfferTo(world, first)).toMatchObject({ state: 'claimed' })
  })

  test('keeps its seats when a hold ends unpaid, until it expires', async () => {
    const { courseCode, first, second, token } = await givenOffer()
    const placed = await orderSeats(courseCode, token)
    await expireOffers(later(DAY_MS + 1000))
    expect(await getOfferTo(world, first)).toMatchObject({ state: 'offered' })
    await expireHold(placed.ok ? placed.value.orderId : '')
    expect(await readCohort(courseCode)).toMatchObject({ free: 0 })
    await expireOffers(later(DAY_MS + 1000))
    expect(await getOfferTo(world, first)).toMatchObject({ state: 'expired' })
    expect(await orderSeats(courseCode, token)).toMatchObject({ ok: false })
    await giveOffers(world, courseCode)
    expect(await getOfferTo(world, second)).toMatchObject({ state: 'offered' })
  })

  test('may be claimed for fewer seats; the others go to the next party', async () => {
    const { courseCode, second, token } = await givenOffer(3)
    expect(await pay(await orderSeats(courseCode, token, 2))).toBe('complete')
    await giveOffers(world, courseCode)
    expect(await getOfferTo(world, second)).toMatchObject({ state: 'offered', seats: 1 })
    expect(await orderSeats(courseCode, token, 4)).toMatchObject({ ok: false })
  })

  test('that is declined goes to the next party, and the person leaves the waitlist', async () => {
    const { courseCode, second, token } = await givenOffer()
    expect(await leavePlace(world, link(token))).toMatchObject({ value: { state: 'declined' } })
    await giveOffers(world, courseCode)
    expect(await getOfferTo(world, second)).toMatchObject({ state: 'offered' })
  })

  test('ends with its cohort', async () => {
    const { courseCode, first, token } = await givenOffer()
    const admin = { email: `admin-${randomUUID()}@understudy.test`, name: 'Admin' }
    const { id } = await world.db.insertInto('person').values(admin).returning('id').executeTakeFirstOrThrow()
    await orderSeats(courseCode, token)
    expect(await cancelCohort(world, id, courseCode, 'Rain')).toMatchObject({ ok: true })
    expect(await getOfferTo(world, first)).toMatchObject({ state: 'withdrawn' })
    expect(await readPlace(world, link(token))).toMatchObject({ value: { state: 'cancelled' } })
  })

  test('is never valid beyond the end of enrolment', async () => {
    const { courseCode, orders } = await givenFull(world, 1)
    const entry = await givenWaiting(world, courseCode)
    const closesAt = new Date(Date.now() + 3_600_000)
    await world.db
      .updateTable('cohort')
      .set({ enrol_closes_at: closesAt })
      .where('cohort_code', '=', courseCode)
      .execute()
    await endSeat(world, orders[0]!)
    await giveOffers(world, courseCode)
    expect((await getOfferTo(world, entry))?.expires_at).toEqual(closesAt)
  })
})

test('a person who leaves is asked no more, and may join again', async () => {
  const { courseCode, orders } = await givenFull(world, 1)
  const entry = await givenWaiting(world, courseCode)
  expect(await leavePlace(world, link(entry.token))).toMatchObject({ value: { state: 'left' } })
  expect(await readCohort(courseCode)).toEqual({ free: 0, waitingParty: null })
  await endSeat(world, orders[0]!)
  expect(await pay(await orderSeats(courseCode))).toBe('complete')
})

test('a cancelled cohort ends its waitlist, with one e-mail to each confirmed person, also to one with an offer', async () => {
  const { courseCode, orders } = await givenFull(world, 2)
  const offered = await givenWaiting(world, courseCode)
  const waiting = await givenWaiting(world, courseCode, 2)
  const gone = await givenWaiting(world, courseCode)
  const unconfirmed = await givenEntry(world, courseCode)
  await leavePlace(world, link(gone.token))
  await endSeat(world, orders[0]!)
  await giveOffers(world, courseCode)
  const admin = { email: `admin-${randomUUID()}@understudy.test`, name: 'Admin' }
  const { id } = await world.db.insertInto('person').values(admin).returning('id').executeTakeFirstOrThrow()
  expect(await cancelCohort(world, id, courseCode, 'Rain')).toMatchObject({ ok: true })
  await Promise.all([endClosedWaitlists(world), endClosedWaitlists(world)])
  await endClosedWaitlists(world)
  const countMails = async ({ email }: { email: string }) =>
    (await listNewestMails(world.db, email)).filter(({ subject }) => subject === 'These dates were cancelled: A course')
      .length
  expect(await Promise.all([offered, waiting, gone, unconfirmed].map(countMails))).toEqual([1, 1, 0, 0])
  const open = world.db.selectFrom('waitlist_entry').select('id').where('cohort_code', '=', courseCode)
  expect(await open.where('left_at', 'is', null).execute()).toEqual([])
})

test('a withdrawn course ends its waitlists and withdraws its offers', async () => {
  const { courseCode, orders } = await givenFull(world, 1)
  const offered = await givenWaiting(world, courseCode)
  await endSeat(world, orders[0]!)
  await giveOffers(world, courseCode)
  const course = world.db.updateTable('course').where('course_code', '=', courseCode.slice(0, -2))
  await course.set({ withdrawn_at: new Date() }).execute()
  await endClosedWaitlists(world)
  expect(await getOfferTo(world, offered)).toMatchObject({ state: 'withdrawn' })
  expect(await readCohort(courseCode)).toMatchObject({ free: 1 })
})

test('the database announces released seats while a party that fits waits', async () => {
  const heard: string[] = []
  await new Promise<void>((resolve) => world.changes.listen('seat_released', (code) => void heard.push(code), resolve))
  const { courseCode, orders } = await givenFull(world, 2)
  await givenWaiting(world, courseCode, 2)
  await endSeat(world, orders[0]!)
  await endSeat(world, orders[1]!)
  await expect.poll(() => heard.filter((code) => code === courseCode)).toEqual([courseCode])
})
