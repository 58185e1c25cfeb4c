/** SQL statements of the page of e-mails. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { MailView } from '../mail/mail-views.ts'
import type { MailCounts, Suppression } from '../wire/mails.ts'
import { countUpToLimit } from './count-up-to-limit.ts'

export type MailCriteria = { view: MailView | null; kind: string | null; address: string | null }

export type MailRow = {
  id: string
  kind: string
  to_address: string
  subject: string
  state: string
  unknown_count: number
  created_at: Date
  sent_at: Date | null
  attempts: number
  problem: string | null
}

const VIEW_CONDITIONS: Readonly<Record<MailView, RawBuilder<unknown>>> = {
  waiting: sql`m.state in ('queued', 'sending')`,
  sent: sql`m.state = 'sent'`,
  failed: sql`m.state = 'failed' and m.unknown_count = 0`,
  unknown: sql`m.state = 'failed' and m.unknown_count > 0`,
  suppressed: sql`m.state = 'suppressed'`,
  cancelled: sql`m.state = 'cancelled'`,
}

/** The most selective of mail_address, mail_state, mail_kind and the primary key; ids are ordered by time */
export async function listMailRows(
  db: Db,
  criteria: MailCriteria,
  { after, limit }: { after: string | null; limit: number },
): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select m.id, m.kind, m.to_address, m.subject, m.state, m.unknown_count, m.created_at,
      m.sent_at, m.attempts, m.problem
    from ${fromMails(criteria.address)} ${buildWhere(criteria, after)} order by m.id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts at most `COUNT_LIMIT + 1` e-mails. Indexes: as listMailRows. */
export async function countMails(db: Db, criteria: MailCriteria): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${countUpToLimit(sql`${fromMails(criteria.address)} ${buildWhere(criteria, null)}`)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Each count is at most `COUNT_LIMIT + 1`. mail_unsent, mail_state, mail_suppression_recent */
export async function countMailsByView(db: Db): Promise<MailCounts> {
  const countView = (view: MailView) => countUpToLimit(sql`mail m where ${VIEW_CONDITIONS[view]}`)
  const { rows } = await sql<MailCounts>`select
    ${countUpToLimit(sql`mail m`)} as "all",
    ${countView('waiting')} as "waiting",
    ${countView('sent')} as "sent",
    ${countView('failed')} as "failed",
    ${countView('unknown')} as "unknown",
    ${countView('suppressed')} as "suppressed",
    ${countView('cancelled')} as "cancelled",
    ${countUpToLimit(sql`mail_suppression s`)} as "addresses"`.execute(db)
  return rows[0]!
}

/** `offset 0` makes PostgreSQL search the address first, which has few e-mails. */
function fromMails(address: string | null): RawBuilder<unknown> {
  return address === null ? sql`mail m` : sql`(select * from mail where to_address = ${address} offset 0) m`
}

function buildWhere({ view, kind }: MailCriteria, after: string | null): RawBuilder<unknown> {
  const clauses = [
    ...(after === null ? [] : [sql`m.id < ${after}`]),
    ...(view ? [VIEW_CONDITIONS[view]] : []),
    ...(kind ? [sql`m.kind = ${kind}`] : []),
  ]
  return clauses.length > 0 ? sql`where ${sql.join(clauses, sql` and `)}` : sql``
}

type SuppressionRow = { address: string; reason: Suppression['reason']; detail: string; created_at: Date }

/** The last suppression of a page. `at` is exact text, because a Date has no microseconds. */
export type SuppressionCursor = { at: string; address: string }

/** mail_suppression_recent, or primary key */
export async function listSuppressionRows(
  db: Db,
  { address, after, limit }: { address: string | null; after: SuppressionCursor | null; limit: number },
): Promise<(SuppressionRow & { at: string })[]> {
  const clauses = [
    ...(address === null ? [] : [sql`address = ${address}`]),
    ...(after ? [sql`(created_at, address) < (${after.at}::timestamptz, ${after.address})`] : []),
  ]
  const where = clauses.length > 0 ? sql`where ${sql.join(clauses, sql` and `)}` : sql``
  const { rows } = await sql<SuppressionRow & { at: string }>`
    select address, reason, detail, created_at, created_at::text as at from mail_suppression ${where}
    order by created_at desc, address desc limit ${limit}`.execute(db)
  return rows
}
