/** The gateways that the promises are asked of, each with a buyer's hand at its other side. */
import { sql } from 'kysely'
import Stripe from 'stripe'
import type { StripeConfig } from '#config/payments.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { createStripeGateway } from '#platform/payments/stripe.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import { SIGNATURE_HEADER } from '#sandbox/books.ts'
import type { SandboxGateway } from '#sandbox/card-gateway.ts'
import { cards } from '../world/selling.ts'
import type { World } from '../world/world.ts'
import type { ApprovalRig } from './approval-promises.ts'
import type { Rig, TestCard } from './gateway-promises.ts'
import type { EventObject } from './stripe/objects.ts'
import { KEYS, type StripeDouble } from './stripe/stripe.ts'

export function sandboxRig({ db, gateway }: World): Rig {
  const { sandbox } = gateway!
  return {
    gateway: gateway!,
    pay: (clientSecret, card) => sandbox.confirm({ clientSecret, ...cards[card] }),
    answer: (clientSecret, challenge) => sandbox.confirm({ clientSecret, challenge }),
    decide: (clientSecret) =>
      sql`update sandbox.intent set settles_at = now() where client_secret = ${clientSecret}`.execute(db),
    deliveries: (intentId) => listDeliveries(db, gateway!, intentId),
  }
}

/** The sandbox PayPal, whose page answers for the buyer. */
export function sandboxPaypalRig({ db, paypal, gateway }: World): ApprovalRig {
  const answers = { good: 'approve', late: 'approve-late', declined: 'approve-declined' } as const
  return {
    gateway: paypal,
    async approve(intentId, approving) {
      const { approvalUrl } = await paypal.getIntent(intentId)
      return paypal.sandboxPaypal.answer(approvalUrl!.split('/').at(-1)!, answers[approving])
    },
    decide: (intentId) => sql`update sandbox.intent set settles_at = now() where id = ${intentId}`.execute(db),
    deliveries: (intentId) => listDeliveries(db, gateway!, intentId),
  }
}

async function listDeliveries(db: World['db'], { sandbox }: SandboxGateway, intentId: string) {
  const { rows } = await sql<{ id: string }>`select id from sandbox.event where intent_id = ${intentId}`.execute(db)
  const all = await Promise.all(rows.map(({ id }) => sandbox.delivery(id)))
  return all.flatMap((one) => (one ? { body: one.body, headers: { [SIGNATURE_HEADER]: one.signature } } : []))
}

/** By the names of Stripe's test payment methods; the last one is the double's own. */
export const METHODS: Record<TestCard, string> = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  noFunds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  asks: 'pm_card_threeDSecure2Required',
  failsLater: 'pm_card_chargeCustomerFail',
  asksLater: 'pm_card_authenticationRequired',
  late: 'pm_double_processes',
}

export function createRigConfig({ url }: Pick<StripeDouble, 'url'>): StripeConfig {
  return { ...KEYS, apiUrl: url, isTest: true }
}

export function doubleRig(double: StripeDouble, gateway = stripeAt(createRigConfig(double))): Rig {
  const signer = new Stripe(KEYS.secretKey)
  return {
    gateway,
    pay: (clientSecret, card) => confirm(double.url, KEYS.publishableKey, clientSecret, METHODS[card]),
    answer: async (clientSecret, word) => double.books.answer(getIntentId(clientSecret), word),
    decide: async (clientSecret) => double.books.decide(getIntentId(clientSecret)),
    async deliveries(intentId) {
      const answer = await fetch(`${double.url}/v1/events?limit=100`, {
        headers: { authorization: `Bearer ${KEYS.secretKey}` },
      })
      const { data } = (await answer.json()) as { data: EventObject[] }
      return data
        .filter((event) => JSON.stringify(event).includes(intentId))
        .map((event) => {
          const body = JSON.stringify(event)
          const options = { payload: body, secret: KEYS.webhookSecret }
          return { body, headers: { 'stripe-signature': signer.webhooks.generateTestHeaderString(options) } }
        })
    },
  }
}

/** A secret key of Stripe's test mode, if the environment sets one. */
export const TEST_MODE_KEY = process.env.STRIPE_TEST_SECRET_KEY ?? null

/** Stripe's own test mode: no browser to answer its bank, no card that is late, no address that it could tell news to. */
export function testModeRig(secretKey: string): Rig {
  const apiUrl = 'https://api.stripe.com'
  return {
    gateway: stripeAt({ secretKey, publishableKey: 'pk_test_unused', webhookSecret: null, apiUrl, isTest: true }),
    pay: (clientSecret, card) => confirm(apiUrl, secretKey, clientSecret, METHODS[card]),
    answer: null,
    decide: null,
    deliveries: null,
  }
}

const stripeAt = (config: StripeConfig): Gateway => withDeadline(createStripeGateway(config))

const getIntentId = (clientSecret: string) => clientSecret.replace(/_secret_.*/, '')

/** Sends the request that Stripe.js sends when the buyer presses the button. */
export async function confirm(
  url: string,
  key: string,
  clientSecret: string,
  method: string,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const isBrowser = key.startsWith('pk_')
  const answer = await fetch(`${url}/v1/payment_intents/${getIntentId(clientSecret)}/confirm`, {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ payment_method: method, ...(isBrowser && { client_secret: clientSecret }) }),
  })
  return answer.json()
}
