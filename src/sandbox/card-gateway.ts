/**
 * A card provider that runs alone: it keeps its own books (schema `sandbox`), commits on its own, and
 * tells us by signed webhook, so that everything on our side is what a real provider would need.
 * Test cards: docs/contract §8.
 */
import { sql } from 'kysely'
import { type Money, money } from '#domain/money/money.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { Db } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Gateway, Intent } from '#platform/payments/gateway.ts'
import type { Challenge, Confirmation, Confirmed, Question, Sandbox } from '#platform/payments/sandbox-pages.ts'
import type { Secrets } from '#platform/secrets.ts'
import { announce, answerLateOnes, createBooks, createDelivery, findIntent, LATE, newToken, type Row } from './books.ts'
import { disputeOfCard, judgeCard } from './cards.ts'
import { createDispute, createDisputes } from './disputes.ts'
import { chargeSavedCard, detachSavedCard, saveCard, toCardColumns } from './saved-cards.ts'

/** `bankUrl`: the page where a question is answered, without the question's id. */
type Parts = { db: Db; jobs: Jobs; secrets: Secrets; bankUrl: string }

export type SandboxGateway = Gateway & { sandbox: Sandbox }

export function createSandboxGateway({ db, jobs, secrets, bankUrl }: Parts): SandboxGateway {
  const known = (row: Row | null) => toIntent(row, bankUrl)
  return {
    ...createBooks(db, secrets, 'card'),
    provider: 'sandbox',
    capture: null,
    sandboxPaypal: null,

    async createIntent({ key, amount, reference, returnUrl, card }) {
      const { customerId, methodId } = await toCardColumns(db, card)
      const id = `sbi_${newToken()}`
      const { rows } =
        await sql<Row>`insert into sandbox.intent (id, client_secret, idempotency_key, status, amount_minor, currency, reference, return_url, customer_id, method_id)
        values (${id}, ${`${id}_secret_${newToken()}`}, ${key}, 'requires_payment_method', ${amount.minor}, ${amount.currency}, ${reference}, ${returnUrl}, ${customerId}, ${methodId})
        on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key returning *`.execute(db)
      return known(rows[0] ?? null)
    },

    async getIntent(intentId) {
      const row = await findIntent(db, sql`id = ${intentId}`)
      if (row?.status !== 'processing') return known(row)
      await answerLateOnes(db, jobs, intentId)
      return known(await findIntent(db, sql`id = ${intentId}`))
    },

    async cancelIntent(intentId) {
      await answerLateOnes(db, jobs, intentId)
      const ended = await sql<Row>`update sandbox.intent set status = 'canceled'
        where id = ${intentId} and status in ('requires_payment_method', 'requires_action') returning *`.execute(db)
      if (ended.rows[0]) await announce(db, jobs, intentId, 'intent.canceled')
      return known(await findIntent(db, sql`id = ${intentId}`))
    },

    savedCards: {
      async charge(intentId, card, buyer) {
        const charged = await db.transaction().execute((tx) => chargeSavedCard(tx, intentId, card, buyer))
        if (charged && charged !== 'asks') await announce(db, jobs, intentId, `intent.${charged}`)
        return known(await findIntent(db, sql`id = ${intentId}`))
      },
      detach: (card) => detachSavedCard(db, card),
    },

    disputeUrl: (disputeId) => `${bankUrl.replace(/bank$/, 'disputes')}/${disputeId}`,

    sandbox: {
      async confirm(order) {
        const confirmed = await confirm(db, jobs, order)
        if (confirmed?.status !== 'requires_action') return confirmed
        const { nextAction } = known(await findIntent(db, sql`client_secret = ${order.clientSecret}`))
        return { ...confirmed, ...(nextAction?.redirectUrl && { nextAction: { redirectUrl: nextAction.redirectUrl } }) }
      },
      question: (challengeId) => question(db, challengeId),
      answer: (challengeId, challenge) => answer(db, jobs, challengeId, challenge),
      delivery: (eventId) => createDelivery(db, secrets, eventId),
      ...createDisputes(db, 'card', (intentId, type) => announce(db, jobs, intentId, type)),
    },
  }
}

async function confirm(db: Db, jobs: Jobs, order: Confirmation): Promise<Confirmed | null> {
  const isCard = 'number' in order
  const verdict = isCard ? judgeCard(order) : afterChallenge(order.challenge)
  const status = STATUS_BY_VERDICT[verdict.status]
  // A challenge answers what was asked, and nothing else: without a card there is nothing to accept.
  const open = isCard ? sql`('requires_payment_method', 'requires_action')` : sql`('requires_action')`
  const { rows } = await sql<Row>`update sandbox.intent set status = ${status}, failure_code = ${verdict.failureCode},
      challenge = case when ${status} = 'requires_action' then ${newToken()} else challenge end,
      card_brand = ${isCard ? verdict.card.brand : sql`card_brand`}, card_last4 = ${isCard ? verdict.card.last4 : sql`card_last4`},
      card_fingerprint = ${isCard ? verdict.card.fingerprint : sql`card_fingerprint`},
      card_exp_month = ${isCard ? (verdict.card.expires?.month ?? null) : sql`card_exp_month`},
      card_exp_year = ${isCard ? (verdict.card.expires?.year ?? null) : sql`card_exp_year`},
      settles_at = case when ${status} = 'processing' then now() + ${LATE} end
    where client_secret = ${order.clientSecret} and status in ${open} returning *`.execute(db)
  const row = rows[0]
  if (!row) return explain(await findIntent(db, sql`client_secret = ${order.clientSecret}`))
  if (isCard && row.customer_id && verdict.status !== 'failed') await saveCard(db, row.id, order.number, verdict.card)
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
  const nobody = { brand: null, last4: null, fingerprint: null, expires: null }
  return challenge === 'accept'
    ? { status: 'succeeded' as const, failureCode: null, card: nobody }
    : { status: 'failed' as const, failureCode: 'challenge_refused', card: nobody }
}

async function question(db: Db, challengeId: string): Promise<Question | null> {
  const row = await findIntent(db, sql`challenge = ${challengeId}`)
  return (
    row && {
      amount: money(row.amount_minor, row.currency),
      returnUrl: row.return_url,
      isOpen: row.status === 'requires_action',
    }
  )
}

async function answer(db: Db, jobs: Jobs, challengeId: string, challenge: Challenge): Promise<void> {
  const intent = await findIntent(db, sql`challenge = ${challengeId} and status = 'requires_action'`)
  if (intent?.client_secret) await confirm(db, jobs, { clientSecret: intent.client_secret, challenge })
}

function toIntent(row: Row | null, bankUrl: string): Intent {
  if (!row || row.status === 'approved') throw new Error('the sandbox does not know this intent')
  const amount: Money = money(row.amount_minor, row.currency)
  return {
    intentId: row.id,
    status:
      row.status === 'requires_payment_method' ? (row.failure_code ? 'declined' : 'requires_payment') : row.status,
    amount,
    failureCode: row.status === 'requires_payment_method' ? row.failure_code : null,
    card: toCard(row),
    savedCard:
      row.status === 'succeeded' && row.customer_id && row.method_id
        ? { customerId: row.customer_id, methodId: row.method_id }
        : null,
    clientSecret: row.client_secret,
    nextAction:
      row.status === 'requires_action' && row.challenge ? { redirectUrl: `${bankUrl}/${row.challenge}` } : null,
    approvalUrl: null,
  }
}

function toCard(row: Row): ProviderFact['card'] {
  const { card_brand: brand, card_last4: last4, card_fingerprint: fingerprint } = row
  const { card_exp_month: month, card_exp_year: year } = row
  if (!brand || !last4) return null
  return { brand, last4, ...(fingerprint && { fingerprint }), ...(month && year && { expires: { month, year } }) }
}
