import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { serveDouble } from '../../../tests/providers/double.ts'
import { confirm, createRigConfig, METHODS } from '../../../tests/providers/rigs.ts'
import { eventObject } from '../../../tests/providers/stripe/objects.ts'
import { KEYS, type StripeDouble, startStripe } from '../../../tests/providers/stripe/stripe.ts'
import type { Gateway } from './gateway.ts'
import { createStripeGateway } from './stripe.ts'
import { withDeadline } from './with-deadline.ts'

let double: StripeDouble
let gateway: Gateway
beforeAll(async () => {
  double = await startStripe()
  gateway = withDeadline(createStripeGateway(createRigConfig(double)))
})
beforeEach(() => {
  double.stripeRequest.length = 0
  double.next.length = 0
  double.books.failRefunds = false
})
afterAll(async () => {
  await double.close()
})

const URLS = { returnUrl: 'http://localhost:3000/order/x', cancelUrl: 'http://localhost:3000/order/x' }
const PRICE = money(39_900, 'USD')
const order = () => {
  const reference = randomUUID()
  return { key: `payment:${reference}`, amount: PRICE, reference, ...URLS }
}
async function charged() {
  const intent = await gateway.createIntent(order())
  await confirm(double.url, KEYS.publishableKey, intent.clientSecret!, METHODS.good)
  return { key: `refund:${randomUUID()}`, intentId: intent.intentId, amount: PRICE }
}
const listRefunds = (intentId: string) => double.books.refunds.filter(({ intent }) => intent.id === intentId)
const keysAsked = () => double.stripeRequest.flatMap(({ key }) => key ?? [])

describe('a request to Stripe', () => {
  test('names one API version, has our idempotency key, and is sent once', async () => {
    const input = order()
    await gateway.createIntent(input)
    expect(double.stripeRequest).toEqual([
      { method: 'POST', path: '/v1/payment_intents', key: input.key, version: '2026-10-28.endive' },
    ])
    double.next.push('reset')
    await expect(gateway.createIntent(order())).rejects.toThrow()
    expect(double.stripeRequest).toHaveLength(2)
  })

  test('with a key of another request is refused and has no effect', async () => {
    const input = order()
    await gateway.createIntent(input)
    const before = double.books.intents.size
    await expect(gateway.createIntent({ ...input, amount: money(100, 'USD') })).rejects.toThrow(
      'StripeIdempotencyError',
    )
    expect(double.books.intents.size).toBe(before)
  })
})

describe('a Stripe in trouble', () => {
  test.each(['before', 'after', 'reset', 'truncate'] as const)(
    '%s: the outcome is unknown, and asking again comes to one payment',
    async (fault) => {
      const input = order()
      double.next.push(fault)
      await expect(gateway.createIntent(input)).rejects.toThrow()
      const intent = await gateway.createIntent(input)
      const intents = [...double.books.intents.values()].filter(
        ({ metadata }) => metadata.payment_id === input.reference,
      )
      expect(intents.map(({ id }) => id)).toEqual([intent.intentId])
    },
  )

  test.each(['before', 'after', 'reset', 'truncate'] as const)('%s: a refund is made once', async (fault) => {
    const refund = await charged()
    double.next.push(fault, fault)
    await expect(gateway.refund(refund)).rejects.toThrow()
    double.next.length = 0
    const { refundId } = await gateway.refund(refund)
    expect(listRefunds(refund.intentId).map(({ id }) => id)).toEqual([refundId])
  })

  test('that hangs is given up at the deadline', async () => {
    double.next.push('hang')
    await expect(withDeadline(createStripeGateway(createRigConfig(double)), 100).createIntent(order())).rejects.toThrow(
      'in time',
    )
  })

  test('that repeats a stored failure for a key gets the next key, the same in every process', async () => {
    const input = order()
    double.next.push('spent')
    await expect(gateway.createIntent(input)).rejects.toThrow('500')
    const all = await Promise.all([gateway.createIntent(input), gateway.createIntent(input)])
    expect(new Set(all.map(({ intentId }) => intentId)).size).toBe(1)
    expect(new Set(keysAsked())).toEqual(new Set([input.key, `${input.key}:2`]))
  })

  test('that is busy with the same key is called again until it responds, and creates one payment', async () => {
    const input = order()
    double.next.push('busy', 'busy')
    const all = await Promise.all([gateway.createIntent(input), gateway.createIntent(input)])
    expect(new Set(all.map(({ intentId }) => intentId)).size).toBe(1)
    expect(new Set(keysAsked())).toEqual(new Set([input.key]))
  })

  test('that made a refund long ago is not asked for it again, even after its keys expired', async () => {
    const refund = await charged()
    const first = await gateway.refund(refund)
    double.stripeRequest.length = 0
    expect(await gateway.refund(refund)).toEqual(first)
    expect(keysAsked()).toEqual([])
  })

  test('that failed to refund is called again with another key', async () => {
    const refund = await charged()
    double.books.failRefunds = true
    await expect(gateway.refund(refund)).rejects.toThrow('not accepted')
    double.books.failRefunds = false
    await gateway.refund(refund)
    expect(listRefunds(refund.intentId).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  test('never has the payment’s secret in its errors', async () => {
    const { intentId } = await charged()
    const unpaid = await gateway.createIntent(order())
    const refund = { key: `refund:${randomUUID()}`, intentId: unpaid.intentId, amount: PRICE }
    const error = await gateway.refund(refund).catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(Error)
    expect(JSON.stringify({ ...(error as Error), message: (error as Error).message })).not.toContain('_secret_')
    expect(await gateway.cancelIntent(intentId)).toMatchObject({ status: 'succeeded' })
  })
})

test.each([
  ['a page of a machine in between', { message: 'Not found' }, 404],
  ['another kind of object', { object: 'setup_intent', id: 'x', status: 'succeeded' }, 200],
  ['a status that is not known', { object: 'payment_intent', id: 'pi_1', status: 'perhaps' }, 200],
  ['nothing', {}, 200],
])('an answer that is %s is a fault, never a fact', async (_what, json, status) => {
  const stranger = await serveDouble(() => ({ json, status }))
  const strangerGateway = createStripeGateway(createRigConfig(stranger))
  await expect(strangerGateway.getIntent('pi_1')).rejects.toThrow()
  await expect(strangerGateway.createIntent(order())).rejects.toThrow()
  await stranger.close()
})

describe('news', () => {
  const signer = new Stripe(KEYS.secretKey)
  const deliver = (event: object, { secret = KEYS.webhookSecret, secondsAgo = 0 } = {}) => {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
    const signature = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return gateway.readEvent!(payload, { 'stripe-signature': signature })
  }

  test('names its payment, whether it is about the payment, its charge or its refund', () => {
    const payment = eventObject('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' })
    expect(deliver(payment)).toEqual({ eventId: payment.id, type: payment.type, intentId: 'pi_1' })
    const charge = eventObject('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' })
    expect(deliver(charge)).toMatchObject({ intentId: 'pi_1' })
    expect(deliver(eventObject('balance.available', { object: 'balance' }))).toMatchObject({ intentId: null })
  })

  test('is refused if it is older than 300 seconds or signed by another secret', () => {
    const event = eventObject('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' })
    expect(deliver(event, { secondsAgo: 290 })).not.toBeNull()
    expect(deliver(event, { secondsAgo: 310 })).toBeNull()
    expect(deliver(event, { secret: 'whsec_other' })).toBeNull()
  })

  test('is not read if no secret is set', () => {
    expect(createStripeGateway({ ...createRigConfig(double), webhookSecret: null }).readEvent).toBeNull()
  })
})
