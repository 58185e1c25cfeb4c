import { expect, test } from 'vitest'
import {
  getCountry,
  getCountryOfLanguages,
  getCountryOfTimeZone,
  getOnlyTimeZone,
  listCountries,
  listCurrencies,
} from './country.ts'

test.each([
  ['PH', { countryCode: 'PH', name: 'Philippines', callingCode: '+63', currency: 'PHP' }],
  ['US', { countryCode: 'US', name: 'United States', callingCode: '+1', currency: 'USD' }],
  ['CA', { countryCode: 'CA', name: 'Canada', callingCode: '+1', currency: 'CAD' }],
  ['CH', { countryCode: 'CH', name: 'Switzerland', callingCode: '+41', currency: 'CHF' }],
  ['XX', null],
  ['ph', null],
  ['', null],
  ['__proto__', null],
])('a country is found by its code only: %s', (code, country) => {
  expect(getCountry(code)).toEqual(country)
})

test('every country is listed once, with a unique name, sorted by name', () => {
  const list = listCountries()
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
])('each name of a time zone leads to its country: %s in %s', (zone, country) => {
  expect(getCountryOfTimeZone(zone)).toBe(country)
})

test('a country with one time zone has a default zone; one with several has none', () => {
  expect(getOnlyTimeZone('PH')).toBe('Asia/Manila')
  expect(getOnlyTimeZone('US')).toBeNull()
  expect(getOnlyTimeZone('XX')).toBeNull()
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
])('a browser’s languages name a country: %s → %s', (acceptLanguage, country) => {
  expect(getCountryOfLanguages(acceptLanguage)).toBe(country)
})

test('an unknown country code has no currencies', () => {
  expect(listCurrencies('constructor')).toEqual([])
  expect(listCurrencies('PA')).toEqual(['PAB', 'USD'])
})
