import { expect, test } from 'vitest'
import { countryCodes } from '#domain/phone.ts'
import { countriesByName, zonesByRegion } from './places.ts'

const NOW = new Date('2027-01-12T12:00:00Z')

test('every country has a name of its own, in the order of names', () => {
  const named = countriesByName(countryCodes())
  expect(named.find(({ code }) => code === 'PH')?.name).toBe('Philippines')
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length)
  expect(named.findIndex(({ code }) => code === 'FR')).toBeLessThan(named.findIndex(({ code }) => code === 'DE'))
})

test('every zone stands in its region by its place, and says how far it is from Greenwich', () => {
  const asia = zonesByRegion(null, NOW).find(({ region }) => region === 'Asia')
  expect(asia?.zones.find(({ zone }) => zone === 'Asia/Manila')?.label).toBe('Manila (GMT+8)')
})

test('a zone that the browser does not list is offered to who has it', () => {
  const all = zonesByRegion('Asia/Calcutta', NOW).flatMap(({ zones }) => zones.map(({ zone }) => zone))
  expect(all).toContain('Asia/Calcutta')
  expect(all).toContain('UTC')
})
