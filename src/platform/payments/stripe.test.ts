import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#domain/money.ts'
import { serveDouble } from '../../../tests/providers/double.ts'
import { configOf, confirm, METHODS } from '../../../tests/providers/rigs.ts'
import { eventObject } from '../../../tests/providers/stripe/objects.ts'
import { KEYS, type StripeDouble, startStripe } from '../../../tests/providers/stripe/stripe.ts'
import { type Gateway, withDeadline } from './gateway.ts'
import { openStripe } from './stripe.ts'

let double: StripeDouble
let gateway: Gateway
beforeAll(async () => {
  double = await startStripe()
  gateway = withDeadline(openStripe(configOf(double)))
})
beforeEach(() => {
  double.asked.length = 0
  double.next.length = 0
  double.books.failRefunds = false
})
afterAll(async () => {
  await double.close()
})

const PRICE = money(39_900, 'USD')
const order = () => {
  const reference = randomUUID()
  return { key: `payment:${reference}`, amount: PRICE, reference, returnUrl: 'http://localhost:3000/order/x' }
}
async function charged() {
  const intent = await gateway.createIntent(order())
  await confirm(double.url, KEYS.publishableKey, intent.clientSecret, METHODS.good)
  return { key: `refund:${randomUUID()}`, intentId: intent.intentId, amount: PRICE }
}
const refundsOf = (intentId: string) => double.books.refunds.filter(({ intent }) => intent.id === intentId)
const keysAsked = () => double.asked.flatMap(({ key }) => key ?? [])

describe('what is sent', () => {
  test('is pinned to one version, keyed by us, and sent once', async () => {
    const asked = order()
    await gateway.createIntent(asked)
    expect(double.asked).toEqual([
      { method: 'POST', path: '/v1/payment_intents', key: asked.key, version: '2026-10-28.endive' },
    ])
    double.next.push('reset')
    await expect(gateway.createIntent(order())).rejects.toThrow()
    expect(double.asked).toHaveLength(2)
  })

  test('with a key that was used for something else is refused, and makes nothing', async () => {
    const asked = order()
    await gateway.createIntent(asked)
    const before = double.books.intents.size
    await expect(gateway.createIntent({ ...asked, amount: money(100, 'USD') })).rejects.toThrow(
      'StripeIdempotencyError',
    )
    expect(double.books.intents.size).toBe(before)
  })
})

describe('a Stripe in trouble', () => {
  test.each(['before', 'after', 'reset', 'truncate'] as const)(
    '%s: the outcome is unknown, and asking again comes to one payment',
    async (fault) => {
      const asked = order()
      double.next.push(fault)
      await expect(gateway.createIntent(asked)).rejects.toThrow()
      const intent = await gateway.createIntent(asked)
      const made = [...double.books.intents.values()].filter(({ metadata }) => metadata.payment_id === asked.reference)
      expect(made.map(({ id }) => id)).toEqual([intent.intentId])
    },
  )

  test.each(['before', 'after', 'reset', 'truncate'] as const)('%s: a refund is made once', async (fault) => {
    const refund = await charged()
    double.next.push(fault, fault)
    await expect(gateway.refund(refund)).rejects.toThrow()
    double.next.length = 0
    const { refundId } = await gateway.refund(refund)
    expect(refundsOf(refund.intentId).map(({ id }) => id)).toEqual([refundId])
  })

  test('that hangs is waited for no longer than the deadline', async () => {
    double.next.push('hang')
    await expect(withDeadline(openStripe(configOf(double)), 100).createIntent(order())).rejects.toThrow('in time')
  })

  test('that keeps its own failure for a key is asked with the next one, the same for everybody', async () => {
    const asked = order()
    double.next.push('spent')
    await expect(gateway.createIntent(asked)).rejects.toThrow('500')
    const all = await Promise.all([gateway.createIntent(asked), gateway.createIntent(asked)])
    expect(new Set(all.map(({ intentId }) => intentId)).size).toBe(1)
    expect(new Set(keysAsked())).toEqual(new Set([asked.key, `${asked.key}:2`]))
  })

  test('that is busy with the same key is asked again until it has answered, and makes one payment', async () => {
    const asked = order()
    double.next.push('busy', 'busy')
    const all = await Promise.all([gateway.createIntent(asked), gateway.createIntent(asked)])
    expect(new Set(all.map(({ intentId }) => intentId)).size).toBe(1)
    expect(new Set(keysAsked())).toEqual(new Set([asked.key]))
  })

  test('that made the refund long ago is found to have made it, though its keys are forgotten', async () => {
    const refund = await charged()
    const first = await gateway.refund(refund)
    double.asked.length = 0
    expect(await gateway.refund(refund)).toEqual(first)
    expect(keysAsked()).toEqual([])
  })

  test('that could not pay back is asked again with another key', async () => {
    const refund = await charged()
    double.books.failRefunds = true
    await expect(gateway.refund(refund)).rejects.toThrow('not accepted')
    double.books.failRefunds = false
    await gateway.refund(refund)
    expect(refundsOf(refund.intentId).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  test('says in its errors nothing of the payment’s secret', async () => {
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
  const there = openStripe(configOf(stranger))
  await expect(there.getIntent('pi_1')).rejects.toThrow()
  await expect(there.createIntent(order())).rejects.toThrow()
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

  test('names the payment it is about, whether of the payment, its charge or its refund', () => {
    const payment = eventObject('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' })
    expect(deliver(payment)).toEqual({ eventId: payment.id, type: payment.type, intentId: 'pi_1' })
    const charge = eventObject('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' })
    expect(deliver(charge)).toMatchObject({ intentId: 'pi_1' })
    expect(deliver(eventObject('balance.available', { object: 'balance' }))).toMatchObject({ intentId: null })
  })

  test('is not believed when it is more than 300 seconds old, or signed by another secret', () => {
    const event = eventObject('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' })
    expect(deliver(event, { secondsAgo: 290 })).not.toBeNull()
    expect(deliver(event, { secondsAgo: 310 })).toBeNull()
    expect(deliver(event, { secret: 'whsec_other' })).toBeNull()
  })

  test('is not read at all where no secret is set', () => {
    expect(openStripe({ ...configOf(double), webhookSecret: null }).readEvent).toBeNull()
  })
})
