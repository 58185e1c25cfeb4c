import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney, money } from '#domain/money/money.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { convertPrices, formatWithEstimate } from './local-pricing.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
})

async function localPriceFor(countryCode?: string) {
  const options = await createQuote(world, { cohortCode: await givenCourse(world), countryCode, ip: '192.0.2.1' })
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
])('is shown beside the charged amount, in the currency of %s', async (countryCode, expected) => {
  expect(await localPriceFor(countryCode)).toEqual(expected)
})

test('follows a change of the operator’s rate table at once', async () => {
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
])('the default table has the currency of %s, with its date', async (countryCode, currency) => {
  const pricing = await convertPrices(world, { countryCode, isBackConversion: false })
  expect(pricing.data).toEqual({
    currency,
    countryCode,
    asOf: '2026-11-02',
    rate: { currency, perUsd: expect.stringMatching(/^\d+\.\d{6}$/), stepMinor: expect.any(Number) },
  })
  expect(pricing.conversionMultiplier).not.toBe(1)
})

test('an e-mail and a PDF name the charged dollars, and an estimate that no reader takes for them', async () => {
  const price = money(30_000, 'USD')
  expect(await formatWithEstimate(world, price, 'Australia/Sydney')).toMatch(/^\$300\.00 \(about A\$\d+\)$/)
  expect(await formatWithEstimate(world, price, 'Australia/Sydney', formatMoney)).toMatch(
    /^USD 300\.00 \(about AUD \d+\)$/,
  )
  expect(await formatWithEstimate(world, price, 'America/New_York')).toBe('$300.00')
})

test('prices equal those of the checkout, in the requested order', async () => {
  const pricing = await convertPrices(world, {
    countryCode: 'PH',
    isBackConversion: false,
    amounts: ['399.00', '49.00'],
  })
  expect(pricing.data.prices).toEqual([
    { amount: '23300.00', currency: 'PHP' },
    { amount: '2900.00', currency: 'PHP' },
  ])
})

test('the multiplier can be reversed, and is 1 for an unknown country', async () => {
  const forward = await convertPrices(world, { countryCode: 'PH', isBackConversion: false })
  expect(forward.conversionMultiplier).toBe(58.4)
  const back = await convertPrices(world, { countryCode: 'ph', isBackConversion: true })
  expect(back.conversionMultiplier * forward.conversionMultiplier).toBeCloseTo(1, 12)
  expect(back.data).toEqual(forward.data)
  for (const isBackConversion of [true, false]) {
    const home = { conversionMultiplier: 1, data: { currency: 'USD', countryCode: 'US', asOf: null, rate: null } }
    expect(await convertPrices(world, { isBackConversion })).toEqual(home)
    const unknown = await convertPrices(world, { countryCode: 'ZZ', isBackConversion })
    expect(unknown).toEqual({ conversionMultiplier: 1, data: { ...home.data, countryCode: 'ZZ' } })
  }
})
