/** SQL statements of the orders page. */
import { type RawBuilder, sql } from 'kysely'
import type { DocumentNumber } from '#domain/orders/document-number.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { Db } from '#platform/db/db.ts'
import { DISPUTED, KEPT, LOST, REFUNDED } from '#sell/refunds/queries/kept-money.ts'
import type { OrderViewCounts } from '../wire/orders.ts'
import type { OrderViewName } from '../wire/statuses.ts'
import { countUpToLimit } from './count-up-to-limit.ts'

export type OrderCriteria = {
  number: DocumentNumber | null
  /** The search text. Each word must match the start of a word of the buyer's name or e-mail, ignoring accents. */
  searchText: string | null
  states: readonly OrderState[] | null
  since: Date | null
  cohortCode: string | null
  only: OrderViewName | null
}
/** Refunds and payments that have been pending since these times need attention. */
export type StaleBefore = { refundSince: Date; paymentSince: Date }

/** `tax_credited_minor`: the tax that credit notes took back. */
export type AdminOrderRow = {
  id: string
  number: number
  state: OrderState
  created_at: Date
  completed_at: Date | null
  name: string
  email: string
  cohort_code: string | null
  /** Those of the seats now, after moves. Null: no seat is left, or none is taken yet. */
  seat_cohort_codes: string | null
  title: string
  seats: number
  currency: string
  total_minor: number
  tax_country: string | null
  tax_name: string | null
  tax_rate: number | null
  tax_minor: number | null
  tax_credited_minor: number
  paid_minor: number
  refunded_minor: number
  disputed_minor: number
  lost_minor: number
  kept_minor: number
  kept_tender_minor: number
  last_refunded_at: Date | null
  methods: string | null
  invoice_number: number | null
  waived_minor: number
  payment_type: 'full' | 'deposit'
  balance_due_at: Date | null
  balance_paid_at: Date | null
  paused_at: Date | null
  promo_code: string | null
  is_disputed: boolean
  attribution: Record<string, string>
}

/** orders_balance */
const HAS_BALANCE_DUE = sql`o.state = 'complete' and o.balance_due_at is not null and o.balance_paid_at is null`

/** refund_queued, refund_unallocated, payment_unsettled, orders_restored, dispute_open, dispute_lost, orders_balance; order_line_refunded */
function viewCondition(only: OrderViewName, { refundSince, paymentSince }: StaleBefore): RawBuilder<unknown> {
  if (only === 'balance-due') return HAS_BALANCE_DUE
  if (only === 'refunded') return sql`o.id in (select order_id from order_line where refunded_minor > 0)`
  return sql`o.id in (
    select p.order_id from refund r join payment p on p.id = r.payment_id
      where r.state = 'queued' and r.created_at < ${refundSince}
    union select p.order_id from refund r join payment p on p.id = r.payment_id
      where r.state = 'on-hold' or (p.state = 'complete' and r.origin = 'provider' and r.state = 'accepted' and r.request_id is null)
    union select order_id from payment
      where state in ('pending', 'declined', 'refund-pending') and provider <> 'none' and created_at < ${paymentSince}
    union select p.order_id from dispute d join payment p on p.id = d.payment_id where d.state in ('inquiry', 'open')
    union select p.order_id from dispute d join payment p on p.id = d.payment_id and p.state = 'complete'
      where d.state = 'lost' and d.decided_at > now() - interval '30 days' and exists (
        select from payment k where k.order_id = p.order_id and k.state = 'complete' and k.amount_minor >
          (select coalesce(sum(r.amount_minor), 0) from refund r where r.payment_id = k.id and r.state not in ('failed', 'void'))
          + (select coalesce(sum(l.amount_minor), 0) from dispute l where l.payment_id = k.id and l.state = 'lost'))
    union select o.id from orders o where o.restored_at > now() - interval '30 days'
    union select o.id from orders o where ${HAS_BALANCE_DUE} and o.paused_at is not null)`
}

/** The same expression as in the index orders_words. */
const SEARCH_VECTOR = sql`search_vector(o.name || ' ' || o.email)`

/** `offset 0` makes PostgreSQL search the words first. Without it, a rare word scans the whole table from the newest order. */
function fromOrdersMatching(searchText: string | null): RawBuilder<unknown> {
  if (searchText === null) return sql`orders o`
  return sql`(select * from orders o where ${SEARCH_VECTOR} @@ (select search_query(${searchText})) offset 0) o`
}

function buildWhere(
  criteria: OrderCriteria,
  staleBefore: StaleBefore,
  { after, sort }: Pick<Page, 'after' | 'sort'>,
): RawBuilder<unknown> {
  const { number, states, since, cohortCode, only } = criteria
  const clauses = [
    ...(after === null ? [] : [isAfter(after, sort)]),
    ...(number === null ? [] : [isNumbered(number)]),
    ...(states ? [sql`o.state = any(${[...states]}::text[])`] : []),
    ...(since ? [sql`o.created_at >= ${since}`] : []),
    ...(cohortCode
      ? [
          sql`(o.cohort_code = ${cohortCode} or o.id in (select order_id from seat_move where to_cohort_code = ${cohortCode}))`,
        ]
      : []),
    ...(only ? [viewCondition(only, staleBefore)] : []),
  ]
  return clauses.length > 0 ? sql`where ${sql.join(clauses, sql` and `)}` : sql``
}

/** unique (number), or the primary keys of invoice and credit_note */
function isNumbered({ kind, number }: DocumentNumber): RawBuilder<unknown> {
  if (kind === 'order') return sql`o.number = ${number}`
  return sql`o.id = (select order_id from ${sql.table(kind === 'invoice' ? 'invoice' : 'credit_note')} where number = ${number})`
}

/** `due`: the first balance that is due first, of the view of balances. */
type OrderSort = '-placed' | 'placed' | 'due'
const SORTS = { '-placed': sql`o.number desc`, placed: sql`o.number`, due: sql`o.balance_due_at, o.number` }

function isAfter(after: number, sort: OrderSort): RawBuilder<unknown> {
  if (sort === 'due')
    return sql`(o.balance_due_at, o.number) > (select l.balance_due_at, l.number from orders l where l.number = ${after})`
  return sort === 'placed' ? sql`o.number > ${after}` : sql`o.number < ${after}`
}

/** `after`: the number of the last order of the previous page. */
type Page = { after: number | null; limit: number; sort: OrderSort }

/** Indexes: the most selective of orders_words, orders_state, orders_course, orders_placed and unique (number); then keys. */
export async function listOrderRows(
  db: Db,
  criteria: OrderCriteria,
  staleBefore: StaleBefore,
  page: Page,
): Promise<AdminOrderRow[]> {
  const { rows } = await sql<AdminOrderRow>`
    with found as (
      select o.* from ${fromOrdersMatching(criteria.searchText)} ${buildWhere(criteria, staleBefore, page)} order by ${SORTS[page.sort]} limit ${page.limit})
    select o.id::text, o.number, o.state, o.created_at, o.completed_at, o.name, o.email, o.cohort_code,
      (select string_agg(distinct e.cohort_code, ', ' order by e.cohort_code) from enrolment e
        where e.order_id = o.id and e.state <> 'cancelled') as seat_cohort_codes, coalesce(c.title, o.cohort_code, 'Gift card') as title,
      o.seats, o.currency, o.total_minor, o.tax_country, o.tax_name, o.tax_rate, o.tax_minor, o.waived_minor, o.payment_type, o.balance_due_at, o.balance_paid_at,
      o.paused_at, o.promo_code, o.attribution,
      m.paid_minor, m.refunded_minor, m.disputed_minor, m.lost_minor, m.kept_minor, m.kept_tender_minor, m.methods,
      (select max(h.at) from payment p join refund r on r.payment_id = p.id and r.state = 'accepted'
        join state_history h on h.machine = 'refund' and h.subject_id = r.id and h.to_state = 'accepted'
        where p.order_id = o.id) as last_refunded_at,
      (select i.number from invoice i where i.order_id = o.id) as invoice_number,
      (select coalesce(sum(n.tax_minor), 0)::bigint from credit_note n where n.order_id = o.id) as tax_credited_minor,
      exists (select from payment p join dispute d on d.payment_id = p.id
        where p.order_id = o.id and d.state in ('inquiry', 'open')) as is_disputed
    from found o left join cohort r on r.cohort_code = o.cohort_code left join course c on c.course_code = r.course_code
      cross join lateral (select
          coalesce(sum(p.amount_minor) filter (where p.state = 'complete'), 0)::int as paid_minor,
          coalesce(sum(${REFUNDED}), 0)::int as refunded_minor,
          coalesce(sum(${DISPUTED}) filter (where p.state = 'complete'), 0)::int as disputed_minor,
          coalesce(sum(${LOST}) filter (where p.state = 'complete'), 0)::int as lost_minor,
          coalesce(sum(${KEPT}) filter (where p.state = 'complete'), 0)::int as kept_minor,
          coalesce(sum(${KEPT}) filter (where p.state = 'complete' and p.method in ('gift-card', 'credit')), 0)::int as kept_tender_minor,
          string_agg(distinct p.method, ', ' order by p.method) filter (where p.state = 'complete') as methods
        from payment p where p.order_id = o.id) m
    order by ${SORTS[page.sort]}`.execute(db)
  return rows
}

const WHOLE_LIST = { after: null, sort: '-placed' } as const

/** Counts at most `COUNT_LIMIT + 1` orders. Indexes: as listOrderRows. */
export async function countOrders(db: Db, criteria: OrderCriteria, staleBefore: StaleBefore): Promise<number> {
  const matchingOrders = sql`${fromOrdersMatching(criteria.searchText)} ${buildWhere(criteria, staleBefore, WHOLE_LIST)}`
  const { rows } = await sql<{ count: number }>`select ${countUpToLimit(matchingOrders)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** What deposits of the matching orders still owe, by currency. Indexes: as listOrderRows, then unique (order_id, attempt). */
export async function sumOwed(
  db: Db,
  criteria: OrderCriteria,
  staleBefore: StaleBefore,
): Promise<{ currency: string; minor: number }[]> {
  const matching = sql`${fromOrdersMatching(criteria.searchText)} ${buildWhere(criteria, staleBefore, WHOLE_LIST)}`
  const { rows } = await sql<{ currency: string; minor: number }>`
    with owed as (select o.currency, o.total_minor - o.waived_minor
        - (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = o.id and p.state = 'complete') as minor
      from ${matching})
    select currency, sum(minor)::bigint as minor from owed where minor > 0 group by currency order by currency`.execute(
    db,
  )
  return rows
}

/** Each count is at most `COUNT_LIMIT + 1`. Indexes: orders_placed, orders_balance, order_line_refunded, and those of viewCondition. */
export async function countOrdersByView(db: Db, yesterday: Date, staleBefore: StaleBefore): Promise<OrderViewCounts> {
  const countView = (view: OrderViewName) => countUpToLimit(sql`orders o where ${viewCondition(view, staleBefore)}`)
  const { rows } = await sql<OrderViewCounts>`select
    ${countUpToLimit(sql`orders`)} as "all",
    ${countUpToLimit(sql`orders where created_at >= ${yesterday}`)} as "sinceYesterday",
    ${countView('attention')} as "attention",
    ${countView('balance-due')} as "balanceDue",
    ${countView('refunded')} as "refunded"`.execute(db)
  return rows[0]!
}

/** Newest cohorts first; those without a start come first. Sequential scan of cohort. */
export async function listNewestCohorts(db: Db, limit: number): Promise<{ courseCode: string; title: string }[]> {
  return db
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select(['cohort.cohort_code as courseCode', 'course.title'])
    .orderBy('cohort.starts_at', (order) => order.desc().nullsFirst())
    .orderBy('cohort.cohort_code')
    .limit(limit)
    .execute()
}
