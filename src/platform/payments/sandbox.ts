/**
 * A card provider that runs alone: it keeps its own books (schema `sandbox`), commits on its own, and
 * tells us by signed webhook, so that everything on our side is what a real provider would need.
 * Test cards: docs/contract.md §8.
 */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Money, money } from '#domain/money/money.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Secrets } from '../secrets.ts'
import type { Gateway, Intent } from './gateway.ts'
import type { ProviderRefund } from './provider-refund.ts'
import {
  type Challenge,
  type Confirmation,
  type Confirmed,
  disputeOfCard,
  judgeCard,
  type Question,
  type Sandbox,
} from './sandbox-cards.ts'
import { createDispute, decideDispute, isDisputed, listDisputes } from './sandbox-disputes.ts'

type Row = {
  id: string
  client_secret: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  amount_minor: number
  refunded_minor: number
  currency: string
  reference: string
  failure_code: string | null
  card_brand: string | null
  card_last4: string | null
  challenge: string | null
  return_url: string
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

/** `bankUrl`: the page where a question is answered, without the question's id. */
type Parts = { db: Db; jobs: Jobs; secrets: Secrets; bankUrl: string }

export type SandboxGateway = Gateway & { sandbox: Sandbox }

export const SIGNATURE_HEADER = 'sandbox-signature'
const OLDEST_SIGNATURE_SECONDS = 300
/** How long the late card keeps everybody waiting. */
const LATE = sql`interval '4 seconds'`

export function createSandboxGateway({ db, jobs, secrets, bankUrl }: Parts): SandboxGateway {
  const known = (row: Row | null) => toIntent(row, bankUrl)
  return {
    provider: 'sandbox',

    async createIntent({ key, amount, reference, returnUrl }) {
      const id = `sbi_${token()}`
      const { rows } =
        await sql<Row>`insert into sandbox.intent (id, client_secret, idempotency_key, status, amount_minor, currency, reference, return_url)
        values (${id}, ${`${id}_secret_${token()}`}, ${key}, 'requires_payment_method', ${amount.minor}, ${amount.currency}, ${reference}, ${returnUrl})
        on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key returning *`.execute(db)
      return known(rows[0] ?? null)
    },

    async getIntent(intentId) {
      const row = await find(db, sql`id = ${intentId}`)
      if (row?.status !== 'processing') return known(row)
      await answerLateOnes(db, jobs, intentId)
      return known(await find(db, sql`id = ${intentId}`))
    },

    async cancelIntent(intentId) {
      await answerLateOnes(db, jobs, intentId)
      const ended = await sql<Row>`update sandbox.intent set status = 'canceled'
        where id = ${intentId} and status in ('requires_payment_method', 'requires_action') returning *`.execute(db)
      if (ended.rows[0]) await announce(db, jobs, intentId, 'intent.canceled')
      return known(await find(db, sql`id = ${intentId}`))
    },

    refund: (order) => refund(db, order),

    async listCharges(since) {
      const rows =
        await sql<Row>`select * from sandbox.intent where status = 'succeeded' and created_at >= ${since}`.execute(db)
      return rows.rows.map((row) => ({
        intentId: row.id,
        reference: row.reference,
        amount: money(row.amount_minor, row.currency),
        refunded: money(row.refunded_minor, row.currency),
      }))
    },

    async listRefunds(of) {
      const which = 'since' in of ? sql`r.created_at >= ${of.since}` : sql`r.intent_id = ${of.intentId}`
      const { rows } = await sql<RefundRow>`select r.*, i.currency from sandbox.refund r
        join sandbox.intent i on i.id = r.intent_id where ${which} order by r.created_at, r.id`.execute(db)
      return rows.map(toProviderRefund)
    },

    listDisputes: (of) => listDisputes(db, of),
    disputeUrl: (disputeId) => `${bankUrl.replace(/bank$/, 'disputes')}/${disputeId}`,

    readEvent(rawBody, headers) {
      if (!signatureHolds(secrets, rawBody, headers[SIGNATURE_HEADER])) return null
      const event = JSON.parse(rawBody) as { id: string; type: string; intent: string }
      return { eventId: event.id, intentId: event.intent, type: event.type }
    },

    sandbox: {
      async confirm(order) {
        const confirmed = await confirm(db, jobs, order)
        if (confirmed?.status !== 'requires_action') return confirmed
        const { nextAction } = known(await find(db, sql`client_secret = ${order.clientSecret}`))
        return { ...confirmed, ...(nextAction?.redirectUrl && { nextAction: { redirectUrl: nextAction.redirectUrl } }) }
      },
      question: (challengeId) => question(db, challengeId),
      answer: (challengeId, challenge) => answer(db, jobs, challengeId, challenge),
      delivery: (eventId) => delivery(db, secrets, eventId),
      dispute: async (disputeId) => (await listDisputes(db, { disputeId }))[0] ?? null,
      async decideDispute(disputeId, decision) {
        const intentId = await decideDispute(db, disputeId, decision)
        if (intentId) await announce(db, jobs, intentId, `dispute.${decision}`)
        return intentId !== null
      },
    },
  }
}

async function refund(db: Db, { key, intentId, amount }: Parameters<Gateway['refund']>[0]) {
  return db.transaction().execute(async (tx) => {
    const inserted = await sql`insert into sandbox.refund (id, intent_id, idempotency_key, amount_minor)
      values (${`sbr_${token()}`}, ${intentId}, ${key}, ${amount.minor}) on conflict (idempotency_key) do nothing`.execute(
      tx,
    )
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

async function confirm(db: Db, jobs: Jobs, order: Confirmation): Promise<Confirmed | null> {
  const isCard = 'number' in order
  const verdict = isCard ? judgeCard(order) : afterChallenge(order.challenge)
  const status = STATUS_BY_VERDICT[verdict.status]
  // A challenge answers what was asked, and nothing else: without a card there is nothing to accept.
  const open = isCard ? sql`('requires_payment_method', 'requires_action')` : sql`('requires_action')`
  const { rows } = await sql<Row>`update sandbox.intent set status = ${status}, failure_code = ${verdict.failureCode},
      challenge = case when ${status} = 'requires_action' then ${token()} else challenge end,
      card_brand = ${isCard ? verdict.card.brand : sql`card_brand`}, card_last4 = ${isCard ? verdict.card.last4 : sql`card_last4`},
      settles_at = case when ${status} = 'processing' then now() + ${LATE} end
    where client_secret = ${order.clientSecret} and status in ${open} returning *`.execute(db)
  const row = rows[0]
  if (!row) return explain(await find(db, sql`client_secret = ${order.clientSecret}`))
  if (verdict.status !== 'requires_action') await announce(db, jobs, row.id, `intent.${verdict.status}`)
  const disputed = 'number' in order && verdict.status === 'succeeded' ? disputeOfCard(order.number) : null
  if (disputed) {
    await createDispute(db, row, disputed)
    await announce(db, jobs, row.id, 'dispute.created')
  }
  return {
    status: verdict.status,
    ...(verdict.failureCode && { failureCode: verdict.failureCode }),
  }
}

const STATUS_BY_VERDICT = {
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
}

/** Why an intent takes no confirmation now. */
function explain(row: Row | null): Confirmed | null {
  if (!row) return null
  if (row.status === 'succeeded' || row.status === 'processing') return { status: row.status }
  return { status: 'failed', failureCode: (row.status !== 'canceled' && row.failure_code) || 'card_declined' }
}

function afterChallenge(challenge: Challenge) {
  const nobody = { brand: null, last4: null }
  return challenge === 'accept'
    ? { status: 'succeeded' as const, failureCode: null, card: nobody }
    : { status: 'failed' as const, failureCode: 'challenge_refused', card: nobody }
}

async function question(db: Db, challengeId: string): Promise<Question | null> {
  const row = await find(db, sql`challenge = ${challengeId}`)
  return (
    row && {
      amount: money(row.amount_minor, row.currency),
      returnUrl: row.return_url,
      isOpen: row.status === 'requires_action',
    }
  )
}

async function answer(db: Db, jobs: Jobs, challengeId: string, challenge: Challenge): Promise<void> {
  const intent = await find(db, sql`challenge = ${challengeId} and status = 'requires_action'`)
  if (intent) await confirm(db, jobs, { clientSecret: intent.client_secret, challenge })
}

/** Completes a late charge, once its time has come. */
async function answerLateOnes(db: Db, jobs: Jobs, intentId: string): Promise<void> {
  const done = await sql`update sandbox.intent set status = 'succeeded'
    where id = ${intentId} and status = 'processing' and settles_at <= now()`.execute(db)
  if (done.numAffectedRows) await announce(db, jobs, intentId, 'intent.succeeded')
}

async function announce(db: Db, jobs: Jobs, intentId: string, type: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const event = { id: `sbe_${token()}` }
    await sql`insert into sandbox.event (id, intent_id, type) values (${event.id}, ${intentId}, ${type})`.execute(tx)
    await jobs.enqueue(tx, 'sandbox.deliver', { eventId: event.id })
  })
}

async function delivery(db: Db, secrets: Secrets, eventId: string) {
  const rows = await sql<{
    id: string
    type: string
    intent_id: string
  }>`select * from sandbox.event where id = ${eventId}`.execute(db)
  const event = rows.rows[0]
  if (!event) return null
  const body = JSON.stringify({ id: event.id, type: event.type, intent: event.intent_id })
  const at = Math.floor(Date.now() / 1000)
  return { body, signature: `t=${at},v1=${sign(secrets, at, body)}` }
}

function signatureHolds(secrets: Secrets, body: string, header: unknown): boolean {
  const [, at, mac] = /^t=(\d{1,12}),v1=([A-Za-z0-9_-]{43})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (!at || !mac || Math.abs(Date.now() / 1000 - Number(at)) > OLDEST_SIGNATURE_SECONDS) return false
  return secrets.isMac('sandbox-webhook', `${Number(at)}.${body}`, mac)
}

function sign(secrets: Secrets, at: number, body: string): string {
  return secrets.mac('sandbox-webhook', `${at}.${body}`).toString('base64url')
}

async function find(db: Db, where: RawBuilder<unknown>): Promise<Row | null> {
  const rows = await sql<Row>`select * from sandbox.intent where ${where}`.execute(db)
  return rows.rows[0] ?? null
}

function toIntent(row: Row | null, bankUrl: string): Intent {
  if (!row) throw new Error('the sandbox does not know this intent')
  const status = {
    requires_action: row.status,
    processing: row.status,
    succeeded: row.status,
    canceled: row.status,
  } as const
  const amount: Money = money(row.amount_minor, row.currency)
  return {
    intentId: row.id,
    status:
      row.status === 'requires_payment_method'
        ? row.failure_code
          ? 'declined'
          : 'requires_payment'
        : (status[row.status] as ProviderFact['status']),
    amount,
    failureCode: row.status === 'requires_payment_method' ? row.failure_code : null,
    card: row.card_brand && row.card_last4 ? { brand: row.card_brand, last4: row.card_last4 } : null,
    clientSecret: row.client_secret,
    nextAction:
      row.status === 'requires_action' && row.challenge ? { redirectUrl: `${bankUrl}/${row.challenge}` } : null,
  }
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

const token = () => randomBytes(24).toString('base64url')
