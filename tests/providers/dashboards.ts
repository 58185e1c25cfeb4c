/** Refunds and disputes made in the providers' own dashboards, and the delivery of their webhooks to us. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { createGateways } from '#platform/payments/gateways.ts'
import type { Decision } from '#platform/payments/sandbox-pages.ts'
import { createStripeGateway } from '#platform/payments/stripe.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import { createDispute, decideDispute } from '#sandbox/disputes.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { paymentById } from '#sell/orders/queries/payments.ts'
import { cards } from '../world/selling.ts'
import type { World } from '../world/world.ts'
import { createDoubleConfig, type PaypalDouble, routePaypalTo } from './paypal/paypal.ts'
import { paypalAt } from './paypal/rigs.ts'
import { confirm, createRigConfig, METHODS } from './rigs.ts'
import { KEYS, routeTo, type StripeDouble } from './stripe/stripe.ts'

export type ProviderDashboard = {
  deps: Deps
  /** The gateway of the payments. */
  gateway: Gateway
  pay(clientSecret: string): Promise<unknown>
  /** Answers the refund's id. */
  refund(intentId: string, minor: number): Promise<string>
  /** The bank sends it back. */
  fail(refundId: string): Promise<void>
  /** The card holder's bank disputes the charge, or only asks about it. Answers the dispute's id. */
  dispute(intentId: string, status: 'open' | 'inquiry', minor?: number): Promise<string>
  /** The bank decides the dispute. */
  decide(disputeId: string, decision: Decision): Promise<void>
  /** A bank that took the money for good gives it back after all. */
  reverse(disputeId: string): Promise<void>
  /** From now on news comes to this address. */
  listen(base: string): void
  deaf(): void
}

const STRIPE_STATUS = { open: 'needs_response', inquiry: 'warning_needs_response' } as const
const STRIPE_DECISION = { open: 'needs_response', closed: 'warning_closed', won: 'won', lost: 'lost' } as const

export function stripeDashboard(world: World, double: StripeDouble): ProviderDashboard {
  const stripe = createRigConfig(double)
  const gateway = withDeadline(createStripeGateway(stripe))
  return {
    gateway,
    deps: {
      ...world,
      config: { ...world.config, stripe },
      gateways: createGateways({ card: gateway, paypal: null }, [world.gateway!]),
    },
    pay: (clientSecret) => confirm(double.url, KEYS.publishableKey, clientSecret, METHODS.good),
    refund: async (intentId, minor) => double.books.refundAtDashboard(intentId, minor),
    fail: async (refundId) => double.books.failRefund(refundId),
    dispute: async (intentId, status, minor) => double.books.disputes.open(intentId, STRIPE_STATUS[status], minor),
    decide: async (disputeId, decision) => double.books.disputes.decide(disputeId, STRIPE_DECISION[decision]),
    reverse: async (disputeId) => double.books.disputes.decide(disputeId, 'won'),
    listen: (base) => {
      double.route = routeTo(base, 'plain')
    },
    deaf: () => {
      double.route = null
    },
  }
}

const PAYPAL_STAGE = { open: 'CHARGEBACK', inquiry: 'INQUIRY' } as const
const PAYPAL_OUTCOME = {
  closed: 'CANCELED_BY_BUYER',
  won: 'RESOLVED_SELLER_FAVOUR',
  lost: 'RESOLVED_BUYER_FAVOUR',
} as const

export function paypalDashboard(world: World, double: PaypalDouble): ProviderDashboard {
  const paypal = createDoubleConfig(double)
  const gateway = paypalAt(paypal)
  const { disputes } = double.books
  const deps: Deps = {
    ...world,
    config: { ...world.config, paypal },
    gateways: createGateways({ card: world.gateway, paypal: gateway }),
  }
  return {
    deps,
    gateway,
    /** The payment was begun by card, and the buyer changes to PayPal. */
    async pay(clientSecret) {
      const { rows } = await sql<{ id: string }>`update payment set method = 'paypal', provider = 'paypal',
          provider_intent_id = null where id = (select reference::uuid from sandbox.intent
          where client_secret = ${clientSecret}) returning id`.execute(world.db)
      const payment = (await paymentById(world.db, rows[0]!.id))!
      const { intentId } = await createIntent(deps, gateway, payment)
      double.books.approve(intentId, 'balance')
      const amount = money(payment.amount_minor, payment.currency)
      await gateway.capture({ key: `capture:${payment.id}`, intentId, amount, reference: payment.id })
    },
    refund: async (intentId, minor) => double.books.refundAtDashboard(intentId, minor),
    fail: async (refundId) => double.books.failRefund(refundId),
    dispute: async (intentId, status, minor) => disputes.open(intentId, PAYPAL_STAGE[status], minor),
    decide: async (disputeId, decision) =>
      decision === 'open' ? disputes.claim(disputeId) : disputes.decide(disputeId, PAYPAL_OUTCOME[decision]),
    reverse: async (disputeId) => disputes.decide(disputeId, PAYPAL_OUTCOME.won),
    listen: (base) => {
      double.route = routePaypalTo(double, base, 'plain')
    },
    deaf: () => {
      double.route = null
    },
  }
}

/** The sandbox has no dashboard to sit at: its books are written, and its post is brought by hand. */
export function sandboxDashboard(world: World): ProviderDashboard {
  const { db } = world
  const sandbox = world.gateway!.sandbox
  let base: string | null = null
  const deliverEvent = async (intentId: string, type: string) => {
    const id = `sbe_${randomUUID()}`
    await sql`insert into sandbox.event (id, intent_id, type) values (${id}, ${intentId}, ${type})`.execute(db)
    const delivery = base && (await sandbox.delivery(id))
    if (!delivery) return
    const headers = { 'content-type': 'application/json', 'sandbox-signature': delivery.signature }
    await fetch(`${base}/api/v1/webhooks/sandbox`, { method: 'POST', headers, body: delivery.body })
  }
  return {
    gateway: world.gateway!,
    deps: world,
    pay: (clientSecret) => sandbox.confirm({ clientSecret, ...cards.good }),
    async refund(intentId, minor) {
      const id = `sbr_${randomUUID()}`
      await sql`insert into sandbox.refund (id, intent_id, idempotency_key, amount_minor)
        values (${id}, ${intentId}, ${`dashboard ${id}`}, ${minor})`.execute(db)
      await sql`update sandbox.intent set refunded_minor = refunded_minor + ${minor} where id = ${intentId}`.execute(db)
      await deliverEvent(intentId, 'refund.created')
      return id
    },
    async fail(refundId) {
      const { rows } = await sql<{ intent_id: string }>`update sandbox.refund set status = 'failed'
        where id = ${refundId} returning intent_id`.execute(db)
      await sql`update sandbox.intent i set refunded_minor = i.refunded_minor - r.amount_minor
        from sandbox.refund r where r.id = ${refundId} and i.id = r.intent_id`.execute(db)
      await deliverEvent(rows[0]!.intent_id, 'refund.failed')
    },
    async dispute(intentId, status, minor) {
      const { rows } = await sql<{ amount_minor: number }>`select amount_minor::int from sandbox.intent
        where id = ${intentId}`.execute(db)
      const id = await createDispute(db, { id: intentId, amount_minor: minor ?? rows[0]!.amount_minor }, status)
      await deliverEvent(intentId, 'dispute.created')
      return id
    },
    async decide(disputeId, decision) {
      const intentId = await decideDispute(db, disputeId, decision)
      if (!intentId) throw new Error('the sandbox’s bank cannot decide that')
      await deliverEvent(intentId, `dispute.${decision}`)
    },
    async reverse(disputeId) {
      await sql`update sandbox.dispute set status = 'open' where id = ${disputeId}`.execute(db)
      await decideDispute(db, disputeId, 'won')
    },
    listen: (to) => {
      base = to
    },
    deaf: () => {
      base = null
    },
  }
}
