/** The discount for people who enrol together can be switched off for a course. docs/contract §39. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { getOfferByCode } from '#catalogue/catalog/offers.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { checkoutBody, givenCourse, givenPromoCode } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { changeGroupDiscount } from './change-group-discount.ts'
import { loadPrices } from './load-prices.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function givenCourseOf(role: 'creator' | 'co_teacher') {
  const cohortCode = await givenCourse(world)
  const courseCode = cohortCode.replace(/-1$/, '')
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Nina Reyes' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: id, courseCode, role }))
  const teacher: ActingPerson = { personId: id, audience: 'learner' }
  return { cohortCode, courseCode, teacher }
}

async function quote(cohortCode: string, promoCode?: string) {
  const quoted = await createQuote(world, { cohortCode, seats: 3, ip: randomUUID(), promoCode })
  if (!quoted.ok) throw new Error(quoted.refusal.code)
  const { groupTiers, quoteId, options } = quoted.value
  return {
    quoteId,
    groupTiers: groupTiers.length,
    total: options[0]!.total.amount,
    lines: options[0]!.lines.map(({ kind }) => kind),
  }
}

test('switched off, a group pays each seat in full, and no page names the discount; switched on, all is as before', async () => {
  const { cohortCode, courseCode, teacher } = await givenCourseOf('creator')
  const choose = (hasGroupDiscount: boolean) => changeGroupDiscount(world, teacher, { courseCode, hasGroupDiscount })
  const show = async () => {
    const offer = await getOfferByCode(world, cohortCode, undefined)
    const prices = await loadPrices(world, teacher, courseCode)
    if (!offer.ok || !prices.ok) throw new Error('not there')
    return {
      page: (await getCourseDefinition(world, cohortCode))?.groupTiers.length,
      offer: offer.value.offer.groupTiers.length,
      studio: prices.value.hasGroupDiscount,
    }
  }
  const before = await quote(cohortCode)
  expect(before).toMatchObject({ groupTiers: 3, total: '1077.30', lines: ['seats', 'group'] })
  expect(await show()).toEqual({ page: 3, offer: 3, studio: true })

  expect(await choose(false)).toEqual({ ok: true, value: null })
  expect(await quote(cohortCode)).toMatchObject({ groupTiers: 0, total: '1197.00', lines: ['seats'] })
  expect(await show()).toEqual({ page: 0, offer: 0, studio: false })
  const promoCode = await givenPromoCode(world, { percent_off: 5 })
  expect(await quote(cohortCode, promoCode)).toMatchObject({ total: '1137.15', lines: ['seats', 'promo'] })

  await choose(true)
  expect(await quote(cohortCode)).toMatchObject({ groupTiers: 3, total: '1077.30' })
  expect(await show()).toEqual({ page: 3, offer: 3, studio: true })
})

test('an order in progress is charged as its quote showed', async () => {
  const { cohortCode, courseCode, teacher } = await givenCourseOf('creator')
  const body = await checkoutBody(world, cohortCode, `${randomUUID()}@understudy.test`, { seats: 3 })
  await changeGroupDiscount(world, teacher, { courseCode, hasGroupDiscount: false })
  const placed = await placeOrder(world, guest(), body, '192.0.2.1')
  if (!placed.ok) throw new Error(placed.refusal.code)
  const order = world.db.selectFrom('orders').select(['total_minor', 'discount_kind'])
  expect(await order.where('id', '=', placed.value.orderId).executeTakeFirst()).toEqual({
    total_minor: 107_730,
    discount_kind: 'group',
  })
})

test('only who may change prices switches it, and the audit log names the choice', async () => {
  const { courseCode, teacher } = await givenCourseOf('co_teacher')
  const refused = await changeGroupDiscount(world, teacher, { courseCode, hasGroupDiscount: false })
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'ROLE_NEEDED' } })
  const own = await givenCourseOf('creator')
  await changeGroupDiscount(world, own.teacher, { courseCode: own.courseCode, hasGroupDiscount: false })
  const events = world.db.selectFrom('audit_event').select(['actor_id', 'details'])
  expect(
    await events.where('action', '=', 'group-discount-changed').where('object_id', '=', own.courseCode).execute(),
  ).toEqual([{ actor_id: own.teacher.personId, details: { discount: 'off' } }])
})
