import { afterEach, expect, test, vi } from 'vitest'
import { keepCheckoutToken, keepEnrolment, newEnrolment } from './enrolment.ts'
import { answerOtherTabs, orderElsewhere } from './tabs.ts'

const now = new Date('2026-12-15T12:00:00Z')
const wish = { courseCode: 'NG-2027-01', email: 'ana@cruz.test' }
const closers: (() => void)[] = []
afterEach(allGone)

async function allGone() {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]))
}

/** A tab with an order of its own, that answers the others. */
type Tab = { orderId?: string | null; courseCode?: string; email?: string; token?: string; step?: 'details' | 'paying' }
function openTab(change: Tab = {}) {
  const all = new Map<string, string>()
  const session = {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
  const {
    token = 'token-1',
    courseCode = wish.courseCode,
    email = wish.email,
    orderId = 'order-1',
    step = 'paying',
  } = change
  const begun = newEnrolment({ courseCode, offerCode: courseCode }, null, now)
  keepEnrolment({ session }, { ...begun, email, orderId, step })
  if (token) keepCheckoutToken({ session }, token)
  closers.push(answerOtherTabs({ session }, () => now))
  return begun.clientKey
}

test('the tab that has the order answers, whatever the others have and however the address is written', async () => {
  openTab({ courseCode: 'SND-2027-01' })
  openTab({ email: 'ANA@cruz.test ' })
  openTab({ email: 'bea@cruz.test' })
  expect(await orderElsewhere(wish)).toEqual({ orderId: 'order-1', checkoutToken: 'token-1', step: 'paying' })
})

test.each([
  ['it has none', { orderId: null }],
  ['it is for another course', { courseCode: 'SND-2027-01' }],
  ['it is for another address and its card was sent', { email: 'bea@cruz.test' }],
  ['it has no token for it', { token: '' }],
])('nobody answers when %s', async (_why, change) => {
  openTab(change)
  expect(await orderElsewhere(wish)).toBeNull()
})

test('an order for another address, of which no card is under way, gives its key: whoever places with it ends it', async () => {
  const clientKey = openTab({ email: 'bea@cruz.test', step: 'details' })
  expect(await orderElsewhere(wish)).toEqual({ clientKey })
  openTab()
  expect(await orderElsewhere(wish)).toMatchObject({ orderId: 'order-1' })
})

test('a tab that is known to be there is waited for, however busy it is', async () => {
  class BusyChannel extends BroadcastChannel {
    override postMessage(message: unknown) {
      setTimeout(() => super.postMessage(message), 600)
    }
  }
  vi.stubGlobal('BroadcastChannel', BusyChannel)
  openTab()
  vi.unstubAllGlobals()
  expect(await orderElsewhere(wish)).toMatchObject({ orderId: 'order-1' })
})

test('who is alone in it, or among tabs that have none, does not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  expect(await orderElsewhere(wish)).toBeNull()
  openTab({ orderId: null })
  openTab({ courseCode: 'SND-2027-01' })
  expect(await orderElsewhere(wish)).toBeNull()
})

test('a tab that was left does not answer any more', async () => {
  openTab()
  await allGone()
  expect(await orderElsewhere(wish)).toBeNull()
})
