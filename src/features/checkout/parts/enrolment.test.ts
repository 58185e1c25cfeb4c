import { expect, test } from 'vitest'
import { credentialFor, keepCheckoutToken, keepEnrolment, newEnrolment, readEnrolment } from './enrolment.ts'

const now = new Date('2026-12-15T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000)
const enrolment = newEnrolment({ courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }, 'quote-1', now)

function kept() {
  const keys = () => {
    const all = new Map<string, string>()
    return {
      getItem: (key: string) => all.get(key) ?? null,
      setItem: (key: string, value: string) => void all.set(key, value),
      removeItem: (key: string) => void all.delete(key),
    }
  }
  return { local: keys(), session: keys() }
}

test('what was typed is kept for 24 hours', () => {
  const here = kept()
  keepEnrolment(here, { ...enrolment, email: 'ana@cruz.test' })
  expect(readEnrolment(here, later(23))?.email).toBe('ana@cruz.test')
  expect(readEnrolment(here, later(24))).toBeNull()
})

test('what cannot be read is as if it were not there', () => {
  const here = kept()
  for (const text of ['', '{', '{"version":2}', 'null', '[]']) {
    here.session.setItem('enrolment', text)
    expect(readEnrolment(here, now)).toBeNull()
  }
})

test('an order placed in this tab is followed by its own token, another one by the learner', () => {
  const here = kept()
  expect(credentialFor(here, 'order-1', now)).toBe('none')
  here.local.setItem('access_token', 'learner')
  keepCheckoutToken(here, 'token-1')
  keepEnrolment(here, { ...enrolment, orderId: 'order-1' })
  expect(credentialFor(here, 'order-1', now)).toBe('checkout')
  expect(credentialFor(here, 'order-2', now)).toBe('learner')
  expect(credentialFor(here, null, now)).toBe('learner')
})
