import { expect, test } from 'vitest'
import { zonesByRegion } from './places.ts'

const NOW = new Date('2027-01-12T12:00:00Z')

test('every zone stands in its region by its place, and says how far it is from Greenwich', () => {
  const asia = zonesByRegion(null, NOW).find(({ region }) => region === 'Asia')
  expect(asia?.zones.find(({ zone }) => zone === 'Asia/Manila')?.label).toBe('Manila (GMT+8)')
})

test('a zone that the browser does not list is offered to who has it', () => {
  const all = zonesByRegion('Asia/Calcutta', NOW).flatMap(({ zones }) => zones.map(({ zone }) => zone))
  expect(all).toContain('Asia/Calcutta')
  expect(all).toContain('UTC')
})
