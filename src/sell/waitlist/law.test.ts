/**
 * Law: 100 or 200 people wait, and seats are released in random order by random means. Never oversold, nobody skipped who
 * fits, and every offer ends in a claim, a decline or an expiry. The seed is printed with a failure.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelSeats } from '#learn/enrolments/end-seats.ts'
import { transact } from '#platform/db/transaction.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { expireOrder } from '#sell/payments/end-order.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { triesEveryCase } from '../../../tests/support/laws.ts'
import { createRandom } from '../../../tests/support/random.ts'
import { givenOrder, givenPaidOrder } from '../../../tests/world/bought.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { getOfferTo, getOfferToken, givenWaiting, type Waiting } from '../../../tests/world/waitlist.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { expireOffers } from './end-offers.ts'
import { giveDueOffers, giveOffers } from './give-offers.ts'
import { leavePlace } from './waitlist-place.ts'

const SEED = 20_270_112
const PEOPLE = triesEveryCase ? 200 : 100
const SEATS = 24
const HOUR_MS = 3_600_000

const random = createRandom(SEED)
let passedMs = 0
let base: World
let world: World
beforeAll(async () => {
  base = await createWorld(20)
  world = { ...base, clock: () => new Date(Date.now() + passedMs) }
})
afterAll(() => base.close())

test(`law: ${PEOPLE} people get seats in the order of the waitlist (seed ${SEED})`, { timeout: 300_000 }, async () => {
  const cohortCode = await givenCourse(world, { seats: SEATS, startsInDays: 300 })
  const taken: { orderId: string; isHeld: boolean }[] = []
  for (let seat = 0; seat < SEATS; seat++) {
    const isHeld = random.chance(0.2)
    const order = isHeld
      ? givenOrder(world, { courseCode: cohortCode })
      : givenPaidOrder(world, { courseCode: cohortCode })
    taken.push({ orderId: (await order).orderId, isHeld })
  }
  const people: Waiting[] = []
  for (let person = 0; person < PEOPLE; person++)
    people.push(await givenWaiting(world, cohortCode, random.pick([1, 1, 1, 2, 2, 3, 4, 5, 6])))

  let open: Waiting[] = []
  for (let round = 0; open.length > 0 || people.some((person) => !left.has(person)); round++) {
    expect(round, 'the waitlist comes to its end').toBeLessThan(600)
    await releaseSome(cohortCode, taken)
    if (random.chance(0.3)) await tryAsPasserBy(cohortCode)
    await (random.chance(0.5) ? giveOffers(world, cohortCode) : giveDueOffers(world))
    await expectNobodySkipped(cohortCode)
    open = await listOpen(people)
    for (const person of random.shuffle(open).slice(0, 1 + Math.floor(random.next() * 4)))
      await answer(cohortCode, person, taken)
    if (random.chance(0.15)) {
      passedMs += 25 * HOUR_MS
      await expireOffers(world)
    }
    await markEnded(people)
    open = await listOpen(people)
  }
  const states = await world.db
    .selectFrom('waitlist_offer')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['claimed', 'declined', 'expired'])
  expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(PEOPLE)
  expect((await audit(world)).filter(({ violations }) => violations.length > 0)).toEqual([])
})

const left = new Set<Waiting>()

type Taken = { orderId: string; isHeld: boolean }[]

/** Releases seats by a refund, an ended seat, an expired hold or a larger capacity. */
async function releaseSome(cohortCode: string, taken: Taken): Promise<void> {
  const count = 1 + Math.floor(random.next() * 4)
  for (let time = 0; time < count; time++) {
    const order = taken.splice(Math.floor(random.next() * taken.length), 1)[0]
    if (!order || random.chance(0.1)) {
      await world.db
        .updateTable('cohort')
        .set({ capacity: sql<number>`capacity + ${1 + Math.floor(random.next() * 6)}` })
        .where('cohort_code', '=', cohortCode)
        .execute()
      if (order) taken.push(order)
    } else if (order.isHeld) await expireHold(order.orderId)
    else await endOrderSeats(order.orderId)
  }
}

async function endOrderSeats(orderId: string): Promise<void> {
  const lines = await world.db.selectFrom('order_line').select('id').where('order_id', '=', orderId).execute()
  if (random.chance(0.5)) {
    const admin = { email: `admin-${randomUUID()}@understudy.test`, name: 'Admin' }
    const { id } = await world.db.insertInto('person').values(admin).returning('id').executeTakeFirstOrThrow()
    const reason = 'Ill'
    const refund = { lines: lines.map((line) => ({ lineId: line.id, endSeat: true })), reason }
    expect(await refundOrder(base, id, orderId, refund)).toMatchObject({ ok: true })
  }
  const seats = [1, 2, 3, 4, 5, 6]
  await transact(world.db, (tx) => cancelSeats(world, tx, { orderId, seats, by: null, reason: 'Ill' }))
}

async function expireHold(orderId: string): Promise<void> {
  const past = { expires_at: new Date(Date.now() - 1000) }
  await world.db.updateTable('seat_hold').set(past).where('order_id', '=', orderId).execute()
  await expireOrder(base, orderId)
}

/** A passer-by gets no seat that fits a waiting party. */
async function tryAsPasserBy(cohortCode: string): Promise<void> {
  const { free, waiting } = await readCohort(cohortCode)
  const placed = await placeOrder(base, guest(), await checkoutBody(base, cohortCode), randomUUID())
  if (waiting.some((seats) => seats <= free)) expect(placed.ok).toBe(false)
  if (placed.ok) await expireHold(placed.value.orderId)
}

async function expectNobodySkipped(cohortCode: string): Promise<void> {
  const { free, waiting } = await readCohort(cohortCode)
  expect(free).toBeGreaterThanOrEqual(0)
  expect(waiting.filter((seats) => seats <= free)).toEqual([])
}

async function readCohort(cohortCode: string) {
  const cohort = await world.db
    .selectFrom('cohort')
    .select(['capacity', 'taken'])
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
  const waiting = await world.db
    .selectFrom('waitlist_entry')
    .select('party_size')
    .where('cohort_code', '=', cohortCode)
    .where('offered_at', 'is', null)
    .where('left_at', 'is', null)
    .execute()
  return { free: cohort.capacity! - cohort.taken, waiting: waiting.map((row) => row.party_size) }
}

/** Pays, starts to pay and gives up, declines, or does nothing. */
async function answer(cohortCode: string, person: Waiting, taken: Taken): Promise<void> {
  const choice = random.pick(['pay', 'pay', 'pay fewer', 'give up', 'decline', 'wait'])
  if (choice === 'wait') return
  const token = await getOfferToken(world, person)
  if (choice === 'decline') {
    expect(await leavePlace(world, { token, ip: randomUUID() })).toMatchObject({ ok: true })
    return
  }
  const seats = choice === 'pay fewer' ? Math.max(1, person.seats - 1) : person.seats
  const body = await checkoutBody(world, cohortCode, person.email, { seats, waitlistToken: token })
  const placed = await placeOrder(world, guest(), body, randomUUID())
  if (!placed.ok) throw new Error(placed.refusal.code)
  if (choice === 'give up') return expireHold(placed.value.orderId)
  await base.gateway!.sandbox.confirm({ clientSecret: placed.value.clientSecret, ...cards.good })
  const paid = await checkPayment(base, guest(placed.value.checkoutToken), { orderId: placed.value.orderId })
  expect(paid).toMatchObject({ value: { status: 'complete' } })
  taken.push({ orderId: placed.value.orderId, isHeld: false })
}

async function listOpen(people: readonly Waiting[]): Promise<Waiting[]> {
  const rows = await world.db.selectFrom('waitlist_offer').select('entry_id').where('state', '=', 'offered').execute()
  const ids = new Set(rows.map((row) => row.entry_id))
  return people.filter(({ entryId }) => ids.has(entryId))
}

async function markEnded(people: readonly Waiting[]): Promise<void> {
  for (const person of people)
    if (!left.has(person)) {
      const offer = await getOfferTo(world, person)
      if (offer && offer.state !== 'offered') left.add(person)
    }
}
