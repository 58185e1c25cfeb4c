import { expect, test } from 'vitest'
import { createEnrolment, getOrderAccess, readEnrolment, storeCheckoutToken, storeEnrolment } from './enrolment.ts'
import { rememberWaitlist } from './remember-waitlist.ts'

const now = new Date('2026-12-15T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000)
const enrolment = createEnrolment({ courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }, 'quote-1', now)

function createStorage() {
  const createItems = () => {
    const items = new Map<string, string>()
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }
  }
  return { local: createItems(), session: createItems() }
}

test('entered details are stored for 24 hours', () => {
  const storage = createStorage()
  storeEnrolment(storage, { ...enrolment, email: 'ana@cruz.test' })
  expect(readEnrolment(storage, later(23))?.email).toBe('ana@cruz.test')
  expect(readEnrolment(storage, later(24))).toBeNull()
})

test('a waitlist entry is stored for a later checkout, and never replaces a checkout with an order', () => {
  const session = createStorage().session as unknown as Storage
  const entry = { courseCode: 'MTIKPR-2027-01', email: 'ana@cruz.test', seats: 3 }
  rememberWaitlist(entry, session, now)
  const stored = readEnrolment({ session }, now)
  expect(stored).toMatchObject({ ...entry, intent: 'waitlist', orderId: null })
  expect(stored?.friends).toHaveLength(2)
  storeEnrolment({ session }, { ...enrolment, orderId: 'order-1' })
  rememberWaitlist(entry, session, now)
  expect(readEnrolment({ session }, now)).toMatchObject({ intent: 'enrol', orderId: 'order-1' })
})

test('unreadable stored data is ignored', () => {
  const storage = createStorage()
  for (const text of ['', '{', '{"version":2}', 'null', '[]']) {
    storage.session.setItem('enrolment', text)
    expect(readEnrolment(storage, now)).toBeNull()
  }
})

test('an order of this tab is accessed with its checkout token, any other with the learner token', () => {
  const storage = createStorage()
  expect(getOrderAccess(storage, 'order-1', now)).toBe('none')
  storage.local.setItem('access_token', 'learner')
  storeCheckoutToken(storage, 'token-1')
  storeEnrolment(storage, { ...enrolment, orderId: 'order-1' })
  expect(getOrderAccess(storage, 'order-1', now)).toBe('checkout')
  expect(getOrderAccess(storage, 'order-2', now)).toBe('learner')
  expect(getOrderAccess(storage, null, now)).toBe('learner')
})
