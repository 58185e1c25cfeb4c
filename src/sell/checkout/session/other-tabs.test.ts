import { afterEach, expect, test, vi } from 'vitest'
import { answerOtherTabs } from './answer-other-tabs.ts'
import { findOrderInOtherTabs } from './ask-other-tabs.ts'
import { createEnrolment, storeCheckoutToken, storeEnrolment } from './enrolment.ts'

const now = new Date('2026-12-15T12:00:00Z')
const query = { courseCode: 'NG-2027-01', email: 'ana@cruz.test' }
const closers: (() => void)[] = []
afterEach(closeAllTabs)

async function closeAllTabs() {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]), { timeout: 30_000 })
}

/** A tab that has its own order and answers other tabs. */
type Tab = { orderId?: string | null; courseCode?: string; email?: string; token?: string; step?: 'details' | 'paying' }
function createTab(input: Tab = {}) {
  const items = new Map<string, string>()
  const session = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const {
    token = 'token-1',
    courseCode = query.courseCode,
    email = query.email,
    orderId = 'order-1',
    step = 'paying',
  } = input
  const enrolment = createEnrolment({ courseCode, offerCode: courseCode }, null, now)
  storeEnrolment({ session }, { ...enrolment, email, orderId, step })
  if (token) storeCheckoutToken({ session }, token)
  closers.push(answerOtherTabs({ session }, () => now))
  return enrolment.clientKey
}

test('the tab that has the order answers, regardless of other tabs and of the spelling of the e-mail', async () => {
  createTab({ courseCode: 'SND-2027-01' })
  createTab({ email: 'ANA@cruz.test ' })
  createTab({ email: 'bea@cruz.test' })
  expect(await findOrderInOtherTabs(query)).toEqual({ orderId: 'order-1', checkoutToken: 'token-1', step: 'paying' })
})

test.each([
  ['it has none', { orderId: null }],
  ['it is for another course', { courseCode: 'SND-2027-01' }],
  ['it is for another e-mail and its card was sent', { email: 'bea@cruz.test' }],
  ['it has no token for it', { token: '' }],
])('nobody answers when %s', async (_why, input) => {
  createTab(input)
  expect(await findOrderInOtherTabs(query)).toBeNull()
})

test('an unpaid order for another e-mail shares its client key, which replaces it', async () => {
  const clientKey = createTab({ email: 'bea@cruz.test', step: 'details' })
  expect(await findOrderInOtherTabs(query)).toEqual({ clientKey })
  createTab()
  expect(await findOrderInOtherTabs(query)).toMatchObject({ orderId: 'order-1' })
})

test('a busy tab that is known to exist is awaited', async () => {
  class BusyChannel extends BroadcastChannel {
    override postMessage(message: unknown) {
      setTimeout(() => super.postMessage(message), 600)
    }
  }
  vi.stubGlobal('BroadcastChannel', BusyChannel)
  createTab()
  vi.unstubAllGlobals()
  expect(await findOrderInOtherTabs(query)).toMatchObject({ orderId: 'order-1' })
})

test('a single tab, or tabs without an order, cause no delay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  expect(await findOrderInOtherTabs(query)).toBeNull()
  createTab({ orderId: null })
  createTab({ courseCode: 'SND-2027-01' })
  expect(await findOrderInOtherTabs(query)).toBeNull()
})

test('a closed tab does not answer', async () => {
  createTab()
  await closeAllTabs()
  expect(await findOrderInOtherTabs(query)).toBeNull()
})
