/** People who leave a waitlist while its seats are offered (docs/contract §4), on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { countLockWaits } from '../../../tests/support/lock-waits.ts'
import { endSeat, getOfferTo, givenFull, givenWaiting } from '../../../tests/world/waitlist.ts'
import { createWorld, type World, withGateway } from '../../../tests/world/world.ts'
import { giveOffers, lockSale, makeOffers } from './give-offers.ts'
import { leavePlace } from './waitlist-place.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

const link = (token: string) => ({ token, ip: randomUUID() })

async function countFreeSeats(courseCode: string): Promise<number> {
  const cohort = world.db.selectFrom('cohort').select(['capacity', 'taken']).where('cohort_code', '=', courseCode)
  const { capacity, taken } = await cohort.executeTakeFirstOrThrow()
  return (capacity ?? 0) - taken
}

test('a person who leaves at the moment of an offer declines it, and the next party gets the seat', async () => {
  const { courseCode, orders } = await givenFull(world, 1)
  const first = await givenWaiting(world, courseCode)
  const second = await givenWaiting(world, courseCode)
  await endSeat(world, orders[0]!)
  const [offered, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const offer = world.db.transaction().execute(async (tx) => {
    const sale = await lockSale(world, tx, courseCode)
    const parties = (await listWaitingEntries(tx, courseCode)).slice(0, 1)
    await makeOffers(world, tx, { cohortCode: courseCode, parties, closesAt: sale!.closesAt })
    offered.resolve()
    await mayCommit.promise
  })
  await offered.promise
  const leaving = leavePlace(world, link(first.token))
  await expect.poll(() => countLockWaits(world.db)).toBe(1)
  mayCommit.resolve()
  await offer
  expect(await leaving).toMatchObject({ ok: true, value: { state: 'declined' } })
  await giveOffers(world, courseCode)
  expect(await getOfferTo(world, second)).toMatchObject({ state: 'offered', seats: 1 })
  expect(await countFreeSeats(courseCode)).toBe(0)
})

test('people who leave while offers are made, in any order, keep none, and no seat is lost', async () => {
  const { courseCode, orders } = await givenFull(world, 3)
  const people = []
  for (let person = 0; person < 6; person++) people.push(await givenWaiting(world, courseCode))
  for (const order of orders) await endSeat(world, order)
  await Promise.all([
    ...people.slice(0, 4).map(({ token }) => leavePlace(world, link(token))),
    giveOffers(world, courseCode),
    giveOffers(world, courseCode),
  ])
  await giveOffers(world, courseCode)
  const states = await Promise.all(people.map(async (person) => (await getOfferTo(world, person))?.state ?? null))
  expect(states.slice(0, 4).filter((state) => state !== null && state !== 'declined')).toEqual([])
  expect(states.slice(4)).toEqual(['offered', 'offered'])
  expect(await countFreeSeats(courseCode)).toBe(1)
})

test('a free seat is offered to nobody while the site takes no payments, and to the first party afterwards', async () => {
  const { courseCode, orders } = await givenFull(world, 1)
  const first = await givenWaiting(world, courseCode)
  await endSeat(world, orders[0]!)
  await giveOffers(withGateway(world, null), courseCode)
  expect(await getOfferTo(world, first)).toBeUndefined()
  await giveOffers(world, courseCode)
  expect(await getOfferTo(world, first)).toMatchObject({ state: 'offered', seats: 1 })
})
