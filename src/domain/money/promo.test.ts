import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from './money.ts'
import { isPromoApplicable, type PromoCode } from './promo.ts'

const NOW = new Date('2027-01-12T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const promo: PromoCode = {
  code: 'WELCOME10',
  label: '10 % off',
  off: { percent: 10 },
  minSeats: 1,
  appliesTo: { scope: 'all', codes: [] },
  startsAt: null,
  expiresAt: null,
  usesLeft: null,
}

test.each<[string, Partial<PromoCode>, Parameters<typeof isPromoApplicable>[1], boolean]>([
  ['for anything, always', {}, { courseCodes: ['NG'], seats: 1 }, true],
  ['before it starts', { startsAt: at(1) }, {}, false],
  ['from the moment it starts', { startsAt: at(0) }, {}, true],
  ['until the moment it ends', { expiresAt: at(1) }, {}, true],
  ['at the moment it ends', { expiresAt: at(0) }, {}, false],
  ['used up', { usesLeft: 0 }, {}, false],
  ['with one use left', { usesLeft: 1 }, {}, true],
  ['for fewer seats than its minimum', { minSeats: 3 }, { seats: 2 }, false],
  ['for exactly its minimum of seats', { minSeats: 3 }, { seats: 3 }, true],
  ['when the number of seats is not known', { minSeats: 3 }, {}, true],
  [
    'for its course by prefix',
    { appliesTo: { scope: 'courses', codes: ['NG'] } },
    { courseCodes: ['NG-2027-01', 'NG'] },
    true,
  ],
  ['for another course', { appliesTo: { scope: 'courses', codes: ['NG'] } }, { courseCodes: ['VFX'] }, false],
  ['for its offer', { appliesTo: { scope: 'offers', codes: ['NG-EARLY'] } }, { offerCode: 'NG-EARLY' }, true],
  ['for another offer', { appliesTo: { scope: 'offers', codes: ['NG-EARLY'] } }, { offerCode: 'NG' }, false],
])('%s', (_when, change, use, isApplicable) => {
  expect(isPromoApplicable({ ...promo, off: { amount: money(2000, 'USD') }, ...change }, use, NOW)).toBe(isApplicable)
})

test('a check with more details never makes an unusable code usable', () => {
  const codes = fc.array(fc.constantFrom('NG', 'VFX', 'NG-2027-01'), { minLength: 1 })
  fc.assert(
    fc.property(
      codes,
      codes,
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 10 }),
      (codesInScope, requested, min, seats) => {
        const narrow: PromoCode = { ...promo, minSeats: min, appliesTo: { scope: 'courses', codes: codesInScope } }
        if (isPromoApplicable(narrow, { courseCodes: requested, seats }, NOW)) {
          expect(isPromoApplicable(narrow, { courseCodes: requested }, NOW)).toBe(true)
          expect(isPromoApplicable(narrow, {}, NOW)).toBe(true)
        }
      },
    ),
  )
})
