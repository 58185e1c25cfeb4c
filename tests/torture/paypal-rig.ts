/** PayPal's double with faults, next to another provider for cards. */
import { randomUUID } from 'node:crypto'
import { fromDecimal } from '#domain/money/money.ts'
import { USUAL_FAULTS } from '../providers/faults.ts'
import type { PaypalMoney } from '../providers/paypal/objects.ts'
import { createSigner, KEYS, type PaypalDouble, routePaypalTo, startPaypal } from '../providers/paypal/paypal.ts'
import { createRandom } from '../support/random.ts'
import type { Charge } from './charges.ts'
import { pause } from './installation.ts'
import type { Delivery, PaypalPayer, Rig } from './rigs.ts'

const PATH = '/api/v1/webhooks/paypal'
const REVIEW_BEGINS_WITHIN_MS = 60_000
const LONGEST_REVIEW_MS = 3_000
const FIVE_DAYS_MS = 5 * 24 * 60 * 60 * 1000

export async function createPaypalRig(seed: number, cards: Rig): Promise<Rig> {
  const [double, stranger] = await Promise.all([startPaypal(seed), createSigner()])
  const random = createRandom(seed + 1)
  double.faults = USUAL_FAULTS
  double.hurries = 0.3
  const paypal: PaypalPayer = {
    approve: (orderId, instrument) => double.books.approve(orderId, instrument),
    async review(orderId, decision) {
      double.books.approve(orderId, 'echeck')
      const deadline = Date.now() + REVIEW_BEGINS_WITHIN_MS
      while (!double.books.orders.get(orderId)?.capture && Date.now() < deadline) await pause(100)
      await pause(random.next() * LONGEST_REVIEW_MS)
      double.books.decide(orderId, decision)
    },
  }
  return {
    environment: {
      ...cards.environment,
      PAYPAL_CLIENT_ID: KEYS.clientId,
      PAYPAL_CLIENT_SECRET: KEYS.clientSecret,
      PAYPAL_WEBHOOK_ID: KEYS.webhookId,
      PAYPAL_API_URL: double.url,
    },
    ready(server) {
      cards.ready(server)
      double.route = routePaypalTo(double, server.url, 'wild', createRandom(seed))
    },
    payer: { ...cards.payer, paypal },
    async sign(deps, eventId) {
      const event = double.books.events.find(({ id }) => id === eventId)
      if (!event) return cards.sign(deps, eventId)
      const body = JSON.stringify(event)
      return { path: PATH, body, headers: double.sign(body) }
    },
    forge: () => [...cards.forge(), ...forge(double, stranger.privateKey)],
    listCharges: async (deps) => [...(await cards.listCharges(deps)), ...listCaptures(double)],
    refundThere: (charge) =>
      charge.provider === 'paypal'
        ? void double.books.refundAtDashboard(charge.intentId, charge.minor)
        : cards.refundThere?.(charge),
    delivered: () => double.post.delivered + cards.delivered(),
    async calm() {
      double.faults = {}
      await Promise.all([double.post.rest(), cards.calm()])
    },
    close: async () => void (await Promise.all([double.close(), cards.close()])),
  }
}

/** An approval and a charge of the newest open payment, signed in every way but PayPal's. */
function forge(double: PaypalDouble, privateKey: string): Delivery[] {
  const order = [...double.books.orders.values()].findLast(({ status }) => status === 'PAYER_ACTION_REQUIRED')
  const orderId = order?.id ?? 'UNKNOWN'
  const events = [
    { event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } },
    {
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { supplementary_data: { related_ids: { order_id: orderId } }, amount: order?.amount },
    },
  ]
  return events.flatMap((event) => {
    const body = JSON.stringify({ id: `WH-${randomUUID()}`, ...event })
    const time = new Date(Date.now() - FIVE_DAYS_MS).toISOString()
    return [
      double.sign(body, { privateKey }),
      double.sign(`${body} `),
      double.sign(body, { webhookId: 'OTHER' }),
      double.sign(body, { time }),
      double.sign(body, {
        certUrl: `${double.url.replace('127.0.0.1', 'localhost')}/v1/notifications/certs/CERT-double`,
      }),
      {},
    ].map((headers) => ({ path: PATH, body, headers }))
  })
}

/** From the double's own state, and not by the gateway under test. */
function listCaptures(double: PaypalDouble): Charge[] {
  const toMoney = ({ value, currency_code }: PaypalMoney) => fromDecimal(value, currency_code)
  return [...double.books.orders.values()].flatMap((order) => {
    if (order.capture?.status !== 'COMPLETED') return []
    const amount = toMoney(order.amount)
    const refunded = { ...amount, minor: order.capture.refundedMinor }
    return { provider: 'paypal', intentId: order.id, reference: order.customId, amount, refunded }
  })
}
