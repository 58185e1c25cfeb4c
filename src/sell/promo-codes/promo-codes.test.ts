/** Promo codes, as creators and admins make and end them. docs/contract §39. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOffer } from '#catalogue/prices/edit-offers.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { givenPaidOrder, refundFirstSeat } from '../../../tests/world/bought.ts'
import { closeAudited } from '../../../tests/world/close-audited.ts'
import { checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { createPromoCode, endPromoCode } from './edit-codes.ts'
import { listPromoCodes } from './list-codes.ts'
import type { NewPromoCode } from './wire.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => closeAudited(world))

type Taught = { cohortCode: string; courseCode: string; creator: ActingPerson }

async function givenTaught(): Promise<Taught> {
  const cohortCode = await givenCourse(world, { seats: null })
  const courseCode = cohortCode.replace(/-1$/, '')
  return { cohortCode, courseCode, creator: await givenCreator([courseCode]) }
}

async function givenCreator(courseCodes: readonly string[]): Promise<ActingPerson> {
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Nina Reyes' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  for (const courseCode of courseCodes)
    await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: id, courseCode, role: 'creator' }))
  return { personId: id, audience: 'learner' }
}

async function givenAdmin(): Promise<ActingPerson> {
  const { personId } = await givenCreator([])
  await world.db
    .updateTable('person')
    .set({ roles: ['learner', 'community-admin'] })
    .where('id', '=', personId)
    .execute()
  return { personId, audience: 'admin' }
}

const newCode = () => `C${randomBytes(4).toString('hex').toUpperCase()}`

const make = (
  { courseCode, creator }: Pick<Taught, 'courseCode' | 'creator'>,
  promo: Partial<NewPromoCode> = {},
  site: World = world,
) =>
  createPromoCode(site, creator, {
    courseCode,
    promo: {
      code: newCode(),
      note: '',
      off: { percent: 25 },
      codes: [courseCode],
      timezoneId: 'Europe/London',
      startsAtLocal: null,
      endsAtLocal: null,
      useLimit: null,
      perPerson: null,
      minSeats: 1,
      ...promo,
    },
  })

async function givenCode(taught: Taught, promo: Partial<NewPromoCode> = {}): Promise<string> {
  const made = await make(taught, promo)
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.code
}

async function list({ courseCode, creator }: Taught) {
  const listed = await listPromoCodes(world, creator, { courseCode, after: undefined })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.codes
}

const quote = ({ cohortCode }: Taught, promoCode: string) =>
  createQuote(world, { cohortCode, seats: 1, promoCode, ip: randomUUID() })

const place = async (taught: Taught, promoCode: string, email?: string) =>
  placeOrder(world, guest(), await checkoutBody(world, taught.cohortCode, email, { promoCode }), randomUUID())

test('a code lowers the price, and the list counts its use and what it brought, less refunds', async () => {
  const taught = await givenTaught()
  const code = await givenCode(taught, { useLimit: 2 })
  const paid = await givenPaidOrder(world, { courseCode: taught.cohortCode, promoCode: code })
  expect(await list(taught)).toMatchObject([
    { code, uses: 1, useLimit: 2, state: 'active', revenue: [{ amount: '299.25', currency: 'USD' }] },
  ])
  await refundFirstSeat(world, taught.creator.personId, paid.orderId)
  expect(await list(taught)).toMatchObject([{ uses: 1, revenue: [] }])
})

test('a code that has ended makes no new price, and a price in hand keeps it', async () => {
  const taught = await givenTaught()
  const code = await givenCode(taught)
  const body = await checkoutBody(world, taught.cohortCode, undefined, { promoCode: code })
  expect(await endPromoCode(world, taught.creator, { courseCode: taught.courseCode, code })).toMatchObject({ ok: true })
  expect(await quote(taught, code)).toMatchObject({ refusal: { code: 'PROMO_INVALID' } })
  expect(await placeOrder(world, guest(), body, randomUUID())).toMatchObject({ ok: true })
  expect(await list(taught)).toMatchObject([{ code, state: 'ended', uses: 1 }])
})

test('one person has a code as often as it says, also when two orders are placed at once', async () => {
  const [one, another] = [await givenCourse(world), await givenCourse(world)]
  const courseCodes = [one, another].map((cohortCode) => cohortCode.replace(/-1$/, ''))
  const creator = await givenCreator(courseCodes)
  const taught = { cohortCode: one, courseCode: courseCodes[0]!, creator }
  const other = { ...taught, cohortCode: another, courseCode: courseCodes[1]! }
  const code = await givenCode(taught, { perPerson: 1, codes: courseCodes })
  const email = `${randomUUID()}@understudy.test`
  const placed = await Promise.all([place(taught, code, email), place(other, code, email)])
  expect(placed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(placed.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'PROMO_INVALID' } })
  expect(await place(other, code)).toMatchObject({ ok: true })
  expect(await list(taught)).toMatchObject([{ uses: 2 }])
  const inCourses = [...(await list(taught)), ...(await list(other))].map(({ courseUses }) => courseUses)
  expect(inCourses, 'beside all uses those of the course').toEqual(placed[0]!.ok ? [1, 1] : [0, 2])
})

test('spellings of one mailbox are one person', async () => {
  const taught = await givenTaught()
  const code = await givenCode(taught, { perPerson: 1 })
  const name = randomUUID()
  expect(await place(taught, code, `${name}@understudy.test`)).toMatchObject({ ok: true })
  const again = await givenCourse(world)
  const other = { ...taught, cohortCode: again, courseCode: again.replace(/-1$/, '') }
  await world.db
    .updateTable('promo_code')
    .set({ codes: [taught.courseCode, other.courseCode] })
    .where('code', '=', code)
    .execute()
  expect(await place(other, code, `${name}+again@understudy.test`)).toMatchObject({
    refusal: { code: 'PROMO_INVALID' },
  })
  expect(await place(other, code)).toMatchObject({ ok: true })
})

test('a code is for courses and dates, and names no single offer', async () => {
  const taught = await givenTaught()
  await addOffer(world, taught.creator, { cohortCode: taught.cohortCode, offer: { price: '30' } })
  const offer = `${taught.cohortCode}-P2`
  expect(await make(taught, { codes: [offer] })).toMatchObject({
    refusal: { code: 'FIELD_INVALID', fields: { codes: 'Please choose courses that you teach' } },
  })
})

test('the database refuses a use above the limit of a person', async () => {
  const taught = await givenTaught()
  const code = await givenCode(taught, { perPerson: 1 })
  const email = `${randomUUID()}@understudy.test`
  expect(await place(taught, code, email)).toMatchObject({ ok: true })
  const first = await world.db.selectFrom('orders').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const { id: _id, number: _number, created_at: _at, ...row } = first
  const again = world.db
    .insertInto('orders')
    .values({ ...row, client: Buffer.from('another'), attribution: '{}', first_touch: '{}' })
    .execute()
  await expect(again).rejects.toThrow('uses per person')
})

test('a taken code, a friend’s code and an excluded one are refused as taken', async () => {
  const taught = await givenTaught()
  const code = await givenCode(taught)
  expect(await make(taught, { code })).toMatchObject({
    refusal: { code: 'CODE_TAKEN', fields: { code: expect.stringContaining('taken') } },
  })
  const excluded = newCode()
  const site = { ...world, config: { ...world.config, excludedCourseCodes: [excluded] } }
  expect(await make(taught, { code: excluded }, site)).toMatchObject({ refusal: { code: 'CODE_TAKEN' } })
  const friend = '23456789'
  await world.db.insertInto('referral_code').values({ person_id: taught.creator.personId, code: friend }).execute()
  expect(await make(taught, { code: friend })).toMatchObject({ refusal: { code: 'CODE_TAKEN' } })
})

test('codes for the whole site are for admins, and those of a course for its creators', async () => {
  const taught = await givenTaught()
  const other = await givenTaught()
  expect(await make(taught, { codes: null })).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(await make(taught, { codes: [other.courseCode] })).toMatchObject({
    refusal: { fields: { codes: expect.stringContaining('teach') } },
  })
  expect(await make(taught, { codes: ['NOWHERE'] })).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  const code = await givenCode(taught)
  expect(await list(other)).toEqual([])
  const asOther = { courseCode: taught.courseCode, code }
  expect(await endPromoCode(world, other.creator, asOther)).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
  const nested = { courseCode: other.courseCode, code }
  expect(await endPromoCode(world, other.creator, nested)).toMatchObject({ refusal: { code: 'PROMO_NOT_FOUND' } })

  const admin = { ...taught, creator: await givenAdmin() }
  const ofSite = { courseCode: taught.courseCode, code: await givenCode(admin, { codes: null }) }
  expect(await endPromoCode(world, taught.creator, ofSite)).toMatchObject({ refusal: { code: 'PROMO_NOT_FOUND' } })
  expect(await endPromoCode(world, admin.creator, ofSite)).toMatchObject({ ok: true })
})

test('a window in local time, and its faults', async () => {
  const taught = await givenTaught()
  const code = await givenCode(taught, { startsAtLocal: '2099-01-01T00:00', endsAtLocal: '2099-02-01T00:00' })
  expect(await list(taught)).toMatchObject([{ code, state: 'planned', endsAt: '2099-02-01T00:00:00.000Z' }])
  expect(await quote(taught, code)).toMatchObject({ refusal: { code: 'PROMO_INVALID' } })
  for (const promo of [
    { endsAtLocal: '2020-01-01T00:00' },
    { startsAtLocal: '2099-02-01T00:00', endsAtLocal: '2099-01-01T00:00' },
    { endsAtLocal: '2027-03-28T01:30' },
  ])
    expect(await make(taught, promo)).toMatchObject({
      refusal: { code: 'FIELD_INVALID', fields: { endsAtLocal: expect.any(String) } },
    })
})

test('a creator of some courses of a code sees neither its note nor the other courses, and only an admin ends it', async () => {
  const [mine, other] = [await givenTaught(), await givenTaught()]
  const admin = await givenAdmin()
  const code = newCode()
  const note = 'For Jane, complaint 12'
  const codes = [mine.courseCode, other.courseCode]
  expect(await make({ courseCode: mine.courseCode, creator: admin }, { code, note, codes })).toMatchObject({ ok: true })
  const read = async (person: ActingPerson) => {
    const listed = await listPromoCodes(world, person, { courseCode: mine.courseCode, after: undefined })
    return listed.ok ? listed.value.codes.find((one) => one.code === code) : undefined
  }
  expect(await read(mine.creator)).toMatchObject({ note: '', codes: [mine.courseCode], mayEnd: false })
  expect(await read(admin)).toMatchObject({ note, codes, mayEnd: true })
  const end = (person: ActingPerson) => endPromoCode(world, person, { courseCode: mine.courseCode, code })
  expect(await end(mine.creator)).toMatchObject({ refusal: { code: 'PROMO_NOT_FOUND' } })
  expect(await end(admin)).toMatchObject({ ok: true })
})
