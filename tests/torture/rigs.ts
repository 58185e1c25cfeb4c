/** The providers with faults: the server's settings for them, and the network of buyers and webhooks. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { SIGNATURE_HEADER } from '#sandbox/books.ts'
import { USUAL_FAULTS } from '../providers/faults.ts'
import type { TestCard } from '../providers/gateway-promises.ts'
import type { Instrument } from '../providers/paypal/objects.ts'
import { confirm, METHODS } from '../providers/rigs.ts'
import { KEYS, routeTo, type StripeDouble, startStripe } from '../providers/stripe/stripe.ts'
import { createRandom, type Random } from '../support/random.ts'
import { cards } from '../world/selling.ts'
import type { RunningServer } from '../world/server.ts'
import { startBadNetwork } from './bad-network.ts'
import type { Charge } from './charges.ts'
import { pause } from './installation.ts'
import { createPaypalRig } from './paypal-rig.ts'

/** With `paypal`, full payments are made by PayPal, and deposits by Stripe. */
export const RIGS = ['sandbox', 'stripe', 'paypal'] as const
export type RigName = (typeof RIGS)[number]

export type Delivery = { path: string; body: string; headers: Record<string, string> }

/** The buyer's hand at the providers. */
export type Payer = {
  /** Takes the card to the provider, until there is an answer. */
  pay(clientSecret: string, card: TestCard): Promise<void>
  answer(clientSecret: string, word: 'accept' | 'refuse'): Promise<void>
  /** Null where nobody pays by PayPal. */
  paypal: PaypalPayer | null
}
export type PaypalPayer = {
  approve(paypalOrderId: string, instrument: Instrument): void
  /** Approves. PayPal reviews the capture, and decides a moment after it. */
  review(paypalOrderId: string, decision: 'COMPLETED' | 'DECLINED'): Promise<void>
}

export type Rig = {
  environment: Record<string, string>
  ready(server: RunningServer): void
  payer: Payer
  /** An event as it came, signed anew. */
  sign(deps: Deps, eventId: string): Promise<Delivery>
  /** Deliveries that the provider did not sign, which report that an open payment was charged. */
  forge(): Delivery[]
  /** Everything that the provider charged, from its own books, without the gateway under test. */
  listCharges(deps: Deps): Promise<Charge[]>
  /** An admin refunds a part of a charge on the provider's own pages. */
  refundThere: ((charge: { provider: string; intentId: string; minor: number }) => void) | null
  /** How many webhooks have arrived. */
  delivered(): number
  /** Ends the faults. Pending webhooks arrive. */
  calm(): Promise<void>
  close(): Promise<void>
}

export async function createRig(name: RigName, seed: number): Promise<Rig> {
  if (name === 'sandbox') return sandboxRig(seed, createRandom(seed))
  const stripe = await stripeRig(seed)
  return name === 'stripe' ? stripe : createPaypalRig(seed, stripe)
}

async function stripeRig(seed: number): Promise<Rig> {
  const double = await startStripe(seed)
  const signer = new Stripe(KEYS.secretKey)
  double.faults = USUAL_FAULTS
  double.hurries = 0.3
  return {
    environment: {
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_URL: double.url,
    },
    ready: (server) => {
      double.route = routeTo(server.url, 'wild', createRandom(seed))
    },
    payer: {
      pay: (secret, card) =>
        waitUntilReceived(() =>
          confirm(double.url, KEYS.publishableKey, secret, METHODS[card], AbortSignal.timeout(3000)),
        ),
      answer: async (secret, word) => double.books.answer(secret.replace(/_secret_.*/, ''), word),
      paypal: null,
    },
    forge() {
      const intent = [...double.books.intents.values()].findLast(({ status }) => status === 'requires_payment_method')
      const object = { object: 'payment_intent', id: intent?.id ?? 'pi_unknown' }
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded', data: { object } })
      const signed = (payload: string, secret: string) => signer.webhooks.generateTestHeaderString({ payload, secret })
      return [signed(body, 'whsec_of_somebody_else'), signed(`${body} `, KEYS.webhookSecret), ''].map((signature) => ({
        path: '/api/v1/webhooks/stripe',
        body,
        headers: { 'stripe-signature': signature },
      }))
    },
    listCharges: async () => listStripeCharges(double),
    refundThere: ({ intentId, minor }) => void double.books.refundAtDashboard(intentId, minor),
    async sign(_deps, eventId) {
      const body = JSON.stringify(double.books.events.find(({ id }) => id === eventId))
      const signature = signer.webhooks.generateTestHeaderString({ payload: body, secret: KEYS.webhookSecret })
      return { path: '/api/v1/webhooks/stripe', body, headers: { 'stripe-signature': signature } }
    },
    delivered: () => double.post.delivered,
    async calm() {
      double.faults = {}
      await double.post.rest()
    },
    close: () => double.close(),
  }
}

function listStripeCharges({ books }: StripeDouble): Charge[] {
  return [...books.intents.values()].flatMap(({ id: intentId, status, amount, currency, metadata, charge }) => {
    if (status !== 'succeeded' || !charge) return []
    const toMoney = (minor: number) => money(minor, currency.toUpperCase())
    const [charged, refunded] = [toMoney(amount), toMoney(charge.refunded)]
    return { provider: 'stripe', intentId, reference: metadata.payment_id ?? '', amount: charged, refunded }
  })
}

async function sandboxRig(seed: number, random: Random): Promise<Rig> {
  const network = await startBadNetwork(random)
  network.faults = USUAL_FAULTS
  const send = (body: object) =>
    waitUntilReceived(async () => {
      const answer = await fetch(`${network.url}/sandbox/v1/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(8000),
      })
      const result = await answer.json()
      if (answer.status >= 500) throw new Error('no answer')
      return result
    })
  return {
    environment: {
      NODE_OPTIONS: `--import ${new URL('./faulty-sandbox.ts', import.meta.url).href}`,
      TORTURE_SEED: String(seed),
      PAYMENT_API_URL: network.url,
    },
    ready: (server) => {
      network.to = server.url
    },
    payer: {
      pay: (clientSecret, card) => send({ clientSecret, ...cards[card] }),
      answer: (clientSecret, challenge) => send({ clientSecret, challenge }),
      paypal: null,
    },
    forge() {
      const body = JSON.stringify({ id: `sbe_${randomUUID()}`, type: 'intent.succeeded', intent: 'sbi_unknown' })
      const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'A'.repeat(43)}`
      return [{ path: '/api/v1/webhooks/sandbox', body, headers: { [SIGNATURE_HEADER]: signature } }]
    },
    listCharges: ({ db }) => listSandboxCharges(db),
    refundThere: null,
    async sign({ gateways }, eventId) {
      const delivery = await gateways.for('sandbox')?.sandbox?.delivery(eventId)
      const headers = { [SIGNATURE_HEADER]: delivery?.signature ?? '' }
      return { path: '/api/v1/webhooks/sandbox', body: delivery?.body ?? '', headers }
    },
    delivered: () => network.delivered,
    async calm() {
      network.faults = {}
    },
    close: () => network.close(),
  }
}

async function listSandboxCharges(db: Db): Promise<Charge[]> {
  const { rows } = await sql<{ id: string; reference: string; currency: string; amount: number; refunded: number }>`
    select id, reference, currency, amount_minor as amount, refunded_minor as refunded
    from sandbox.intent where method = 'card' and status = 'succeeded'`.execute(db)
  return rows.map(({ id, reference, currency, amount, refunded }) => ({
    provider: 'sandbox',
    intentId: id,
    reference,
    amount: money(amount, currency),
    refunded: money(refunded, currency),
  }))
}

/** The browser sends again what got no answer: one secret is one payment. */
async function waitUntilReceived(send: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const answer = (await send().catch(() => null)) as { error?: { type?: string } } | null
    if (answer && answer.error?.type !== 'api_error') return
    await pause(200)
  }
}
