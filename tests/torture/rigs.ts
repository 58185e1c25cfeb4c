/** The two providers with faults: the server's settings for them, and the network of buyers and webhooks. */
import Stripe from 'stripe'
import type { Deps } from '#http/deps.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'
import { SIGNATURE_HEADER } from '#platform/payments/sandbox-books.ts'
import { USUAL_FAULTS } from '../providers/faults.ts'
import { confirm, METHODS } from '../providers/rigs.ts'
import { KEYS, routeTo, startStripe } from '../providers/stripe/stripe.ts'
import { createRandom, type Random } from '../support/random.ts'
import { cards } from '../world/selling.ts'
import type { RunningServer } from '../world/server.ts'
import { startBadNetwork } from './bad-network.ts'
import type { Shop } from './shopper.ts'

export type Delivery = { path: string; body: string; headers: Record<string, string> }

export type Rig = {
  environment: Record<string, string>
  ready(server: RunningServer): void
  pay: Shop['pay']
  answer: Shop['answer']
  /** An event as it came, signed anew. */
  sign(deps: Deps, eventId: string): Promise<Delivery>
  /** How many webhooks have arrived. */
  delivered(): number
  /** Ends the faults. Pending webhooks arrive. */
  calm(): Promise<void>
  close(): Promise<void>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function createRig(provider: PaymentProvider, seed: number): Promise<Rig> {
  return provider === 'stripe' ? stripeRig(seed) : sandboxRig(seed, createRandom(seed))
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
    pay: (secret, card) =>
      waitUntilReceived(() =>
        confirm(double.url, KEYS.publishableKey, secret, METHODS[card], AbortSignal.timeout(3000)),
      ),
    answer: async (secret, word) => double.books.answer(secret.replace(/_secret_.*/, ''), word),
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
    pay: (clientSecret, card) => send({ clientSecret, ...cards[card] }),
    answer: (clientSecret, challenge) => send({ clientSecret, challenge }),
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

/** The browser sends again what got no answer: one secret is one payment. */
async function waitUntilReceived(send: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const answer = (await send().catch(() => null)) as { error?: { type?: string } } | null
    if (answer && answer.error?.type !== 'api_error') return
    await pause(200)
  }
}
