import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteConversion, tellConversion, tellNoted } from './conversion.ts'

type Pushed = { event: string; eventCallback: () => void; eventTimeout: number }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tag manager that keeps what it is told, or none. */
function given(hasTags = true): Pushed[] {
  const pushed: Pushed[] = []
  vi.stubGlobal('window', hasTags ? { dataLayer: pushed } : {})
  return pushed
}
async function waitedFor(telling: Promise<void>): Promise<number> {
  const start = Date.now()
  let waited = -1
  void telling.then(() => {
    waited = Date.now() - start
  })
  await vi.advanceTimersByTimeAsync(5000)
  return waited
}
function tab() {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('without a tag manager nobody waits at all', async () => {
  given(false)
  expect(await waitedFor(tellConversion({ event: 'lead' }))).toBe(0)
})

test('a tag manager that says nothing is waited for exactly 600 ms', async () => {
  const pushed = given()
  expect(await waitedFor(tellConversion({ event: 'lead', courseCode: 'NG' }))).toBe(600)
  expect(pushed).toMatchObject([{ event: 'lead', courseCode: 'NG', eventTimeout: 600 }])
})

test('one that is done sooner is waited for no longer', async () => {
  const pushed = given()
  const telling = tellConversion({ event: 'begin_checkout' })
  setTimeout(() => pushed[0]?.eventCallback(), 120)
  expect(await waitedFor(telling)).toBe(120)
})

test('what came of a page that loads nothing is told by the next that does, once for each order', () => {
  const session = tab()
  const order = { event: 'enrol_complete', courseCode: 'NG', value: 399, currency: 'USD' } as const
  for (let time = 0; time < 3; time++) noteConversion(session, 'order-1', order)
  const pushed = given()
  tellNoted(session)
  noteConversion(session, 'order-1', order)
  tellNoted(session)
  noteConversion(session, 'order-2', order)
  tellNoted(session)
  expect(pushed).toMatchObject([order, order])
})
