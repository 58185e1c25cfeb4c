import { describe, expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { begin } from './begin.ts'
import { keepCheckoutToken, keepEnrolment, newEnrolment } from './enrolment.ts'

const now = new Date('2026-12-15T12:00:00Z')
const at = { courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }
const usd = (amount: string) => ({ amount, currency: 'USD' })
const good = (data: unknown) => ({ data, error: null, errorCode: null, status: 200 })
const bad = (status: number, errorCode: string) => ({ data: null, error: 'The sentence.', errorCode, status })
const priced = (amount: string, paymentMethods = ['card']) =>
  good({ data: { quoteId: 'quote-1', options: [{ paymentMethods, dueNow: usd(amount), total: usd(amount) }] } })

const enrolled = () => good({ data: { isEnrolled: true, options: [] } })

function order(status: string, last: { status: string; failureCode: string | null }) {
  const totals = {
    subtotal: usd('399.00'),
    discount: usd('0.00'),
    total: usd('399.00'),
    paid: usd('0.00'),
    due: usd('399.00'),
  }
  return good({
    data: {
      orderId: 'order-1',
      status,
      lines: [],
      payments: [last],
      totals,
      holdExpiresAt: '2026-12-15T12:10:00Z',
      placedAt: now.toISOString(),
    },
  })
}

function world(answers: Record<string, unknown>) {
  const keys = () => {
    const all = new Map<string, string>()
    return {
      getItem: (key: string) => all.get(key) ?? null,
      setItem: (key: string, value: string) => void all.set(key, value),
      removeItem: (key: string) => void all.delete(key),
    }
  }
  const kept = { local: keys(), session: keys() }
  const asked: string[] = []
  const client = {
    async call(place: { path: string }) {
      asked.push(place.path)
      return answers[place.path]
    },
  } as unknown as Client
  return {
    kept,
    asked,
    start: (resume: string | null = null, isForDeposit = false) =>
      begin({ client, kept, now, ...at, countryCode: 'PH', resume, promoCode: null, isForDeposit }),
  }
}

const OPTIONS = 'sign-up-payment-options'
const ORDER = 'orders/:orderId'
const VERIFY = 'verify-payment'
const pending = (more: object = {}) => good({ status: 'pending', data: more })

test.each([
  [priced('399.00'), { is: 'ready' }],
  [enrolled(), { is: 'enrolled' }],
  [priced('0.00', []), { is: 'free' }],
  [priced('399.00', []), { is: 'no-card' }],
  [bad(409, 'SEATS_TAKEN'), { is: 'gone', why: 'SEATS_TAKEN' }],
  [bad(409, 'ENROLMENT_CLOSED'), { is: 'gone', why: 'ENROLMENT_CLOSED' }],
  [bad(404, 'OFFER_NOT_FOUND'), { is: 'unknown' }],
  [bad(500, 'INTERNAL'), { is: 'unreachable', message: 'The sentence.' }],
])('a price answered with %j begins as %j', async (answer, expected) => {
  expect(await world({ [OPTIONS]: answer }).start()).toMatchObject(expected)
})

test('who is signed in need not type name and address', async () => {
  const { kept, start } = world({
    [OPTIONS]: priced('399.00'),
    'user-profile': good({ email: 'ana@cruz.test', name: 'Ana', learner: { phoneNumber: '+63917' } }),
  })
  kept.local.setItem('access_token', 'token')
  expect(await start()).toMatchObject({
    is: 'ready',
    start: { isSignedIn: true, enrolment: { email: 'ana@cruz.test', name: 'Ana', phoneNumber: '+63917' } },
  })
})

test('who comes to pay the deposit finds it chosen; without that word all of it is', async () => {
  const started = world({ [OPTIONS]: priced('399.00') })
  expect(await started.start()).toMatchObject({ start: { enrolment: { paymentType: 'full' } } })
  expect(await started.start(null, true)).toMatchObject({ start: { enrolment: { paymentType: 'deposit' } } })
})

describe('after a reload', () => {
  const begun = (answers: Record<string, unknown>, step: 'details' | 'paying' | 'done' = 'details') => {
    const here = world(answers)
    keepEnrolment(here.kept, { ...newEnrolment(at, 'quote-1', now), email: 'ana@cruz.test', orderId: 'order-1', step })
    keepCheckoutToken(here.kept, 'token-1')
    return here
  }

  test('the order that holds the seat goes on at its own price, and no other is asked for', async () => {
    const { asked, start } = begun({
      [ORDER]: order('pending', { status: 'failed', failureCode: 'insufficient_funds' }),
    })
    expect(await start()).toMatchObject({
      is: 'ready',
      start: {
        enrolment: { orderId: 'order-1', email: 'ana@cruz.test' },
        holdExpiresAt: '2026-12-15T12:10:00Z',
        notice: { is: 'declined', failure: 'insufficient_funds' },
      },
    })
    expect(asked).toEqual([ORDER])
  })

  test('in the middle of paying it waits on, and says nothing of a failure', async () => {
    const open = order('pending', { status: 'pending', failureCode: null })
    const { start } = begun({ [ORDER]: open, [VERIFY]: pending() }, 'paying')
    expect(await start()).toMatchObject({ start: { enrolment: { step: 'paying' }, notice: null, bankUrl: null } })
  })

  test.each(['details', 'paying'] as const)(
    'in the middle of the bank’s question it is asked again (%s)',
    async (step) => {
      const asks = pending({ nextAction: { redirectUrl: 'https://bank.test/q' } })
      const open = order('pending', { status: 'pending', failureCode: null })
      const { start } = begun({ [ORDER]: open, [VERIFY]: asks }, step)
      expect(await start()).toMatchObject({ start: { notice: null, bankUrl: 'https://bank.test/q' } })
    },
  )

  test('an order that has become complete leads to its receipt', async () => {
    const { start } = begun({ [ORDER]: order('complete', { status: 'complete', failureCode: null }) }, 'paying')
    expect(await start()).toEqual({ is: 'receipt', orderId: 'order-1' })
  })

  test('an order that ran out begins anew with what was typed', async () => {
    const { start } = begun(
      { [ORDER]: order('failed', { status: 'failed', failureCode: 'cancelled' }), [OPTIONS]: priced('399.00') },
      'paying',
    )
    expect(await start()).toMatchObject({
      start: { enrolment: { orderId: null, step: 'details', email: 'ana@cruz.test' }, notice: { is: 'lapsed' } },
    })
  })

  test('an order that was paid here is not paid again', async () => {
    expect(await begun({}, 'done').start()).toEqual({ is: 'done', orderId: 'order-1' })
  })
})

test.each([
  ['other dates of the same course, friends and all', 'NG-2027-02', { email: 'ana@cruz.test', seats: 2 }],
  ['another course, alone', 'MCOM', { email: 'ana@cruz.test', seats: 1, friends: [] }],
])('what was typed goes along to %s', async (_where, code, expected) => {
  const { kept, start } = world({ [OPTIONS]: priced('399.00') })
  const friends = [{ id: 'a', name: 'Jonah', email: 'jonah@cruz.test' }]
  const before = newEnrolment({ courseCode: code, offerCode: code }, 'quote-1', now)
  keepEnrolment(kept, { ...before, email: 'ana@cruz.test', seats: 2, friends, orderId: 'order-1' })
  expect(await start()).toMatchObject({ is: 'ready', start: { enrolment: { ...at, orderId: null, ...expected } } })
})
