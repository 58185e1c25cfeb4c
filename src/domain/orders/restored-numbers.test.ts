import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInvoiceNumber, parseDocumentNumber } from './document-number.ts'
import { reserveNumbers, reserveNumbersAfter } from './restored-numbers.ts'

const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

test('a later restore begins above everything that can be numbered after an earlier one', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 1000, max: 1e12 }), (first, passedMs) => {
      const given = reserveNumbers(first) + (passedMs / 1000 - 1) * 1000
      expect(reserveNumbers(new Date(first.getTime() + passedMs))).toBeGreaterThanOrEqual(Math.floor(given))
    }),
  )
})

test('a restore goes on above everything that can be numbered after its backup, also where an earlier clock was ahead', () => {
  fc.assert(
    fc.property(times, fc.nat(1e12), fc.nat(1e12), (takenAt, last, passedMs) => {
      const now = new Date(takenAt.getTime() + passedMs)
      expect(reserveNumbersAfter(last, takenAt, now)).toBeGreaterThanOrEqual(last + passedMs)
    }),
  )
})

test('people can type such a number', () => {
  fc.assert(
    fc.property(times, (now) => {
      const number = reserveNumbers(now) + 1
      expect(parseDocumentNumber(formatInvoiceNumber(number))).toEqual({ kind: 'invoice', number })
    }),
  )
  expect(reserveNumbers(new Date('2026-11-28T06:00:00Z'))).toBe(28_620_000_000)
})
