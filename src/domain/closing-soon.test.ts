import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isClosingReminderDue } from './closing-soon.ts'
import { toZoneTime } from './schedule.ts'

const HOUR_MS = 3_600_000
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
const zone = fc.constantFrom('Asia/Manila', 'America/New_York', 'Europe/London', 'Pacific/Kiritimati', 'Pacific/Niue')

test('a reminder is due only in the last 48 hours, and in the daytime of the person', () => {
  fc.assert(
    fc.property(moment, zone, fc.integer({ min: -60, max: 10 }), (closesAt, name, hours) => {
      const now = new Date(closesAt.getTime() + hours * HOUR_MS)
      if (!isClosingReminderDue(closesAt, name, now)) return
      expect(hours).toBeGreaterThanOrEqual(-48)
      expect(hours).toBeLessThan(0)
      expect(Number(toZoneTime(now, name).localTime.slice(0, 2))).toSatisfy((hour: number) => hour >= 8 && hour < 21)
    }),
  )
})

test('every end of enrolment has a moment at which its reminder is due, also when the clocks change', () => {
  fc.assert(
    fc.property(moment, zone, (closesAt, name) => {
      const hours = Array.from({ length: 48 }, (_, hour) => new Date(closesAt.getTime() - (hour + 1) * HOUR_MS))
      expect(hours.filter((now) => isClosingReminderDue(closesAt, name, now)).length).toBeGreaterThan(20)
    }),
  )
})
