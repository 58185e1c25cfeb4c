/**
 * A provider that works as PayPal does: the buyer approves a payment on the provider's page, and we capture it
 * afterwards. It keeps its own books and tells us by signed webhook. docs/contract §30.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { money } from '#domain/money/money.ts'
import type { Db } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Capture, Gateway, Intent } from '#platform/payments/gateway.ts'
import type { Approval, ApprovalAnswer, SandboxPaypal } from '#platform/payments/sandbox-pages.ts'
import type { Secrets } from '#platform/secrets.ts'
import { announce, answerLateOnes, createBooks, findIntent, LATE, newToken, type Row } from './books.ts'
import { createDispute, createDisputes } from './disputes.ts'

/** `approvalUrl`: the page of an approval, without the payment's token. */
type Parts = { db: Db; jobs: Jobs; secrets: Secrets; approvalUrl: string }

export type SandboxPaypalGateway = Gateway & { sandboxPaypal: SandboxPaypal; capture: NonNullable<Gateway['capture']> }

export function createSandboxPaypal({ db, jobs, secrets, approvalUrl }: Parts): SandboxPaypalGateway {
  const getIntent = async (intentId: string) => {
    await answerLateOnes(db, jobs, intentId)
    return toIntent(await findIntent(db, sql`id = ${intentId} and method = 'paypal'`), approvalUrl)
  }
  return {
    ...createBooks(db, secrets, 'paypal'),
    provider: 'sandbox-paypal',

    async createIntent({ key, amount, reference, returnUrl, cancelUrl }) {
      const { rows } = await sql<Row>`insert into sandbox.intent
          (id, method, idempotency_key, status, amount_minor, currency, reference, return_url, cancel_url, approval)
        values (${`sbp_${newToken()}`}, 'paypal', ${key}, 'requires_payment_method', ${amount.minor}, ${amount.currency},
          ${reference}, ${returnUrl}, ${cancelUrl}, ${newToken()})
        on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key returning *`.execute(db)
      return toIntent(rows[0] ?? null, approvalUrl)
    },

    getIntent,
    // As at PayPal, an order that nobody captures just stays.
    cancelIntent: getIntent,

    async capture(order) {
      await capture(db, jobs, order)
      return getIntent(order.intentId)
    },

    disputeUrl: (disputeId) => `${approvalUrl.replace(/paypal$/, 'disputes')}/${disputeId}`,
    sandbox: null,
    sandboxPaypal: {
      ...createDisputes(db, 'paypal', (intentId, type) => announce(db, jobs, intentId, type)),
      approval: async (token) => toApproval(await findIntent(db, sql`approval = ${token}`)),
      answer: (token, answer, payer = newToken()) => answerApproval(db, jobs, token, answer, payer),
    },
  }
}

const ON_CAPTURE = {
  approve: 'succeeded',
  'approve-late': 'late',
  'approve-declined': 'declined',
  'approve-dispute': 'disputed',
  'approve-inquiry': 'inquired',
} as const

/** Null for an unknown payment. An ended one keeps its state. */
async function answerApproval(
  db: Db,
  jobs: Jobs,
  token: string,
  answer: ApprovalAnswer,
  payer: string,
): Promise<string | null> {
  const row = await findIntent(db, sql`approval = ${token}`)
  if (!row) return null
  if (answer === 'refuse') return row.cancel_url
  const approved = await sql`update sandbox.intent
    set status = 'approved', on_capture = ${ON_CAPTURE[answer]}, failure_code = null, payer = ${payer}
    where id = ${row.id} and status = 'requires_payment_method'`.execute(db)
  if (approved.numAffectedRows) await announce(db, jobs, row.id, 'intent.approved')
  return row.return_url
}

/** A repeat of a key changes nothing; nor does a capture of another amount or payment, or of one that is not approved. */
async function capture(db: Db, jobs: Jobs, { key, intentId, amount, reference }: Capture): Promise<void> {
  const { rows } = await sql<Row>`update sandbox.intent set capture_key = ${key},
      status = case on_capture when 'late' then 'processing' when 'declined' then 'requires_payment_method' else 'succeeded' end,
      failure_code = case on_capture when 'declined' then 'payment_declined' end,
      settles_at = case on_capture when 'late' then now() + ${LATE} end
    where id = ${intentId} and status = 'approved' and capture_key is distinct from ${key}
      and amount_minor = ${amount.minor} and currency = ${amount.currency} and reference = ${reference}
    returning *`.execute(db)
  const [row] = rows
  if (row?.status === 'requires_payment_method') await announce(db, jobs, intentId, 'intent.failed')
  if (row?.status !== 'succeeded') return
  await announce(db, jobs, intentId, 'intent.succeeded')
  if (row.on_capture !== 'disputed' && row.on_capture !== 'inquired') return
  await createDispute(db, row, row.on_capture === 'disputed' ? 'open' : 'inquiry')
  await announce(db, jobs, intentId, 'dispute.created')
}

function toApproval(row: Row | null): Approval | null {
  return (
    row && {
      amount: money(row.amount_minor, row.currency),
      returnUrl: row.return_url,
      cancelUrl: row.cancel_url ?? row.return_url,
      isOpen: row.status === 'requires_payment_method',
    }
  )
}

function toIntent(row: Row | null, approvalUrl: string): Intent {
  if (!row || row.status === 'requires_action') throw new Error('the sandbox PayPal does not know this payment')
  const isWaiting = row.status === 'requires_payment_method'
  return {
    intentId: row.id,
    status:
      row.status === 'requires_payment_method' ? (row.failure_code ? 'declined' : 'requires_payment') : row.status,
    amount: money(row.amount_minor, row.currency),
    failureCode: isWaiting ? row.failure_code : null,
    card: null,
    ...(row.payer && { payer: createHash('sha256').update(row.payer).digest('base64url') }),
    clientSecret: null,
    nextAction: null,
    approvalUrl: isWaiting ? `${approvalUrl}/${row.approval}` : null,
  }
}
