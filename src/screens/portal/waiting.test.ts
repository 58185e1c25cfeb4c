/** The card "Waitlists and news" of a learner's home (docs/contract §4, §25), by its verbs on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveOwnNews, listOwnNews } from '#catalogue/interests/own-news.ts'
import { registerInterest } from '#catalogue/leads/interest.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { giveOffers } from '#sell/waitlist/give-offers.ts'
import { leaveOwnPlace, linkOwnPlace, listOwnPlaces } from '#sell/waitlist/own-places.ts'
import { readPlace } from '#sell/waitlist/waitlist-place.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { getOfferTo, givenWaiting, type Waiting } from '../../../tests/world/waitlist.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { loadLearnerHome } from './load-home.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const passwords = createPasswords()
async function createLearner(email: string): Promise<string> {
  const account = { email, name: 'Demo Learner', roles: ['learner'], timezoneId: 'UTC' }
  await createVerifiedAccount(world.db, passwords, account, 'a long enough password')
  return (await personByEmail(world.db, email))!.id
}

/** A full cohort with people on its waitlist. */
async function givenWaitlist(parties: number[]): Promise<{ courseCode: string; people: Waiting[] }> {
  const courseCode = await givenCourse(world, { seats: 1 })
  await givenPaidOrder(world, { courseCode })
  const people: Waiting[] = []
  for (const seats of parties) people.push(await givenWaiting(world, courseCode, seats))
  return { courseCode, people }
}
async function addSeats(courseCode: string, seats: number): Promise<void> {
  const cohort = world.db.updateTable('cohort').set((is) => ({ capacity: is('capacity', '+', seats) }))
  await cohort.where('cohort_code', '=', courseCode).execute()
  await giveOffers(world, courseCode)
}

test('a learner sees the place with its party and position, then the offer, and takes it by an own link', async () => {
  const { courseCode, people } = await givenWaitlist([1, 2])
  const personId = await createLearner(people[1]!.email)
  const seats = { courseCode, seats: 2, title: 'A course' }
  expect(await listOwnPlaces(world, personId)).toMatchObject([
    { ...seats, state: 'waiting', position: 2, offerExpiresAt: null },
  ])
  await addSeats(courseCode, 3)
  const [offered] = await listOwnPlaces(world, personId)
  expect(offered).toMatchObject({ ...seats, state: 'offered', position: null, offerExpiresAt: expect.any(String) })
  const link = await linkOwnPlace(world, personId, offered!.entryId)
  expect(link.ok && (await readPlace(world, { token: link.value.token, ip: 'x' }))).toMatchObject({
    value: { state: 'offered', offer: { offerCode: courseCode } },
  })
  const expired = { ...world, clock: () => new Date(Date.now() + 25 * 60 * 60_000) }
  expect(await listOwnPlaces(expired, personId)).toEqual([])
})

test('a learner who leaves in the portal gives the offered seat to the next person at once', async () => {
  const { courseCode, people } = await givenWaitlist([1, 1])
  const personId = await createLearner(people[0]!.email)
  await addSeats(courseCode, 1)
  const [entry] = await listOwnPlaces(world, personId)
  expect(await leaveOwnPlace(world, personId, entry!.entryId)).toEqual({ ok: true, value: { hasLeft: true } })
  await giveOffers(world, courseCode)
  expect(await getOfferTo(world, people[1]!)).toMatchObject({ state: 'offered' })
  expect(await listOwnPlaces(world, personId)).toEqual([])
  expect(await leaveOwnPlace(world, personId, entry!.entryId)).toMatchObject({ refusal: { code: 'WAITING_NOT_FOUND' } })
})

test('an address that the account has not confirmed, and another person’s place, show nothing and change nothing', async () => {
  const { people } = await givenWaitlist([1])
  const { email, entryId } = people[0]!
  const stranger = await createLearner(`${randomUUID()}@understudy.test`)
  const { id: unverified } = await world.db
    .insertInto('person')
    .values({ email, name: 'Not confirmed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await registerInterest(world, 'reminder', { code: await givenCourse(world), contact: { email }, ip: 'x' })
  const interest = world.db.selectFrom('interest').select('id').where('email', '=', email)
  const { id: interestId } = await interest.executeTakeFirstOrThrow()
  const isNotFound = { ok: false, refusal: { code: 'WAITING_NOT_FOUND' } }
  for (const personId of [stranger, unverified]) {
    expect(await listOwnPlaces(world, personId)).toEqual([])
    expect(await listOwnNews(world, personId)).toEqual([])
    expect(await linkOwnPlace(world, personId, entryId)).toMatchObject(isNotFound)
    expect(await leaveOwnPlace(world, personId, entryId)).toMatchObject(isNotFound)
    expect(await leaveOwnNews(world, personId, interestId)).toMatchObject(isNotFound)
  }
  const { left_at } = await world.db
    .selectFrom('waitlist_entry')
    .select('left_at')
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  expect(left_at).toBeNull()
})

test('the home page has the news that a learner asked for, until it is turned off, and no curriculum', async () => {
  const email = `${randomUUID()}@understudy.test`
  const personId = await createLearner(email)
  const code = await givenCourse(world)
  for (const kind of ['coming-soon', 'reminder', 'curriculum'] as const)
    await registerInterest(world, kind, { code, contact: { email }, ip: 'x' })
  await world.db.updateTable('interest').set({ confirmed_at: new Date() }).where('kind', '=', 'reminder').execute()
  const readHome = async () => {
    const home = await loadLearnerHome(world, { personId, audience: 'learner' })
    if (!home.ok) throw new Error(home.refusal.code)
    return home.value.waiting
  }
  const { interests, waitlistEntries } = await readHome()
  expect([waitlistEntries, interests]).toMatchObject([
    [],
    [
      { kind: 'coming-soon', state: 'unconfirmed', title: 'A course' },
      { kind: 'reminder', state: 'on' },
    ],
  ])
  for (const { interestId } of interests) await leaveOwnNews(world, personId, interestId)
  expect(await readHome()).toEqual({ waitlistEntries: [], interests: [] })
})
