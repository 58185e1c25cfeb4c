import { describe, expect, test } from 'vitest'
import { type Holder, linking } from './linking.ts'

const holders: Record<string, Holder | null> = {
  nobody: null,
  'an unproved person': { isVerified: false, isAdmin: false, hasSecondFactor: false },
  'a proved person': { isVerified: true, isAdmin: false, hasSecondFactor: false },
  'an unproved admin': { isVerified: false, isAdmin: true, hasSecondFactor: false },
  'a proved admin': { isVerified: true, isAdmin: true, hasSecondFactor: false },
}

/** Every combination: what the provider says of the address, and who has it here. */
const TABLE: [string, string, string, string, string, string][] = [
  // proved, authoritative | nobody | an unproved person | a proved person | admins
  ['true true', 'create', 'adopt', 'link', 'refuse', 'refuse'],
  ['true false', 'prove', 'prove', 'prove', 'refuse', 'refuse'],
  ['false true', 'prove', 'prove', 'prove', 'refuse', 'refuse'],
  ['false false', 'prove', 'prove', 'prove', 'refuse', 'refuse'],
]

describe.each(TABLE)('an address told as proved, authoritative = %s', (told, ...actions) => {
  const [emailVerified, isAuthoritative] = told.split(' ').map((word) => word === 'true') as [boolean, boolean]

  test.each(Object.keys(holders).map((name, at) => [name, actions[at]!] as const))('held by %s: %s', (name, action) => {
    const vouched = { email: 'ana@school.test', emailVerified, isAuthoritative }
    expect(linking(vouched, holders[name]!).action).toBe(action)
  })

  test('nobody is joined to an account that asks for a second factor', () => {
    const vouched = { email: 'ana@school.test', emailVerified, isAuthoritative }
    for (const holder of Object.values(holders))
      if (holder) expect(linking(vouched, { ...holder, hasSecondFactor: true }).action).toBe('refuse')
  })

  test('no address, no person', () => {
    for (const holder of Object.values(holders))
      expect(linking({ email: null, emailVerified, isAuthoritative }, holder).action).toBe('refuse')
  })
})
