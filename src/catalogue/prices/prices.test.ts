/** Offers, as the studio changes them. docs/contract §39. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { addOffer, changeOffer, endOffer } from './edit-offers.ts'
import { loadPrices } from './load-prices.ts'

/** The cohort's code, and that of its first offer. */
let COHORT: string
let COURSE: string
let world: World
let nina: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  COHORT = await givenCourse(world, { startsInDays: 120 })
  COURSE = COHORT.replace(/-1$/, '')
  nina = await givenPerson('creator')
})
afterAll(() => world.close())

async function givenPerson(role: 'creator' | 'co_teacher', courseCode = COURSE): Promise<ActingPerson> {
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Nina Reyes' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: id, courseCode, role }))
  return { personId: id, audience: 'learner' }
}

async function readOffers(person = nina) {
  const prices = await loadPrices(world, person, COURSE)
  if (!prices.ok) throw new Error(prices.refusal.code)
  return prices.value.cohorts.find(({ cohortCode }) => cohortCode === COHORT)!.offers
}

const change = (fields: Parameters<typeof changeOffer>[2]['change'], offerCode = COHORT, person = nina) =>
  changeOffer(world, person, { offerCode, change: fields })
const quote = (offerCode?: string) => createQuote(world, { cohortCode: COHORT, seats: 1, ip: randomUUID(), offerCode })

test('an early price until a day, a struck-through price and a deposit are on the page at once', async () => {
  const saved = await change({
    price: '400',
    before: '500',
    early: { price: '320', endsAtLocal: '2026-12-31T23:59' },
    deposit: '99.50',
  })
  expect(saved).toEqual({ ok: true, value: null })
  const [offer] = await readOffers()
  expect(offer).toMatchObject({
    price: { amount: '400.00' },
    before: { amount: '500.00' },
    early: { price: { amount: '320.00' } },
    deposit: { amount: '99.50' },
  })
  expect(await getCourseDefinition(world, COHORT)).toMatchObject({
    price: 400,
    discountPrice: 320,
    discountEndsAt: offer!.early!.endsAt,
    beforeDiscountPrice: 500,
    deposit: { dueNow: { amount: '99.50' }, dueLater: { amount: '220.50' } },
  })
})

test('a quote keeps its price while the offer changes, and is counted until it ends', async () => {
  await change({ early: null, price: '400', deposit: null })
  const before = await readOffers()
  const shown = await quote()
  if (!shown.ok) throw new Error(shown.refusal.code)
  await change({ price: '450' })
  const [offer] = await readOffers()
  expect(offer!.quotes!.count).toBe((before[0]!.quotes?.count ?? 0) + 1)
  const stored = await world.db.selectFrom('quote').selectAll().where('id', '=', shown.value.quoteId).executeTakeFirst()
  expect(stored).toMatchObject({ unit_minor: 40_000, total_minor: 40_000 })
  expect(await quote()).toMatchObject({ value: { options: [{ total: { amount: '450.00' } }] } })
})

test('while a creator changes prices all the time, each order charges exactly what its quote showed', async () => {
  const cohortCode = await givenCourse(world, { seats: null, depositMinor: 5_000 })
  const editor = await givenPerson('creator', cohortCode.replace(/-1$/, ''))
  const edit = async () => {
    for (let step = 1; step <= 20; step++) {
      const price = 100 + 10 * step
      const early = step % 3 === 0 ? null : { price: String(price - 7), endsAtLocal: null }
      await change({ price: String(price), early, deposit: step % 2 === 0 ? '20' : null }, cohortCode, editor)
    }
  }
  const buy = async () => {
    const body = await checkoutBody(world, cohortCode)
    const shown = await world.db
      .selectFrom('quote')
      .selectAll()
      .where('id', '=', body.quoteId)
      .executeTakeFirstOrThrow()
    const placed = await placeOrder(world, guest(), body, randomUUID())
    if (!placed.ok) throw new Error(placed.refusal.code)
    const order = await world.db
      .selectFrom('orders')
      .innerJoin('payment', 'payment.order_id', 'orders.id')
      .select(['total_minor', 'payment.amount_minor'])
      .where('orders.id', '=', placed.value.orderId)
      .executeTakeFirstOrThrow()
    expect(order).toEqual({ total_minor: shown.total_minor, amount_minor: shown.total_minor })
    return shown.total_minor
  }
  const [, ...totals] = await Promise.all([edit(), ...Array.from({ length: 12 }, buy)])
  expect(totals).toHaveLength(12)
})

test('only the parts that are sent change, so an old page takes nothing back', async () => {
  await change({ price: '400', before: '500', early: null, deposit: '50' })
  await change({ deposit: '60' })
  expect((await readOffers())[0]).toMatchObject({ price: { amount: '400.00' }, before: { amount: '500.00' } })
})

test('amounts that contradict each other, past ends and hours that the clocks skip are refused at their field', async () => {
  await change({ price: '400', before: null, early: null, deposit: null })
  const faults = async (fields: Parameters<typeof change>[0]) => {
    const result = await change(fields)
    return result.ok ? [] : Object.keys(result.refusal.fields ?? {})
  }
  expect(await faults({ early: { price: '400', endsAtLocal: null } })).toEqual(['early.price'])
  expect(await faults({ deposit: '400' })).toEqual(['deposit'])
  expect(await faults({ before: '400' })).toEqual(['before'])
  expect(await faults({ early: { price: '300', endsAtLocal: '2020-01-01T00:00' } })).toEqual(['early.endsAtLocal'])
  expect(await faults({ early: { price: '300', endsAtLocal: '2027-03-28T01:30' } })).toEqual(['early.endsAtLocal'])
  expect((await readOffers())[0]).toMatchObject({ price: { amount: '400.00' }, early: null, deposit: null })
})

test('a further offer is bought by its own link until it ends, and the only one cannot end', async () => {
  expect(await endOffer(world, nina, COHORT)).toMatchObject({ refusal: { code: 'OFFER_NEEDED' } })
  const added = await addOffer(world, nina, { cohortCode: COHORT, offer: { name: 'Students', price: '200' } })
  if (!added.ok) throw new Error(added.refusal.code)
  const { offerCode } = added.value
  expect((await readOffers()).map(({ name }) => name)).toEqual(['', 'Students'])
  expect(await getCourseDefinition(world, COHORT)).toMatchObject({ price: 400, offerCode: COHORT })
  expect(await quote(offerCode)).toMatchObject({ value: { options: [{ total: { amount: '200.00' } }] } })
  expect(await endOffer(world, nina, offerCode)).toEqual({ ok: true, value: null })
  expect(await quote(offerCode)).toMatchObject({ refusal: { code: 'OFFER_NOT_FOUND' } })
  expect(await change({ price: '1' }, offerCode)).toMatchObject({ refusal: { code: 'OFFER_NOT_FOUND' } })
})

test('a cohort has 20 offers at most, however many are added at once', async () => {
  const cohortCode = await givenCourse(world)
  const owner = await givenPerson('creator', cohortCode.replace(/-1$/, ''))
  const results = await Promise.all(
    Array.from({ length: 22 }, () => addOffer(world, owner, { cohortCode, offer: { price: '10' } })),
  )
  const offers = await world.db.selectFrom('offer').select('offer_code').where('cohort_code', '=', cohortCode).execute()
  expect(offers).toHaveLength(20)
  expect(results.some((result) => !result.ok && result.refusal.code === 'OFFERS_LIMITED')).toBe(true)
})

test('a co-teacher reads prices and changes none; a stranger gets the answer of a missing one', async () => {
  const helper = await givenPerson('co_teacher')
  const stranger = await givenPerson('creator', (await givenCourse(world)).replace(/-1$/, ''))
  expect((await readOffers(helper)).length).toBeGreaterThan(0)
  expect(await change({ price: '1' }, COHORT, helper)).toMatchObject({ refusal: { code: 'ROLE_NEEDED' } })
  expect(await change({ price: '1' }, COHORT, stranger)).toMatchObject({ refusal: { code: 'OFFER_NOT_FOUND' } })
  expect(await endOffer(world, stranger, COHORT)).toMatchObject({ refusal: { code: 'OFFER_NOT_FOUND' } })
  expect(await addOffer(world, stranger, { cohortCode: COHORT, offer: { price: '1' } })).toMatchObject({
    refusal: { code: 'COHORT_NOT_FOUND' },
  })
  expect(await loadPrices(world, stranger, COURSE)).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
})

test('an offer whose deposit is as high as its price, as files can have it, gets another name', async () => {
  const cohortCode = await givenCourse(world)
  const editor = await givenPerson('creator', cohortCode.replace(/-1$/, ''))
  const offer = world.db.updateTable('offer').where('offer_code', '=', cohortCode)
  await offer.set({ price_minor: 9_900, deposit_minor: 9_900 }).execute()
  expect(await change({ name: 'Early birds' }, cohortCode, editor)).toMatchObject({ ok: true })
  expect(await change({ price: '90' }, cohortCode, editor)).toMatchObject({
    refusal: { fields: { deposit: 'This has to be lower than the price' } },
  })
})

test('ended offers take no room: the next one gets a free code, and the twenty-first that runs is refused', async () => {
  const cohortCode = await givenCourse(world)
  const editor = await givenPerson('creator', cohortCode.replace(/-1$/, ''))
  const add = () => addOffer(world, editor, { cohortCode, offer: { price: '30' } })
  const ended = Array.from({ length: 1_100 }, (_, index) => ({
    offer_code: `${cohortCode}-P${index + 2}`,
    cohort_code: cohortCode,
    currency: 'USD',
    price_minor: 100,
    expires_at: new Date('2020-01-01'),
  }))
  await world.db.insertInto('offer').values(ended).execute()
  expect(await add()).toMatchObject({ value: { offerCode: `${cohortCode}-P1102` } })
  for (let count = 3; count <= 20; count++) expect(await add()).toMatchObject({ ok: true })
  expect(await add()).toMatchObject({ refusal: { code: 'OFFERS_LIMITED' } })
})
