import { describe, expect, test } from 'vitest'
import { type AccountHolder, decideLinking } from './linking.ts'

const holders: Record<string, AccountHolder | null> = {
  nobody: null,
  'an unproved person': { isVerified: false, isAdmin: false, hasSecondFactor: false },
  'a proved person': { isVerified: true, isAdmin: false, hasSecondFactor: false },
  'an unproved admin': { isVerified: false, isAdmin: true, hasSecondFactor: false },
  'a proved admin': { isVerified: true, isAdmin: true, hasSecondFactor: false },
}

/** Every combination: the provider's statement about the address, and the person who has it here. */
const CASES: [string, string, string, string, string, string][] = [
  // verified, authoritative | nobody | an unverified person | a verified person | admins
  ['true true', 'create', 'adopt', 'link', 'refuse', 'refuse'],
  ['true false', 'prove', 'prove', 'prove', 'refuse', 'refuse'],
  ['false true', 'prove', 'prove', 'prove', 'refuse', 'refuse'],
  ['false false', 'prove', 'prove', 'prove', 'refuse', 'refuse'],
]

describe.each(CASES)('verified, authoritative = %s', (statement, ...actions) => {
  const [emailVerified, isAuthoritative] = statement.split(' ').map((word) => word === 'true') as [boolean, boolean]

  test.each(Object.keys(holders).map((name, at) => [name, actions[at]!] as const))('held by %s: %s', (name, action) => {
    const providerEmail = { email: 'ana@school.test', emailVerified, isAuthoritative }
    expect(decideLinking(providerEmail, holders[name]!).action).toBe(action)
  })

  test('a social log-in is never linked to an account with a second factor', () => {
    const providerEmail = { email: 'ana@school.test', emailVerified, isAuthoritative }
    for (const holder of Object.values(holders))
      if (holder) expect(decideLinking(providerEmail, { ...holder, hasSecondFactor: true }).action).toBe('refuse')
  })

  test('a social log-in without an address is refused', () => {
    for (const holder of Object.values(holders))
      expect(decideLinking({ email: null, emailVerified, isAuthoritative }, holder).action).toBe('refuse')
  })
})
