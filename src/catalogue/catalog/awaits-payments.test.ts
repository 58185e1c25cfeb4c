/** What a site without a payment provider, or without one for cards, offers. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World, withGateway } from '../../../tests/world/world.ts'
import { getCourseDefinition, listCourseCards, listNextDates } from './catalogue.ts'
import { getOfferByCode, listCohortsOnSale } from './offers.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const withoutProvider = () => withGateway(world, null)
const prefix = (cohortCode: string) => cohortCode.replace(/-1$/, '')

/** Everything that the public calls say about a course: its state and the status of its dates. */
async function describeCourse(deps: World, cohortCode: string) {
  const code = prefix(cohortCode)
  const [card] = await listCourseCards(deps, { codes: [code] })
  const page = await getCourseDefinition(deps, code)
  const { dates } = await listNextDates(deps, [code])
  const sold = await listCohortsOnSale(deps, code, undefined)
  if (!card || !page || !sold.ok) throw new Error('the course is not shown')
  return {
    state: [card.state, page.state],
    statuses: [
      card.nextDate?.status,
      dates[code]?.status,
      ...page.cohorts.map(({ status }) => status),
      ...sold.value.cohorts.map(({ status }) => status),
    ],
    deposit: page.deposit,
  }
}

describe('a course that costs something', () => {
  test.each([
    ['with many seats', { seats: 10, depositMinor: 9_900 }],
    ['with few seats', { seats: 2 }],
    ['without a limit of seats', { seats: null }],
  ])('%s is offered nowhere without a payment provider: it opens soon and takes interest', async (_what, facts) => {
    const course = await givenCourse(world, facts)
    const state = { code: 'coming-soon', callToAction: 'notify-me', awaitsPayments: true }
    const { state: states, statuses, deposit } = await describeCourse(withoutProvider(), course)
    expect(states).toEqual([state, state])
    expect(new Set(statuses)).toEqual(new Set(['coming-soon']))
    expect(deposit).toBeNull()
  })

  test('is offered with PayPal alone, or with cards alone', async () => {
    const course = await givenCourse(world)
    for (const deps of [withGateway(world, null, world.paypal), withGateway(world, world.gateway)])
      expect((await describeCourse(deps, course)).state[0]).toEqual({ code: 'open', callToAction: 'enrol' })
  })
})

test('a deposit is offered only by a site that takes cards, on the page, for an offer and in a price', async () => {
  const course = await givenCourse(world, { depositMinor: 9_900 })
  const describeDeposit = async (deps: World) => {
    const [page, offer, quote] = await Promise.all([
      getCourseDefinition(deps, prefix(course)),
      getOfferByCode(deps, course, undefined),
      createQuote(deps, { cohortCode: course, ip: randomUUID() }),
    ])
    if (!page || !offer.ok || !quote.ok) throw new Error('the course is not sold')
    return {
      shown: [page.deposit?.dueNow ?? null, offer.value.offer.deposit],
      quoted: quote.value.options.map(({ paymentType, paymentMethods }) => [paymentType, ...paymentMethods]),
    }
  }
  const deposit = { amount: '99.00', currency: 'USD' }
  expect(await describeDeposit(world)).toEqual({
    shown: [deposit, deposit],
    quoted: [
      ['full', 'card', 'paypal', 'gift-card'],
      ['deposit', 'card', 'gift-card'],
    ],
  })
  expect(await describeDeposit(withGateway(world, null, world.paypal))).toEqual({
    shown: [null, null],
    quoted: [['full', 'paypal', 'gift-card']],
  })
})

test('a free course is open without a payment provider', async () => {
  const course = await givenCourse(world, { priceMinor: 0 })
  const { state, statuses } = await describeCourse(withoutProvider(), course)
  expect(state[0]).toEqual({ code: 'open', callToAction: 'enrol' })
  expect(new Set(statuses)).toEqual(new Set(['open']))
})
