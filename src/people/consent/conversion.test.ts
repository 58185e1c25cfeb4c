import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queueConversion, sendConversion, sendQueuedConversions } from './conversion.ts'

type PushedEvent = { event: string; eventCallback: () => void; eventTimeout: number }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tag manager that records its events, or none. */
function stubTagManager(hasTags = true): PushedEvent[] {
  const pushed: PushedEvent[] = []
  vi.stubGlobal('window', hasTags ? { dataLayer: pushed } : {})
  return pushed
}
async function measureWait(sending: Promise<void>): Promise<number> {
  const start = Date.now()
  let waited = -1
  void sending.then(() => {
    waited = Date.now() - start
  })
  await vi.advanceTimersByTimeAsync(5000)
  return waited
}
function createStorage() {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('without a tag manager there is no wait', async () => {
  stubTagManager(false)
  expect(await measureWait(sendConversion({ event: 'lead' }))).toBe(0)
})

test('waits exactly 600 ms for a tag manager that does not respond', async () => {
  const pushed = stubTagManager()
  expect(await measureWait(sendConversion({ event: 'lead', courseCode: 'NG' }))).toBe(600)
  expect(pushed).toMatchObject([{ event: 'lead', courseCode: 'NG', eventTimeout: 600 }])
})

test('stops waiting when the tag manager responds', async () => {
  const pushed = stubTagManager()
  const sending = sendConversion({ event: 'begin_checkout' })
  setTimeout(() => pushed[0]?.eventCallback(), 120)
  expect(await measureWait(sending)).toBe(120)
})

test('a conversion on a page without third-party scripts is sent by the next page with them, once per order', () => {
  const session = createStorage()
  const order = { event: 'enrol_complete', courseCode: 'NG', value: 399, currency: 'USD' } as const
  for (let time = 0; time < 3; time++) queueConversion(session, 'order-1', order)
  const pushed = stubTagManager()
  sendQueuedConversions(session)
  queueConversion(session, 'order-1', order)
  sendQueuedConversions(session)
  queueConversion(session, 'order-2', order)
  sendQueuedConversions(session)
  expect(pushed).toMatchObject([order, order])
})
