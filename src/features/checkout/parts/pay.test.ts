import { describe, expect, test } from 'vitest'
import type { Bad, Client } from '#http/client.ts'
import type { Quote } from '../wire.ts'
import { newEnrolment, readEnrolment } from './enrolment.ts'
import { answer, type Form, holdLonger, submit } from './pay.ts'
import { detailsOf, openRun, type Run, typed, type World } from './run.ts'
import type { Confirmed } from './sandbox-card.ts'
import { wait } from './wait.ts'

const now = new Date('2026-12-15T12:30:00Z')
const card = { number: '4242424242424242', expMonth: 8, expYear: 2029, cvc: '123' }
const form: Form = { email: 'ana@cruz.test', name: 'Ana Cruz', phoneNumber: '', terms: true, marketing: false }

type Sent = {
  path: string
  body?: Record<string, unknown>
  query?: Record<string, unknown>
  auth?: string
  idempotencyKey?: string
}
type Told = {
  status: number
  data?: unknown
  errorCode?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

const placed = (n = 1) => ({
  status: 200,
  data: {
    status: 'pending',
    data: {
      orderId: 'order-1',
      paymentId: `pay-${n}`,
      checkoutToken: 'token-1',
      clientSecret: `secret-${n}`,
      provider: 'sandbox',
      holdExpiresAt: '2026-12-15T12:45:00Z',
    },
  },
})
const stands = (status: string, failureCode?: string): Told => ({
  status: 200,
  data: { status, data: { ...(failureCode && { failureCode }), ...(status === 'pending' && { retryAfterMs: 1500 }) } },
})
const refused = (status: number, errorCode: string, more: object = {}): Told => ({ status, errorCode, ...more })
const noAnswer: Told = { status: 0 }

function quote(amount = '399.00', quoteId = 'quote-1'): Quote {
  const money = { amount, currency: 'USD' }
  const nothing = { amount: '0.00', currency: 'USD' }
  const option = {
    paymentType: 'full' as const,
    paymentMethods: ['card' as const],
    lines: [],
    subtotal: money,
    discount: nothing,
    total: money,
    giftCardApplied: nothing,
    creditApplied: nothing,
    dueNow: money,
    dueLater: [],
  }
  return {
    quoteId,
    expiresAt: '2026-12-15T12:45:00Z',
    currency: 'USD',
    seatsRemaining: null,
    options: [option],
    groupTiers: [],
    localPrice: money,
  }
}

function keys() {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

/** A checkout against a house that answers each kind of call from a list, the last one for ever. */
function world(house: { pay?: Told[]; verify?: Told[]; options?: Told[]; cards?: Confirmed[] }) {
  const sent: Sent[] = []
  const arrived: string[] = []
  const pauses: number[] = []
  const secrets: string[] = []
  const next = <Item>(list: Item[] | undefined): Item | undefined =>
    list && list.length > 1 ? list.shift() : list?.[0]
  const client = {
    async call(place: { path: string }, given: object) {
      sent.push({ path: place.path, ...given })
      const told =
        next(
          {
            'sign-up-payment/card': house.pay,
            'verify-payment': house.verify,
            'sign-up-payment-options': house.options,
          }[place.path],
        ) ?? noAnswer
      if (told.status === 200) return { data: told.data, error: null, errorCode: null, status: 200 }
      return { errorCode: null, error: 'The sentence.', data: null, ...told } satisfies Bad
    },
  } as unknown as Client
  const kept = { local: keys(), session: keys() }
  const confirm = async (secret: string): Promise<Confirmed> => {
    secrets.push(secret)
    return next(house.cards) ?? { is: 'succeeded' }
  }
  const surroundings: World = {
    client,
    kept,
    confirmCard: confirm,
    answerChallenge: confirm,
    pause: async (ms) => void pauses.push(ms),
    now: () => now,
    timezoneId: 'Asia/Manila',
    countryCode: 'PH',
    arrived: (orderId) => void arrived.push(orderId),
  }
  const enrolment = {
    ...newEnrolment({ courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }, 'quote-1', now),
    ...detailsOf(form),
  }
  const run = openRun(surroundings, { quote: quote(), enrolment, holdExpiresAt: null, isSignedIn: false, notice: null })
  const paid = () => sent.filter((call) => call.path === 'sign-up-payment/card')
  return { run, sent, paid, arrived, pauses, secrets, kept }
}

const press = (run: Run, changed: Partial<Form> = {}) => submit(run, { ...form, ...changed }, card)

test('a card that is taken leads to the receipt, and the card goes to the provider alone', async () => {
  const { run, sent, arrived, kept } = world({ pay: [placed()], verify: [stands('complete')] })
  await press(run)
  expect(arrived).toEqual(['order-1'])
  expect(JSON.stringify(sent)).not.toContain(card.number)
  expect(kept.session.getItem('session_token')).toBe('token-1')
  expect(kept.session.getItem('enrolment')).not.toContain(card.number)
  expect(readEnrolment(kept, now)).toMatchObject({ orderId: 'order-1', step: 'done', email: 'ana@cruz.test' })
})

describe('the idempotency key (contract §2)', () => {
  test('stays when nobody answered, and when the server failed', async () => {
    const { run, paid } = world({ pay: [noAnswer, refused(500, 'INTERNAL'), placed()], verify: [stands('complete')] })
    await press(run)
    await press(run)
    await press(run)
    expect(new Set(paid().map((call) => call.idempotencyKey)).size).toBe(1)
  })

  test('is new for another body, and after a final answer', async () => {
    const { run, paid } = world({ pay: [noAnswer, refused(409, 'METHOD_NOT_AVAILABLE')] })
    await press(run)
    await press(run, { name: 'Ana Maria Cruz' })
    await press(run, { name: 'Ana Maria Cruz' })
    expect(new Set(paid().map((call) => call.idempotencyKey)).size).toBe(3)
  })

  test('still running is asked again with the same key, when the server said', async () => {
    const { run, paid, pauses, arrived } = world({
      pay: [refused(409, 'IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: 2 }), placed()],
      verify: [stands('complete')],
    })
    await press(run)
    expect(paid()).toHaveLength(2)
    expect(paid()[0]?.idempotencyKey).toBe(paid()[1]?.idempotencyKey)
    expect(pauses[0]).toBe(2000)
    expect(arrived).toEqual(['order-1'])
  })
})

test('pressing twice at once places one order', async () => {
  const { run, paid } = world({ pay: [placed()], verify: [stands('complete')] })
  await Promise.all([press(run), press(run)])
  expect(paid()).toHaveLength(1)
})

describe('a declined card', () => {
  const declinedOnce = () =>
    world({
      pay: [placed(1), placed(2)],
      verify: [stands('failed', 'insufficient_funds'), stands('complete')],
      cards: [{ is: 'declined', failure: 'insufficient_funds' }, { is: 'succeeded' }],
    })

  test('says why, keeps what was typed, and the same order goes on with its own token', async () => {
    const { run, paid, arrived, secrets } = declinedOnce()
    await press(run)
    expect(run.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'declined', failure: 'insufficient_funds' },
      holdExpiresAt: '2026-12-15T12:45:00Z',
    })
    expect(run.state.enrolment).toMatchObject({ ...detailsOf(form), orderId: 'order-1' })
    await press(run)
    expect(paid()[1]).toMatchObject({ auth: 'checkout', body: { orderId: 'order-1' } })
    expect(secrets).toEqual(['secret-1', 'secret-2'])
    expect(arrived).toEqual(['order-1'])
  })

  test('for somebody else after all is another order', async () => {
    const { run, paid } = declinedOnce()
    await press(run)
    typed(run, { ...detailsOf(form), email: 'bea@cruz.test' })
    await press(run, { email: 'bea@cruz.test' })
    expect(paid()[1]?.body).not.toHaveProperty('orderId')
    expect(paid()[1]?.auth).toBe('none')
  })
})

describe('while the outcome is unknown', () => {
  test('it waits, asks ever less often, and never says failed', async () => {
    const { run, arrived, pauses } = world({
      pay: [placed()],
      verify: [stands('pending'), noAnswer, stands('pending'), stands('complete')],
      cards: [{ is: 'unknown' }],
    })
    const views: string[] = []
    run.listeners.add(() => views.push(run.state.view.is))
    await press(run)
    expect(arrived).toEqual(['order-1'])
    expect(new Set(views)).toEqual(new Set(['form', 'waiting']))
    expect(pauses).toEqual([1500, 1500, 2000])
  })

  test('the bank that asks something back is answered with the same secret', async () => {
    const { run, secrets, arrived } = world({
      pay: [placed()],
      verify: [stands('complete')],
      cards: [{ is: 'asks' }, { is: 'succeeded' }],
    })
    await press(run)
    expect(run.state.view).toEqual({ is: 'challenge', clientSecret: 'secret-1' })
    await answer(run, 'accept')
    expect(secrets).toEqual(['secret-1', 'secret-1'])
    expect(arrived).toEqual(['order-1'])
  })

  test('money that came too late is told as on its way back, not as failed', async () => {
    const { run } = world({ pay: [placed()], verify: [stands('pending'), stands('failed', 'SOLD_OUT_REFUNDED')] })
    await press(run)
    expect(run.state.view).toEqual({ is: 'returned', failure: 'SOLD_OUT_REFUNDED' })
  })

  test('somebody who asks later takes over: two never ask at once', async () => {
    const { run, sent } = world({
      pay: [placed()],
      verify: [stands('pending'), stands('pending'), stands('complete')],
      cards: [{ is: 'processing' }],
    })
    await press(run)
    const before = sent.length
    await Promise.all([wait(run), wait(run)])
    expect(sent.length - before).toBeLessThanOrEqual(3)
  })
})

describe('the price', () => {
  test('that ran out is shown anew before anything is charged', async () => {
    const { run, paid, secrets } = world({
      pay: [refused(409, 'QUOTE_EXPIRED', { data: { data: quote('499.00', 'quote-2') } }), placed()],
      verify: [stands('complete')],
    })
    await press(run)
    expect(run.state.notice).toEqual({ is: 'price', before: '399.00', after: '499.00' })
    expect(secrets).toEqual([])
    await press(run)
    expect(paid()[1]?.body).toMatchObject({ quoteId: 'quote-2' })
  })

  test('of an order whose hold ran out is asked again, and what was typed stays', async () => {
    const fresh = { status: 200, data: { data: quote('399.00', 'quote-2') } }
    const { run } = world({
      pay: [placed(), refused(409, 'ORDER_CLOSED')],
      verify: [stands('failed', 'card_declined')],
      options: [fresh],
      cards: [{ is: 'declined', failure: 'card_declined' }],
    })
    await press(run)
    await press(run)
    expect(run.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'lapsed' },
      holdExpiresAt: null,
      enrolment: { orderId: null, quoteId: 'quote-2', ...detailsOf(form) },
    })
  })
})

test.each([
  [refused(409, 'SEATS_TAKEN'), { view: { is: 'gone', why: 'SEATS_TAKEN' } }],
  [refused(409, 'ENROLMENT_CLOSED'), { view: { is: 'gone', why: 'ENROLMENT_CLOSED' } }],
  [refused(409, 'ALREADY_ENROLLED'), { view: { is: 'enrolled' } }],
  [
    refused(400, 'FIELD_INVALID', { fields: { phoneNumber: 'Please check the format of the phone number' } }),
    { fields: { phoneNumber: 'Please check the format of the phone number' } },
  ],
  [refused(429, 'RATE_LIMITED'), { notice: { is: 'say', message: 'The sentence.' } }],
  [refused(409, 'PAYMENT_IN_HAND'), { notice: { is: 'say', message: 'The sentence.' } }],
  [refused(401, 'TOKEN_REQUIRED'), { isSignedIn: false, view: { is: 'form' } }],
] as [Told, object][])('%j leaves the page with %j, able to be pressed again', async (told, expected) => {
  const { run } = world({ pay: [told] })
  await press(run)
  expect(run.state).toMatchObject({ isBusy: false, ...expected })
})

test('a hold is made longer by the order that has it', async () => {
  const { run, paid } = world({
    pay: [placed()],
    verify: [stands('failed', 'card_declined')],
    cards: [{ is: 'declined', failure: 'card_declined' }],
  })
  await press(run)
  await holdLonger(run, form)
  expect(paid()[1]?.body).toMatchObject({ orderId: 'order-1' })
  expect(run.state.view.is).toBe('form')
})
