import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_REPORT_DAYS, parseReportPeriod, toInstants } from './attribution-report.ts'

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const DAY_MS = 86_400_000

test('a period has 1 to 366 whole days in UTC, and keeps the days that were chosen', () => {
  fc.assert(
    fc.property(fc.option(day, { nil: undefined }), fc.option(day, { nil: undefined }), (from, until) => {
      const now = new Date('2027-01-13T23:59:59Z')
      const period = parseReportPeriod({ ...(from && { from }), ...(until && { until }) }, now)
      const length = from && until ? (Date.parse(until) - Date.parse(from)) / DAY_MS + 1 : 30
      expect(period !== null).toBe(length >= 1 && length <= MAX_REPORT_DAYS)
      if (!period) return
      const { start, end } = toInstants(period)
      expect((+end - +start) / DAY_MS).toBe(length)
      if (from) expect(start.toISOString()).toBe(`${from}T00:00:00.000Z`)
      if (until) expect(period.until).toBe(until)
      if (!from && !until) expect(period).toEqual({ from: '2026-12-15', until: '2027-01-13' })
    }),
  )
})
