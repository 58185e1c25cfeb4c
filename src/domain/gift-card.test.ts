import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_BYTES, comparableCode, giftCardCode } from './gift-card.ts'

const random = fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES })

test('a code is 80 bits in characters that nobody mistakes for another', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      expect(giftCardCode(bytes)).toMatch(/^GIFT(-[0-9A-HJKMNP-TV-Z]{4}){4}$/)
    }),
  )
  const every = Array.from({ length: 32 }, (_, byte) => giftCardCode(new Uint8Array(CODE_BYTES).fill(byte)))
  expect(new Set(every).size).toBe(32)
  expect(() => giftCardCode(new Uint8Array(CODE_BYTES - 1))).toThrow(RangeError)
})

test('two codes are the same only if they were made of the same bits', () => {
  fc.assert(
    fc.property(random, random, (a, b) => {
      const isSame = a.every((byte, at) => byte % 32 === b[at]! % 32)
      expect(comparableCode(giftCardCode(a)) === comparableCode(giftCardCode(b))).toBe(isSame)
    }),
  )
})

test.each([
  'gift-demo-0100',
  ' GIFT DEMO 0100 ',
  'GIFTDEMO0100',
  'GlFT-DEM0-O1OO',
  'ＧＩＦＴ-DEMO-0100',
  '--GIFT-DEMO-0100--',
])('%j is the code that was printed', (typed) => {
  expect(comparableCode(typed)).toBe(comparableCode('GIFT-DEMO-0100'))
})
