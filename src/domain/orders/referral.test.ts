import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getBestDiscount } from '../money/discount.ts'
import { money } from '../money/money.ts'
import { formatReferralCode, getFirstName, isOwnReferral, isReferralCode, settleDebts } from './referral.ts'

const usd = (minor: number) => money(minor, 'USD')
const TIERS = [
  { minFriends: 2, percentOff: 10 },
  { minFriends: 4, percentOff: 20 },
]

test('every random code has the form of a code', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 32 }), (bytes) => {
      expect(isReferralCode(formatReferralCode(bytes))).toBe(true)
    }),
  )
})

test.each([
  ['the same account', 'me', 'other@understudy.test', true],
  ['dots and a tag at Gmail', null, 'A.N.A+shop@googlemail.com', true],
  ['a tag elsewhere', null, 'ana+2@gmail.com', true],
  ['another person', 'you', 'anna@gmail.com', false],
])('the buyer is the referrer by %s: %s', (_by, personId, email, expected) => {
  expect(isOwnReferral({ personId, email }, { personId: 'me', email: 'ana@gmail.com' })).toBe(expected)
})

test('a reward pays debts oldest first, and what is given and paid is the reward', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 5 }), (reward, debts) => {
      const { credited, paid } = settleDebts(usd(reward), debts.map(usd))
      const parts = paid.map(({ minor }) => minor)
      expect(credited.minor + parts.reduce((sum, part) => sum + part, 0)).toBe(reward)
      for (const [at, part] of parts.entries()) {
        expect(part).toBeLessThanOrEqual(debts[at]!)
        // A later debt is paid only after the earlier ones.
        if (part < debts[at]!) expect(parts.slice(at + 1).every((later) => later === 0)).toBe(true)
      }
      if (credited.minor > 0) expect(parts).toEqual(debts)
    }),
  )
})

test('of group, friend’s code and promo code only the largest discount applies, and a promo code only if it is larger', () => {
  const promo = fc.integer({ min: 0, max: 100 }).map((percent) => ({ code: 'CODE', off: { percent } }))
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.integer({ min: 1, max: 10 }),
      fc.option(promo),
      fc.nat(50),
      (subtotal, seats, code, percent) => {
        const alone = (own: typeof code, tiers: typeof TIERS, own2: number) =>
          getBestDiscount(usd(subtotal), seats, tiers, own, own2)?.amount.minor ?? 0
        const [group, friend, promoCode] = [alone(null, TIERS, 0), alone(null, [], percent), alone(code, [], 0)]
        const best = getBestDiscount(usd(subtotal), seats, TIERS, code, percent)
        expect(best?.amount.minor ?? 0).toBe(Math.max(group, friend, promoCode))
        if (best?.kind === 'promo') expect(promoCode).toBeGreaterThan(Math.max(group, friend))
        if (best?.kind === 'referral') expect(friend).toBeGreaterThan(group)
      },
    ),
  )
})

test('a referrer learns the first name only, and no name that is a message', () => {
  expect(getFirstName('Ivy Tan')).toBe('Ivy')
  expect(getFirstName('buy.now.test Tan')).toBe('Your friend')
})
