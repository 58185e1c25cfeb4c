import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCreditNoteNumber, formatInvoiceNumber, parseDocumentNumber } from './document-number.ts'

test.each([
  ['U-20418', 'order', 20_418],
  ['u20418', 'order', 20_418],
  ['#20418', 'order', 20_418],
  [' # 20418 ', 'order', 20_418],
  ['20418', 'order', 20_418],
  ['INV-00042', 'invoice', 42],
  ['inv 42', 'invoice', 42],
  ['INV–00042', 'invoice', 42],
  ['U‑20418', 'order', 20_418],
  ['#20508\u200b', 'order', 20_508],
  ['＃20508', 'order', 20_508],
  ['CN-00007', 'credit-note', 7],
])('%j is the %s %d', (text, kind, number) => {
  expect(parseDocumentNumber(text)).toEqual({ kind, number })
})

test.each(['', '#', 'U-', 'INV', 'Ana 42', '42 Ana', 'X-42', '1234567890123456'])('%j is no number', (text) => {
  expect(parseDocumentNumber(text)).toBeNull()
})

test('every number is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (number) => {
      expect(parseDocumentNumber(formatInvoiceNumber(number))).toEqual({ kind: 'invoice', number })
      expect(parseDocumentNumber(formatCreditNoteNumber(number))).toEqual({ kind: 'credit-note', number })
    }),
  )
})
