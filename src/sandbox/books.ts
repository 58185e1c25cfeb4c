/** The books that both sandbox providers keep (schema `sandbox`): charges, refunds, and events with their signed deliveries. */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { money } from '#domain/money/money.ts'
import type { Db } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Gateway, ProviderEvent } from '#platform/payments/gateway.ts'
import type { ProviderRefund } from '#platform/payments/provider-refund.ts'
import type { Delivery } from '#platform/payments/sandbox-pages.ts'
import type { Secrets } from '#platform/secrets.ts'
import { isDisputed, listDisputes } from './disputes.ts'
import { sandboxDeliverJob } from './queue.ts'

export type SandboxMethod = 'card' | 'paypal'

export type Row = {
  id: string
  method: SandboxMethod
  client_secret: string | null
  status: 'requires_payment_method' | 'requires_action' | 'approved' | 'processing' | 'succeeded' | 'canceled'
  amount_minor: number
  refunded_minor: number
  currency: string
  reference: string
  failure_code: string | null
  card_brand: string | null
  card_last4: string | null
  card_fingerprint: string | null
  card_exp_month: number | null
  card_exp_year: number | null
  challenge: string | null
  return_url: string
  customer_id: string | null
  method_id: string | null
  cancel_url: string | null
  approval: string | null
  payer: string | null
  on_capture: 'succeeded' | 'declined' | 'late' | 'disputed' | 'inquired' | null
}

type RefundRow = {
  id: string
  intent_id: string
  idempotency_key: string
  amount_minor: number
  currency: string
  status: 'succeeded' | 'failed'
  created_at: Date
}

export const SIGNATURE_HEADER = 'sandbox-signature'
/** How long a late answer takes. */
export const LATE = sql`interval '4 seconds'`
const OLDEST_SIGNATURE_SECONDS = 300
const PROVIDER: Record<SandboxMethod, Delivery['provider']> = { card: 'sandbox', paypal: 'sandbox-paypal' }

type Books = Pick<Gateway, 'refund' | 'listCharges' | 'listRefunds' | 'listDisputes' | 'readEvent'>

/** The part of a gateway that both sandboxes share, each with its own payments. */
export function createBooks(db: Db, secrets: Secrets, method: SandboxMethod): Books {
  return {
    refund: (order) => refund(db, order),

    async listCharges(since) {
      const { rows } = await sql<Row>`select * from sandbox.intent
        where status = 'succeeded' and created_at >= ${since} and method = ${method}`.execute(db)
      return rows.map((row) => ({
        intentId: row.id,
        reference: row.reference,
        amount: money(row.amount_minor, row.currency),
        refunded: money(row.refunded_minor, row.currency),
      }))
    },

    async listRefunds(of) {
      const which = 'since' in of ? sql`r.created_at >= ${of.since}` : sql`r.intent_id = ${of.intentId}`
      const { rows } = await sql<RefundRow>`select r.*, i.currency from sandbox.refund r
        join sandbox.intent i on i.id = r.intent_id where ${which} and i.method = ${method}
        order by r.created_at, r.id`.execute(db)
      return rows.map(toProviderRefund)
    },

    listDisputes: (of) => listDisputes(db, of, method),
    readEvent: (rawBody, headers) => readEvent(secrets, method, rawBody, headers[SIGNATURE_HEADER]),
  }
}

export async function findIntent(db: Db, where: RawBuilder<unknown>): Promise<Row | null> {
  const rows = await sql<Row>`select * from sandbox.intent where ${where}`.execute(db)
  return rows.rows[0] ?? null
}

/** Stores an event and enqueues its delivery. */
export async function announce(db: Db, jobs: Jobs, intentId: string, type: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const event = { id: `sbe_${newToken()}` }
    await sql`insert into sandbox.event (id, intent_id, type) values (${event.id}, ${intentId}, ${type})`.execute(tx)
    await jobs.enqueue(tx, sandboxDeliverJob, { eventId: event.id })
  })
}

/** Completes a late charge, once its time has come. */
export async function answerLateOnes(db: Db, jobs: Jobs, intentId: string): Promise<void> {
  const done = await sql`update sandbox.intent set status = 'succeeded'
    where id = ${intentId} and status = 'processing' and settles_at <= now()`.execute(db)
  if (done.numAffectedRows) await announce(db, jobs, intentId, 'intent.succeeded')
}

/** The signed delivery of one event. Null when it is unknown. */
export async function createDelivery(db: Db, secrets: Secrets, eventId: string): Promise<Delivery | null> {
  const { rows } = await sql<{ id: string; type: string; intent_id: string; method: SandboxMethod }>`
    select e.*, i.method from sandbox.event e join sandbox.intent i on i.id = e.intent_id
    where e.id = ${eventId}`.execute(db)
  const event = rows[0]
  if (!event) return null
  const body = JSON.stringify({ id: event.id, type: event.type, intent: event.intent_id })
  const at = Math.floor(Date.now() / 1000)
  const signature = secrets.mac(getPurpose(event.method), `${at}.${body}`).toString('base64url')
  return { provider: PROVIDER[event.method], body, signature: `t=${at},v1=${signature}` }
}

export const newToken = () => randomBytes(24).toString('base64url')

const getPurpose = (method: SandboxMethod) => (method === 'card' ? 'sandbox-webhook' : 'sandbox-paypal-webhook')

function readEvent(secrets: Secrets, method: SandboxMethod, body: string, header: unknown): ProviderEvent | null {
  const [, at, mac] = /^t=(\d{1,12}),v1=([A-Za-z0-9_-]{43})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (!at || !mac || Math.abs(Date.now() / 1000 - Number(at)) > OLDEST_SIGNATURE_SECONDS) return null
  if (!secrets.isMac(getPurpose(method), `${Number(at)}.${body}`, mac)) return null
  const event = JSON.parse(body) as { id: string; type: string; intent: string }
  return { eventId: event.id, intentId: event.intent, type: event.type }
}

async function refund(db: Db, { key, intentId, amount }: Parameters<Gateway['refund']>[0]) {
  return db.transaction().execute(async (tx) => {
    const inserted = await sql`insert into sandbox.refund (id, intent_id, idempotency_key, amount_minor)
      values (${`sbr_${newToken()}`}, ${intentId}, ${key}, ${amount.minor})
      on conflict (idempotency_key) do nothing`.execute(tx)
    if (inserted.numAffectedRows) {
      if (await isDisputed(tx, intentId)) throw new Error('the sandbox refunds no disputed charge')
      const paid = await sql`update sandbox.intent set refunded_minor = refunded_minor + ${amount.minor}
        where id = ${intentId} and status = 'succeeded'`.execute(tx)
      if (!paid.numAffectedRows) throw new Error('the sandbox refunds no intent without a charge')
    }
    const query = sql<{ id: string }>`select id from sandbox.refund where idempotency_key = ${key}`
    return { refundId: (await query.execute(tx)).rows[0]!.id }
  })
}

function toProviderRefund(row: RefundRow): ProviderRefund {
  return {
    refundId: row.id,
    intentId: row.intent_id,
    key: row.idempotency_key,
    amount: money(row.amount_minor, row.currency),
    hasFailed: row.status === 'failed',
    at: row.created_at,
  }
}
