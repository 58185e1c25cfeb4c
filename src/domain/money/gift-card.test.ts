import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountFault, CODE_BYTES, createGiftCardCode, getSendTime, normaliseGiftCardCode } from './gift-card.ts'
import { money } from './money.ts'

const random = fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES })

test('a code has 80 bits and no characters that look alike', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      expect(createGiftCardCode(bytes)).toMatch(/^GIFT(-[0-9A-HJKMNP-TV-Z]{4}){4}$/)
    }),
  )
  const every = Array.from({ length: 32 }, (_, byte) => createGiftCardCode(new Uint8Array(CODE_BYTES).fill(byte)))
  expect(new Set(every).size).toBe(32)
  expect(() => createGiftCardCode(new Uint8Array(CODE_BYTES - 1))).toThrow(RangeError)
})

test('two codes are equal only when they were made from the same bits', () => {
  fc.assert(
    fc.property(random, random, (a, b) => {
      const isSame = a.every((byte, at) => byte % 32 === b[at]! % 32)
      expect(normaliseGiftCardCode(createGiftCardCode(a)) === normaliseGiftCardCode(createGiftCardCode(b))).toBe(isSame)
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
])('%j matches the printed code', (input) => {
  expect(normaliseGiftCardCode(input)).toBe(normaliseGiftCardCode('GIFT-DEMO-0100'))
})

test.each([
  [9_00, false],
  [10_00, true],
  [99_50, false],
  [1000_00, true],
  [1001_00, false],
])('a card for %i cents: %s', (minor, isValid) => {
  expect(amountFault(money(minor, 'USD')) === null).toBe(isValid)
})

const NOW = new Date('2026-12-01T09:00:00Z')
test.each([
  [undefined, '2026-12-01T09:00:00.000Z'],
  ['2026-12-24T18:00:00Z', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00', '2026-12-24T10:00:00.000Z'],
  ['2026-12-24T18:00:00+01:00', '2026-12-24T17:00:00.000Z'],
  ['2020-01-01T00:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2027-12-02T09:00:00Z', undefined],
  ['tomorrow', undefined],
  ['2026-02-30T10:00', undefined],
])('with the time %s in Manila, the card is sent at %s', (requestedTime, at) => {
  expect(getSendTime(requestedTime, 'Asia/Manila', NOW)?.toISOString()).toBe(at)
})
