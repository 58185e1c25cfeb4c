import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentOptionsFor } from '#features/checkout/options.ts'
import { givenCourse } from '../../../tests/selling.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { localPricing } from './local-pricing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
})

async function localPriceFor(countryCode?: string) {
  const options = await paymentOptionsFor(world, { courseCode: await givenCourse(world), countryCode, ip: '192.0.2.1' })
  if (!options.ok) throw new Error(options.refusal.code)
  expect(options.value.options[0]?.dueNow).toEqual({ amount: '399.00', currency: 'USD' })
  return options.value.localPrice
}

test.each([
  ['PH', { amount: '23300.00', currency: 'PHP' }],
  ['ph', { amount: '23300.00', currency: 'PHP' }],
  ['JP', { amount: '60600', currency: 'JPY' }],
  ['DE', { amount: '343.00', currency: 'EUR' }],
  ['US', { amount: '399.00', currency: 'USD' }],
  ['PA', { amount: '399.00', currency: 'USD' }],
  ['ZZ', { amount: '399.00', currency: 'USD' }],
  ['constructor', { amount: '399.00', currency: 'USD' }],
  [undefined, { amount: '399.00', currency: 'USD' }],
])('stands beside what is charged, in the money of %s', async (countryCode, expected) => {
  expect(await localPriceFor(countryCode)).toEqual(expected)
})

test('is what the operator’s table says, from the next question on', async () => {
  await sql`update exchange_rate set per_usd = 2, step_minor = 1 where currency = 'SGD'`.execute(world.db)
  expect(await localPriceFor('SG')).toEqual({ amount: '798.00', currency: 'SGD' })
})

test.each([
  ['AU', 'AUD'],
  ['BR', 'BRL'],
  ['CA', 'CAD'],
  ['ES', 'EUR'],
  ['GB', 'GBP'],
  ['IN', 'INR'],
  ['JP', 'JPY'],
  ['NG', 'NGN'],
  ['PH', 'PHP'],
  ['SG', 'SGD'],
])('the shipped table knows the money of %s, with its date', async (countryCode, currency) => {
  const told = await localPricing(world, { countryCode, isBackConversion: false })
  expect(told.data).toEqual({ currency, countryCode, asOf: '2026-11-02' })
  expect(told.conversionMultiplier).not.toBe(1)
})

test('prices are told as the checkout tells them, in the order that was asked', async () => {
  const told = await localPricing(world, { countryCode: 'PH', isBackConversion: false, amounts: ['399.00', '49.00'] })
  expect(told.data.prices).toEqual([
    { amount: '23300.00', currency: 'PHP' },
    { amount: '2900.00', currency: 'PHP' },
  ])
})

test('the multiplier has a way back, and what is unknown is multiplied with 1', async () => {
  const there = await localPricing(world, { countryCode: 'PH', isBackConversion: false })
  expect(there.conversionMultiplier).toBe(58.4)
  const back = await localPricing(world, { countryCode: 'ph', isBackConversion: true })
  expect(back.conversionMultiplier * there.conversionMultiplier).toBeCloseTo(1, 12)
  expect(back.data).toEqual(there.data)
  for (const isBackConversion of [true, false]) {
    const home = { conversionMultiplier: 1, data: { currency: 'USD', countryCode: 'US', asOf: null } }
    expect(await localPricing(world, { isBackConversion })).toEqual(home)
    const unknown = await localPricing(world, { countryCode: 'ZZ', isBackConversion })
    expect(unknown).toEqual({ conversionMultiplier: 1, data: { ...home.data, countryCode: 'ZZ' } })
  }
})
