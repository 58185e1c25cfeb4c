/**
 * The sandbox's disputes: opened by a test card or on the sandbox PayPal's page, decided by a person on the sandbox's own
 * page. docs/contract §8, §30.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { money } from '#domain/money/money.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { ProviderDispute, ProviderMovement } from '#platform/payments/provider-dispute.ts'
import type { Decision, SandboxDisputes } from '#platform/payments/sandbox-pages.ts'

type Row = {
  id: string
  intent_id: string
  status: ProviderDispute['status']
  amount_minor: number
  currency: string
  reason: string
  answer_by: Date
  created_at: Date
  movements: { id: string; amount_minor: number; fee_minor: number; at: string }[]
}
type Disputed = { id: string; amount_minor: number }

/** The sandbox's fee for each dispute, in US cents. A shop that wins gets it back. */
const FEE = { minor: 1_500, currency: 'USD' }
const DAYS_TO_ANSWER = 7
const FROM: Record<Decision, readonly string[]> = {
  open: ['inquiry'],
  closed: ['inquiry'],
  won: ['open'],
  lost: ['open'],
}

/** The disputes of one sandbox provider. `announceEvent` tells the shop that a dispute has moved. */
export function createDisputes(
  db: Db,
  method: 'card' | 'paypal',
  announceEvent: (intentId: string, type: string) => Promise<void>,
): SandboxDisputes {
  const find = async (disputeId: string) => (await listDisputes(db, { disputeId }, method))[0] ?? null
  return {
    dispute: find,
    async decideDispute(disputeId, decision) {
      const intentId = (await find(disputeId)) && (await decideDispute(db, disputeId, decision))
      if (intentId) await announceEvent(intentId, `dispute.${decision}`)
      return intentId !== null
    },
  }
}

export async function createDispute(db: Db, intent: Disputed, status: 'open' | 'inquiry'): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const id = `sbd_${token()}`
    await sql`insert into sandbox.dispute (id, intent_id, status, amount_minor, reason, answer_by)
      values (${id}, ${intent.id}, ${status}, ${intent.amount_minor}, 'fraudulent',
        now() + ${DAYS_TO_ANSWER} * interval '1 day')`.execute(tx)
    if (status === 'open') await withdraw(tx, id, intent.amount_minor)
    return id
  })
}

/** The intent whose dispute was moved; null where the bank cannot decide that any more. */
export async function decideDispute(db: Db, disputeId: string, decision: Decision): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ intent_id: string; amount_minor: number }>`update sandbox.dispute
      set status = ${decision} where id = ${disputeId} and status = any(${[...FROM[decision]]}::text[])
      returning intent_id, amount_minor::int`.execute(tx)
    const moved = rows[0]
    if (!moved) return null
    if (decision === 'open') await withdraw(tx, disputeId, moved.amount_minor)
    if (decision === 'won') await addMovement(tx, disputeId, moved.amount_minor, -FEE.minor)
    return moved.intent_id
  })
}

/** A charge under a dispute, or lost to one, cannot be refunded; one that a bank only asks about can. */
export async function isDisputed(tx: Tx, intentId: string): Promise<boolean> {
  const { rows } = await sql`select from sandbox.dispute
    where intent_id = ${intentId} and status in ('open', 'lost')`.execute(tx)
  return rows.length > 0
}

export async function listDisputes(
  db: Db,
  of: { intentId: string } | { since: Date } | { disputeId: string },
  method: 'card' | 'paypal',
): Promise<ProviderDispute[]> {
  const which =
    'since' in of
      ? sql`d.created_at >= ${of.since}`
      : 'intentId' in of
        ? sql`d.intent_id = ${of.intentId}`
        : sql`d.id = ${of.disputeId}`
  const { rows } = await sql<Row>`select d.id, d.intent_id, d.status, d.amount_minor::int, i.currency, d.reason,
      d.answer_by, d.created_at, (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'amount_minor', m.amount_minor,
        'fee_minor', m.fee_minor, 'at', m.created_at) order by m.created_at, m.id), '[]')
        from sandbox.dispute_movement m where m.dispute_id = d.id) as movements
    from sandbox.dispute d join sandbox.intent i on i.id = d.intent_id where ${which} and i.method = ${method}
    order by d.created_at, d.id`.execute(db)
  return rows.map(toProviderDispute)
}

function toProviderDispute(row: Row): ProviderDispute {
  return {
    disputeId: row.id,
    intentId: row.intent_id,
    status: row.status,
    amount: money(row.amount_minor, row.currency),
    reason: row.reason,
    answerBy: row.answer_by,
    at: row.created_at,
    movements: row.movements.map(
      (one): ProviderMovement => ({
        movementId: one.id,
        kind: one.amount_minor < 0 ? 'withdrawn' : 'reinstated',
        amount: money(Math.abs(one.amount_minor), row.currency),
        fee: money(one.fee_minor, FEE.currency),
        at: new Date(one.at),
      }),
    ),
  }
}

const withdraw = (tx: Tx, disputeId: string, minor: number) => addMovement(tx, disputeId, -minor, FEE.minor)

async function addMovement(tx: Tx, disputeId: string, amountMinor: number, feeMinor: number): Promise<void> {
  await sql`insert into sandbox.dispute_movement (id, dispute_id, amount_minor, fee_minor)
    values (${`sbm_${token()}`}, ${disputeId}, ${amountMinor}, ${feeMinor})`.execute(tx)
}

const token = () => randomBytes(24).toString('base64url')
