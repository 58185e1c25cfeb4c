import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toZoneTime } from './schedule.ts'
import { getSendTime } from './send-window.ts'

const at = (text: string) => new Date(text)
const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
const instants = fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z'), noInvalidDate: true })
const isInWindow = (moment: Date, zone: string) => {
  const { localTime } = toZoneTime(moment, zone)
  return localTime >= '08:00' && localTime < '20:00'
}
const MINUTE = 60_000

test('the send time is in the window, not before the given time, and repeats as itself', () => {
  fc.assert(
    fc.property(instants, zones, (moment, zone) => {
      const sendAt = getSendTime(moment, zone)
      expect(sendAt >= moment).toBe(true)
      expect(isInWindow(sendAt, zone)).toBe(true)
      expect(getSendTime(sendAt, zone)).toEqual(sendAt)
    }),
    { numRuns: 3000 },
  )
})

test('it is the first moment of the window: no minute between the two is in it, and at most 13 hours pass', () => {
  fc.assert(
    fc.property(instants, zones, (moment, zone) => {
      const sendAt = getSendTime(moment, zone)
      for (let time = moment.getTime(); time < sendAt.getTime(); time += 5 * MINUTE)
        expect(isInWindow(new Date(time), zone)).toBe(false)
      expect(sendAt.getTime() - moment.getTime()).toBeLessThanOrEqual(13 * 60 * MINUTE)
    }),
    { numRuns: 300 },
  )
})

test.each([
  // The night before the clocks go forward is an hour shorter, and the one before they go back an hour longer.
  ['2027-03-27T20:00:00Z', 'Europe/Berlin', '2027-03-28T06:00:00.000Z'],
  ['2027-10-30T20:00:00Z', 'Europe/Berlin', '2027-10-31T07:00:00.000Z'],
  ['2027-03-14T06:59:00Z', 'America/New_York', '2027-03-14T12:00:00.000Z'],
  ['2027-01-12T07:59:59.999Z', 'UTC', '2027-01-12T08:00:00.000Z'],
  ['2027-01-12T19:59:59.999Z', 'UTC', '2027-01-12T19:59:59.999Z'],
  ['2027-01-12T20:00:00.000Z', 'UTC', '2027-01-13T08:00:00.000Z'],
  ['2027-01-12T20:00:00.000Z', 'Not/AZone', '2027-01-13T08:00:00.000Z'],
])('%s in %s is sent at %s', (moment, zone, sendAt) => {
  expect(getSendTime(at(moment), zone).toISOString()).toBe(sendAt)
})
