import { expect, test } from 'vitest'
import { countryList, countryOf, countryOfLanguages, countryOfZone, currenciesOf, onlyZoneOf } from './country.ts'

test.each([
  ['PH', { countryCode: 'PH', name: 'Philippines', callingCode: '+63', currency: 'PHP' }],
  ['US', { countryCode: 'US', name: 'United States', callingCode: '+1', currency: 'USD' }],
  ['CA', { countryCode: 'CA', name: 'Canada', callingCode: '+1', currency: 'CAD' }],
  ['CH', { countryCode: 'CH', name: 'Switzerland', callingCode: '+41', currency: 'CHF' }],
  ['XX', null],
  ['ph', null],
  ['', null],
  ['__proto__', null],
])('a country is known by its code alone: %s', (code, country) => {
  expect(countryOf(code)).toEqual(country)
})

test('every country is there once, with a name of its own, in the order of names', () => {
  const list = countryList()
  expect(list.length).toBeGreaterThan(240)
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
  expect(
    list.every(({ callingCode, currency }) => /^\+\d{1,3}$/.test(callingCode) && /^[A-Z]{3}$/.test(currency)),
  ).toBe(true)
  const at = (code: string) => list.findIndex(({ countryCode }) => countryCode === code)
  expect(at('FR')).toBeLessThan(at('DE'))
})

test.each([
  ['Asia/Manila', 'PH'],
  ['Europe/London', 'GB'],
  ['America/New_York', 'US'],
  ['Asia/Kolkata', 'IN'],
  ['Asia/Calcutta', 'IN'],
  ['Europe/Kyiv', 'UA'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['US/Pacific', 'US'],
  ['UTC', null],
  ['Etc/GMT+3', null],
  ['Nowhere/Land', null],
  [undefined, null],
])('a zone lies in a country, by each of its names: %s in %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country)
})

test('a country with one zone has it; one with several has none that is its own', () => {
  expect(onlyZoneOf('PH')).toBe('Asia/Manila')
  expect(onlyZoneOf('US')).toBeNull()
  expect(onlyZoneOf('XX')).toBeNull()
})

test.each([
  ['en-AU', 'AU'],
  ['en,fil-PH;q=0.8', 'PH'],
  ['zh-Hant-TW, en-US;q=0.7', 'TW'],
  ['es-419', null],
  ['en', null],
  ['*', null],
  ['en-XX', null],
  ['', null],
  [`${'x'.repeat(5000)},en-AU`, null],
])('a browser’s languages name a country: %s → %s', (accepted, country) => {
  expect(countryOfLanguages(accepted)).toBe(country)
})

test('what is no country has no money', () => {
  expect(currenciesOf('constructor')).toEqual([])
  expect(currenciesOf('PA')).toEqual(['PAB', 'USD'])
})
