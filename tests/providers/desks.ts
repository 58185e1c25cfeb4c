/** The providers' own desks, where somebody refunds without asking us, and the way their news takes to us. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '#http/deps.ts'
import { withDeadline } from '#platform/payments/gateway.ts'
import { openStripe } from '#platform/payments/stripe.ts'
import { cards } from '../selling.ts'
import type { World } from '../world.ts'
import { configOf, confirm, METHODS } from './rigs.ts'
import { KEYS, routeTo, type StripeDouble } from './stripe/stripe.ts'

export type Desk = {
  deps: Deps
  pay(clientSecret: string): Promise<unknown>
  /** Answers the refund's id. */
  refund(intentId: string, minor: number): Promise<string>
  /** The bank sends it back. */
  fail(refundId: string): Promise<void>
  /** From now on news comes to this address. */
  listen(base: string): void
  deaf(): void
}

export function stripeDesk(world: World, double: StripeDouble): Desk {
  const stripe = configOf(double)
  return {
    deps: { ...world, config: { ...world.config, stripe }, gateway: withDeadline(openStripe(stripe)) },
    pay: (clientSecret) => confirm(double.url, KEYS.publishableKey, clientSecret, METHODS.good),
    refund: async (intentId, minor) => double.books.refundAtDesk(intentId, minor),
    fail: async (refundId) => double.books.failRefund(refundId),
    listen: (base) => {
      double.route = routeTo(base, 'plain')
    },
    deaf: () => {
      double.route = null
    },
  }
}

/** The sandbox has no desk to sit at: its books are written, and its post is brought by hand. */
export function sandboxDesk(world: World): Desk {
  const { db } = world
  const sandbox = world.gateway!.sandbox
  let base: string | null = null
  const tell = async (intentId: string, type: string) => {
    const id = `sbe_${randomUUID()}`
    await sql`insert into sandbox.event (id, intent_id, type) values (${id}, ${intentId}, ${type})`.execute(db)
    const delivery = base && (await sandbox.delivery(id))
    if (!delivery) return
    const headers = { 'content-type': 'application/json', 'sandbox-signature': delivery.signature }
    await fetch(`${base}/api/v1/webhooks/sandbox`, { method: 'POST', headers, body: delivery.body })
  }
  return {
    deps: world,
    pay: (clientSecret) => sandbox.confirm({ clientSecret, ...cards.good }),
    async refund(intentId, minor) {
      const id = `sbr_${randomUUID()}`
      await sql`insert into sandbox.refund (id, intent_id, idempotency_key, amount_minor)
        values (${id}, ${intentId}, ${`desk ${id}`}, ${minor})`.execute(db)
      await sql`update sandbox.intent set refunded_minor = refunded_minor + ${minor} where id = ${intentId}`.execute(db)
      await tell(intentId, 'refund.created')
      return id
    },
    async fail(refundId) {
      const { rows } = await sql<{ intent_id: string }>`update sandbox.refund set status = 'failed'
        where id = ${refundId} returning intent_id`.execute(db)
      await sql`update sandbox.intent i set refunded_minor = i.refunded_minor - r.amount_minor
        from sandbox.refund r where r.id = ${refundId} and i.id = r.intent_id`.execute(db)
      await tell(rows[0]!.intent_id, 'refund.failed')
    },
    listen: (to) => {
      base = to
    },
    deaf: () => {
      base = null
    },
  }
}
