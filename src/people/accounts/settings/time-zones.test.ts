import { expect, test } from 'vitest'
import { listZonesByRegion } from './time-zones.ts'

const NOW = new Date('2027-01-12T12:00:00Z')

test('each zone is listed in its region by city, with its offset from GMT', () => {
  const asia = listZonesByRegion(null, NOW).find(({ region }) => region === 'Asia')
  expect(asia?.zones.find(({ zone }) => zone === 'Asia/Manila')?.label).toBe('Manila (GMT+8)')
})

test('the person’s own zone is offered even if the browser does not list it', () => {
  const allZones = listZonesByRegion('Asia/Calcutta', NOW).flatMap(({ zones }) => zones.map(({ zone }) => zone))
  expect(allZones).toContain('Asia/Calcutta')
  expect(allZones).toContain('UTC')
})
