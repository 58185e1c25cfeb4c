import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { appSessionContext } from '#people/accounts/session/app-session.ts'
import { getPageFailure } from '#people/accounts/session/page-failure.ts'
import type { Navigation } from './navigation.ts'
import { createSessionGate } from './session-gate.ts'

const Icon = () => null
const NAVIGATION: Navigation = [
  { label: 'Home', path: '/portal', Icon, access: 'everyone' },
  { label: 'Orders', path: '/portal/orders', Icon, access: 'admin' },
]

/** Loads a page with these storage keys. Returns its session, or the failure that replaces the page. */
async function loadPage(path: string, keys: string[]) {
  const local = { getItem: (key: string) => (keys.includes(key) ? 'a token' : null), setItem() {}, removeItem() {} }
  const context = new RouterContextProvider()
  let loads = 0
  const args = { request: new Request(`http://site.test${path}`), context, params: {} }
  const gate = createSessionGate<string>(NAVIGATION, () => ({ local }))
  try {
    await gate(args as unknown as Parameters<typeof gate>[0], async () => {
      loads += 1
      return 'loaded'
    })
    return { session: context.get(appSessionContext), loads }
  } catch (error) {
    return { failure: getPageFailure(error), loads }
  }
}

test('a page loads with the session that may see it', async () => {
  expect(await loadPage('/portal', ['access_token'])).toEqual({ session: { as: 'learner', hasBoth: false }, loads: 1 })
  expect(await loadPage('/portal/orders?as=learner', ['access_token', 'admin_access_token'])).toEqual({
    session: { as: 'admin', hasBoth: true },
    loads: 1,
  })
})

test('without such a session no loader runs, and the log-in is shown without a notice', async () => {
  const signedOut = { failure: { is: 'signed-out', notice: null }, loads: 0 }
  expect(await loadPage('/portal', [])).toEqual(signedOut)
  expect(await loadPage('/portal/orders', ['access_token'])).toEqual(signedOut)
  expect(await loadPage('/portal/orders/one', ['access_token'])).toEqual(signedOut)
})
