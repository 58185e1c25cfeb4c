import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CampaignRow,
  MAX_REPORT_DAYS,
  parseReportPeriod,
  rankCampaigns,
  sumCampaigns,
  toInstants,
} from './attribution-report.ts'

const count = fc.nat(100_000)
const sums = { visits: count, leads: count, orders: count, refunds: count, grossMinor: count, refundedMinor: count }
const valueRow = fc.record({ kind: fc.constant('value' as const), value: fc.string({ minLength: 1 }), ...sums })
const restRow = (kind: 'none' | 'others') => fc.record({ kind: fc.constant(kind), value: fc.constant(null), ...sums })
const rows: fc.Arbitrary<CampaignRow[]> = fc
  .tuple(
    fc.uniqueArray(valueRow, { maxLength: 12, selector: ({ value }) => value }),
    fc.option(restRow('none')),
    fc.option(restRow('others')),
  )
  .map(([values, none, others]) => [...values, ...[none, others].filter((row) => row !== null)])

test('each row is in the report exactly once, whatever the number of listed values and the order of the rows', () => {
  fc.assert(
    fc.property(rows, fc.nat(15), fc.infiniteStream(fc.nat()), (input, maxValues, keys) => {
      const shuffled = input.map((row) => ({ row, key: keys.next().value })).toSorted((a, b) => a.key - b.key)
      const ranked = rankCampaigns(input, maxValues)
      expect(
        rankCampaigns(
          shuffled.map(({ row }) => row),
          maxValues,
        ),
      ).toEqual(ranked)
      expect(sumCampaigns(ranked)).toEqual(sumCampaigns(input))
      const listed = ranked.filter(({ kind }) => kind === 'value')
      const values = input.filter(({ kind }) => kind === 'value')
      expect(listed).toHaveLength(Math.min(maxValues, values.length))
      expect(values).toEqual(expect.arrayContaining(listed))
      const leastListed = Math.min(...listed.map(({ grossMinor }) => grossMinor))
      for (const row of values) if (!listed.includes(row)) expect(row.grossMinor).toBeLessThanOrEqual(leastListed)
      for (const kind of ['none', 'others']) expect(ranked.filter((row) => row.kind === kind).length).toBeLessThan(2)
    }),
  )
})

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
