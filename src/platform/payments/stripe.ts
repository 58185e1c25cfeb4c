/**
 * Cards by Stripe: Payment Intents, opened here and confirmed by the browser with Stripe's own element.
 * Only cards, and the wallets that are cards: their answer is there within the life of a seat hold, that
 * of a bank debit is not.
 */
import Stripe from 'stripe'
import type { StripeConfig } from '#config/payments.ts'
import type { Gateway } from './gateway.ts'
import { DisputesShape, toProviderDisputes } from './stripe-disputes.ts'
import { isPastCancelling, keyed, WITH_CHARGE } from './stripe-keys.ts'
import { chargeSavedCard, detachSavedCard, toCardGone, toCardParameters } from './stripe-saved-cards.ts'
import {
  ChargesShape,
  hasFailed,
  IntentShape,
  RefundShape,
  RefundsShape,
  toCharge,
  toIntent,
  toProviderEvent,
  toProviderRefunds,
  toStripe,
} from './stripe-shapes.ts'
import { DEADLINE_MS } from './with-deadline.ts'

const API_VERSION = '2026-10-28.endive'
const OLDEST_SIGNATURE_SECONDS = 300
/** The most items that one listing reads, in pages of 100. */
const MOST_CHARGES = 10_000
const MOST_REFUNDS = 10_000
const MOST_DISPUTES = 10_000

export function createStripeGateway(config: StripeConfig): Gateway {
  const stripe = connect(config)
  const { webhookSecret } = config
  return {
    provider: 'stripe',

    createIntent: ({ key, amount, reference, card }) =>
      callStripe(async () => {
        const order = {
          ...toStripe(amount),
          payment_method_types: ['card'],
          metadata: { payment_id: reference },
          ...(card && (await toCardParameters(stripe, card, key))),
        }
        const intent = await keyed(key, (idempotencyKey) =>
          stripe.paymentIntents.create(order, { idempotencyKey }),
        ).catch((error) => Promise.reject(toCardGone(error, card)))
        return toIntent(IntentShape.parse(intent))
      }),

    getIntent: (intentId) =>
      callStripe(async () => toIntent(IntentShape.parse(await stripe.paymentIntents.retrieve(intentId, WITH_CHARGE)))),

    // Without a key: to cancel twice is to cancel once, and a key would repeat an old failure.
    cancelIntent: (intentId) =>
      callStripe(async () => {
        const ended = await stripe.paymentIntents
          .cancel(intentId, WITH_CHARGE)
          .catch((error) => (isPastCancelling(error) ? stripe.paymentIntents.retrieve(intentId, WITH_CHARGE) : error))
        if (ended instanceof Error) throw ended
        return toIntent(IntentShape.parse(ended))
      }),

    capture: null,
    refund: (order) => callStripe(() => refund(stripe, order)),

    listCharges: (since) =>
      callStripe(async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const charges = await stripe.charges.list({ created, limit: 100 }).autoPagingToArray({ limit: MOST_CHARGES })
        return ChargesShape.parse(charges).flatMap(toCharge)
      }),

    listRefunds: (of) =>
      callStripe(async () => {
        const refunds = await stripe.refunds
          .list({ ...toListQuery(of), limit: 100 })
          .autoPagingToArray({ limit: MOST_REFUNDS })
        return RefundsShape.parse(refunds).flatMap(toProviderRefunds).reverse()
      }),

    listDisputes: (of) =>
      callStripe(async () => {
        const list = await stripe.disputes
          .list({ ...toListQuery(of), limit: 100 })
          .autoPagingToArray({ limit: MOST_DISPUTES })
        return DisputesShape.parse(list).flatMap(toProviderDisputes).reverse()
      }),

    disputeUrl: (disputeId) => `https://dashboard.stripe.com/${config.isTest ? 'test/' : ''}disputes/${disputeId}`,

    readEvent: webhookSecret === null ? null : (rawBody, headers) => readEvent(stripe, webhookSecret, rawBody, headers),

    savedCards: {
      charge: (intentId, card, buyer) => callStripe(() => chargeSavedCard(stripe, intentId, card, buyer)),
      detach: (card) => callStripe(() => detachSavedCard(stripe, card)),
    },

    sandbox: null,
    sandboxPaypal: null,
  }
}

const toListQuery = (of: { since: Date } | { intentId: string }) =>
  'since' in of ? { created: { gte: Math.floor(of.since.getTime() / 1000) } } : { payment_intent: of.intentId }

/** Stripe forgets a key after a day, but never a refund's metadata. So an earlier refund is looked up first. */
async function refund(stripe: Stripe, { key, intentId, amount }: Parameters<Gateway['refund']>[0]) {
  const list = RefundsShape.parse(
    await stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: MOST_REFUNDS }),
  )
  const tried = list.filter((one) => one.metadata?.refund_key === key)
  const accepted = tried.find((one) => !hasFailed(one))
  if (accepted) return { refundId: accepted.id }
  const order = { payment_intent: intentId, amount: toStripe(amount).amount, metadata: { refund_key: key } }
  const nextKey = tried.length === 0 ? key : `${key}:after-${tried.length}`
  const created = RefundShape.parse(
    await keyed(nextKey, (idempotencyKey) => stripe.refunds.create(order, { idempotencyKey })),
  )
  if (hasFailed(created)) throw new Error(`the refund was not accepted: ${created.status}`)
  return { refundId: created.id }
}

function readEvent(
  stripe: Stripe,
  secret: string,
  ...[rawBody, headers]: Parameters<NonNullable<Gateway['readEvent']>>
) {
  try {
    const signature = headers['stripe-signature'] ?? ''
    return toProviderEvent(stripe.webhooks.constructEvent(rawBody, signature, secret, OLDEST_SIGNATURE_SECONDS))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

/** By fetch, whose time-out bounds the whole call; Node's own client bounds silence only, and repeats a call by itself. */
function connect({ secretKey, apiUrl }: StripeConfig): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    // A redirect would take the secret key elsewhere.
    httpClient: Stripe.createFetchHttpClient((url, init) => fetch(url, { ...init, redirect: 'error' })),
    timeout: DEADLINE_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Stripe's errors carry the whole intent with its secret; what is thrown on, and logged, does not. */
async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, statusCode, requestId } = error
    throw new Error(
      `Stripe did not do it: ${[type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ')}`,
    )
  }
}
