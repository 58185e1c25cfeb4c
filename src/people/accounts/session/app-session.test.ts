import { expect, test } from 'vitest'
import { getAppSession, portalPath } from './app-session.ts'

const environmentWith = (...keys: string[]) => ({
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
] as const)('a browser that holds %j and requests %j shows %j', (keys, requestedAudience, session) => {
  expect(getAppSession(environmentWith(...keys), 'everyone', requestedAudience)).toEqual(session)
})

test('a page for one kind of person ignores the other session, also when the URL requests it', () => {
  const both = environmentWith('access_token', 'admin_access_token')
  expect(getAppSession(both, 'admin', 'learner')).toEqual({ as: 'admin', hasBoth: true })
  expect(getAppSession(both, 'learner', null)).toEqual({ as: 'learner', hasBoth: true })
  expect(getAppSession(environmentWith('access_token'), 'admin', null)).toBeNull()
  expect(getAppSession(environmentWith('admin_access_token'), 'learner', null)).toBeNull()
})

test('app URLs name the session only if the person can switch', () => {
  expect(portalPath('/settings', { as: 'admin', hasBoth: true })).toBe('/portal/settings?as=admin')
  expect(portalPath('', { as: 'learner', hasBoth: false })).toBe('/portal')
})
