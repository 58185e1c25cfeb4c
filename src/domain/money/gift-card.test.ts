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
const TOO_LATE = 'Please choose a day within a year'
const NO_DAY = 'This day doesn’t exist. Please choose another one'
const SKIPPED = 'The clocks skip this time on that day. Please choose another one'
const NO_TIME = 'Please choose a day and a time'
test.each([
  [undefined, 'Asia/Manila', '2026-12-01T09:00:00.000Z'],
  ['2026-12-24T18:00:00Z', 'Asia/Manila', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00', 'Asia/Manila', '2026-12-24T10:00:00.000Z'],
  ['2026-12-24T18:00:00+01:00', 'Asia/Manila', '2026-12-24T17:00:00.000Z'],
  ['2020-01-01T00:00:00Z', 'Asia/Manila', '2026-12-01T09:00:00.000Z'],
  ['2027-12-02T09:00:00Z', 'Asia/Manila', TOO_LATE],
  ['2026-02-30T10:00', 'Asia/Manila', NO_DAY],
  ['2027-02-29T10:00', 'Asia/Manila', NO_DAY],
  ['2027-02-29T10:00:00Z', 'Asia/Manila', NO_DAY],
  ['2027-13-01T10:00', 'Asia/Manila', NO_DAY],
  ['tomorrow', 'Asia/Manila', NO_TIME],
  ['2027-02-28T25:00', 'Asia/Manila', NO_TIME],
  ['2027-02-28T10:00', 'Mars/Olympus', NO_TIME],
  ['2027-03-28T01:30', 'Europe/London', SKIPPED],
  ['2027-03-28T02:00', 'Europe/London', '2027-03-28T01:00:00.000Z'],
  // The clocks show 01:30 twice: British Summer Time comes first.
  ['2027-10-31T01:30', 'Europe/London', '2027-10-31T00:30:00.000Z'],
])('with the time %s in %s, the card is sent at, or refused with: %s', (requestedTime, zone, result) => {
  const { at, fault } = getSendTime(requestedTime, zone, NOW)
  expect(at?.toISOString() ?? fault).toBe(result)
})
