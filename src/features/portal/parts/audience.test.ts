import { expect, test } from 'vitest'
import { audienceOf, portalPath } from './audience.ts'

const holding = (...keys: string[]) => ({
  local: { getItem: (key: string) => (keys.includes(key) ? 'a token' : null), setItem: () => {}, removeItem: () => {} },
})

test.each([
  [[], null, null],
  [['access_token'], null, { as: 'learner', hasBoth: false }],
  [['access_token'], 'admin', { as: 'learner', hasBoth: false }],
  [['admin_access_token'], null, { as: 'admin', hasBoth: false }],
  [['admin_access_token'], 'learner', { as: 'admin', hasBoth: false }],
  [['access_token', 'admin_access_token'], null, { as: 'admin', hasBoth: true }],
  [['access_token', 'admin_access_token'], 'admin', { as: 'admin', hasBoth: true }],
  [['access_token', 'admin_access_token'], 'learner', { as: 'learner', hasBoth: true }],
  [['access_token', 'admin_access_token'], 'nobody', { as: 'admin', hasBoth: true }],
] as const)('a browser that holds %j and asks for %j shows %j', (keys, asked, audience) => {
  expect(audienceOf(holding(...keys), asked)).toEqual(audience)
})

test('only who can switch is told in the address whose portal it is', () => {
  expect(portalPath('/settings', { as: 'admin', hasBoth: true })).toBe('/portal/settings?as=admin')
  expect(portalPath('', { as: 'learner', hasBoth: false })).toBe('/portal')
})
