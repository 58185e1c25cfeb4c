/** SQL statements of the money page: all figures come from the ledger. docs/contract §46 has the definitions. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

const USUAL_CURRENCY = 'USD'

export type MoneyPeriod = { start: Date; end: Date; currency: string }

/**
 * One row for each movement of money at a provider, with its payment. Positive: the money came in. Tender is what gift
 * cards and credit paid or got back. Indexes: ledger_transaction_at, ledger_entry_transaction, then primary keys.
 */
function listMovements({ start, end, currency }: MoneyPeriod): RawBuilder<unknown> {
  return sql`
    select t.id, t.kind, t.reference, t.at, a.currency, m.kind as dispute_kind,
      e.amount, a.kind <> 'provider' as is_tender,
      coalesce(r.payment_id, d.payment_id, case when t.kind = 'charge' then t.reference end) as payment_id
    from ledger_transaction t
      join ledger_entry e on e.transaction_id = t.id
      join ledger_account a on a.id = e.account_id
      left join refund r on t.kind in ('refund', 'refund-failed') and r.id = t.reference
      left join dispute_movement m on t.kind in ('dispute', 'dispute-fee') and m.id = t.reference
      left join dispute d on d.id = m.dispute_id
    where t.at >= ${start} and t.at < ${end} and a.currency = ${currency}
      and (a.kind = 'provider' or t.kind = 'charge' and a.kind = 'held'
        or t.kind in ('refund', 'refund-failed') and a.kind in ('gift-card', 'credit'))`
}

/** `disputed_minor` and `refunded_minor` are positive for money that went away. */
const SUMS = sql`
  coalesce(sum(v.amount) filter (where v.kind = 'charge' and not is_tender), 0)::bigint as charged_minor,
  coalesce(-sum(v.amount) filter (where v.kind in ('refund', 'refund-failed') and not is_tender), 0)::bigint as refunded_minor,
  coalesce(-sum(v.amount) filter (where v.kind = 'dispute'), 0)::bigint as disputed_minor,
  coalesce(-sum(v.amount) filter (where v.kind = 'dispute-fee'), 0)::bigint as fees_minor,
  coalesce(sum(v.amount) filter (where is_tender), 0)::bigint as tender_minor,
  (count(*) filter (where v.kind = 'charge' and not is_tender))::int as charges,
  (count(*) filter (where v.kind = 'refund' and not is_tender))::int as refunds`

export type MoneySums = {
  charged_minor: number
  refunded_minor: number
  disputed_minor: number
  fees_minor: number
  tender_minor: number
  charges: number
  refunds: number
}
export type CourseSums = MoneySums & { course_code: string | null; title: string | null; has_order: boolean }

/** By course. Without a course: gift cards, or a movement without an order. */
export async function sumMoneyByCourse(db: Db, period: MoneyPeriod): Promise<CourseSums[]> {
  const { rows } = await sql<CourseSums>`
    with v as (${listMovements(period)})
    select k.course_code, k.title, o.id is not null as has_order, ${SUMS}
    from v left join payment p on p.id = v.payment_id left join orders o on o.id = p.order_id
      left join cohort c on c.cohort_code = o.cohort_code left join course k on k.course_code = c.course_code
    group by k.course_code, k.title, o.id is not null
    order by charged_minor desc, k.title nulls last`.execute(db)
  return rows
}

export type CohortSums = MoneySums & {
  cohort_code: string
  name: string
  starts_at: Date | null
  timezone_id: string
}

/** The dates of a course that have a movement in the period or a balance due, newest first. */
export async function sumMoneyByCohort(db: Db, period: MoneyPeriod, courseCode: string): Promise<CohortSums[]> {
  const { rows } = await sql<CohortSums>`
    with v as (${listMovements(period)})
    select c.cohort_code, c.name, c.starts_at, c.timezone_id, ${SUMS}
    from cohort c
      left join (v join payment p on p.id = v.payment_id join orders o on o.id = p.order_id) on o.cohort_code = c.cohort_code
    where c.course_code = ${courseCode}
    group by c.cohort_code, c.name, c.starts_at, c.timezone_id
    order by c.starts_at desc nulls last, c.cohort_code`.execute(db)
  return rows
}

/** course_pkey */
export async function getCourseTitle(db: Db, courseCode: string): Promise<string | null> {
  const row = await db.selectFrom('course').select('title').where('course_code', '=', courseCode).executeTakeFirst()
  return row?.title ?? null
}

export type DueRow = { course_code: string | null; title: string | null; cohort_code: string | null; due_minor: number }

/** Indexes: orders_balance, then unique (order_id, attempt) of payment. */
export async function sumDueByCohort(db: Db, currency: string): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select k.course_code, k.title, o.cohort_code, sum(o.total_minor - o.waived_minor
      - (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = o.id and p.state = 'complete'))::bigint as due_minor
    from orders o left join cohort c on c.cohort_code = o.cohort_code left join course k on k.course_code = c.course_code
    where o.state = 'complete' and o.balance_due_at is not null and o.balance_paid_at is null and o.currency = ${currency}
    group by k.course_code, k.title, o.cohort_code`.execute(db)
  return rows
}

/** Seq scan of the accounts that are not a person's or a card's: some ten rows. */
export async function listChargeCurrencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from ledger_account where kind = 'provider' order by currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** The currency that a page shows first. */
export async function getUsualCurrency(db: Db): Promise<string> {
  return chooseCurrency(await listChargeCurrencies(db))
}

/** US dollars wherever they were charged. */
export function chooseCurrency(currencies: readonly string[]): string {
  return currencies.includes(USUAL_CURRENCY) ? USUAL_CURRENCY : (currencies[0] ?? USUAL_CURRENCY)
}

export type MovementRow = {
  id: string
  kind: string
  dispute_kind: string | null
  at: Date
  amount: number
  currency: string
  is_tender: boolean
  provider: string | null
  method: string | null
  provider_id: string | null
  order_number: number | null
  buyer_name: string | null
  buyer_email: string | null
  invoice_number: number | null
  credit_note_numbers: number[] | null
  course_code: string | null
  title: string | null
  cohort_code: string | null
  tax_country: string | null
  tax_name: string | null
  tax_rate: number | null
}

/** In the order of their ids, which begin with their time. `after`: the id of the last row before. */
export async function listMovementRows(
  db: Db,
  period: MoneyPeriod,
  { after, limit }: { after: string | null; limit: number },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    with v as (select * from (${listMovements(period)}) v where ${after}::uuid is null or v.id > ${after}::uuid
      order by v.id limit ${limit})
    select v.id::text, v.kind, v.dispute_kind, v.at, v.amount, v.currency, v.is_tender, p.provider, p.method,
      case when v.kind in ('refund', 'refund-failed') then r.provider_refund_id
        when v.kind in ('dispute', 'dispute-fee') then d.provider_dispute_id else p.provider_intent_id end as provider_id,
      o.number as order_number, o.name as buyer_name, o.email as buyer_email, i.number as invoice_number,
      (select array_agg(n.number order by n.number) from credit_note n where n.request_id = r.request_id) as credit_note_numbers,
      k.course_code, k.title, o.cohort_code, o.tax_country, o.tax_name, o.tax_rate
    from v left join payment p on p.id = v.payment_id left join orders o on o.id = p.order_id
      left join invoice i on i.order_id = o.id
      left join refund r on v.kind in ('refund', 'refund-failed') and r.id = v.reference
      left join dispute_movement m on v.kind in ('dispute', 'dispute-fee') and m.id = v.reference
      left join dispute d on d.id = m.dispute_id
      left join cohort c on c.cohort_code = o.cohort_code left join course k on k.course_code = c.course_code
    order by v.id`.execute(db)
  return rows
}
