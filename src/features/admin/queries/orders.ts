/** Every statement by which the people of the house look through orders. */
import { type RawBuilder, sql } from 'kysely'
import type { State } from '#domain/order.ts'
import type { Db } from '#platform/db/db.ts'
import type { Counts } from '../wire/orders.ts'
import type { Only } from '../wire/statuses.ts'

export type Wanted = {
  number: number | null
  /** As they were typed; each must begin one of the buyer's, whatever its accents. */
  words: string | null
  states: readonly State[] | null
  since: Date | null
  courseCode: string | null
  only: Only | null
}
/** Refunds and payments that have waited since then want somebody to look. */
export type Stale = { refundSince: Date; paymentSince: Date }

export type OrderRow = {
  id: string
  number: number
  state: State
  created_at: Date
  completed_at: Date | null
  name: string
  email: string
  course_code: string
  title: string
  seats: number
  currency: string
  total_minor: number
  paid_minor: number
  refunded_minor: number
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
const OWES = sql`o.state = 'complete' and o.balance_due_at is not null and o.balance_paid_at is null`

/** refund_queued, refund_undecided, payment_unsettled, orders_restored, dispute_open, orders_balance; order_line_refunded */
function onlyThose(only: Only, { refundSince, paymentSince }: Stale): RawBuilder<unknown> {
  if (only === 'balance-due') return OWES
  if (only === 'refunded') return sql`o.id in (select order_id from order_line where refunded_minor > 0)`
  return sql`o.id in (
    select p.order_id from refund r join payment p on p.id = r.payment_id
      where r.state = 'queued' and r.created_at < ${refundSince}
    union select p.order_id from refund r join payment p on p.id = r.payment_id
      where r.state = 'stopped' or (p.state = 'complete' and r.made_at = 'provider' and r.state = 'accepted' and r.request_id is null)
    union select order_id from payment
      where state in ('pending', 'declined', 'returning') and provider <> 'none' and created_at < ${paymentSince}
    union select p.order_id from dispute d join payment p on p.id = d.payment_id where d.state in ('inquiry', 'open')
    union select o.id from orders o where o.restored_at > now() - interval '30 days'
    union select o.id from orders o where ${OWES} and o.paused_at is not null)`
}

/** As the index orders_words holds them. */
const WORDS = sql`words_of(o.name || ' ' || o.email)`

/** `offset 0` has the words looked up first: for few of many orders a walk from the newest on would be the whole table. */
function ordersWith(words: string | null): RawBuilder<unknown> {
  if (words === null) return sql`orders o`
  return sql`(select * from orders o where ${WORDS} @@ (select words_asked(${words})) offset 0) o`
}

function conditions(wanted: Wanted, stale: Stale, after: number | null): RawBuilder<unknown> {
  const { number, states, since, courseCode, only } = wanted
  const all = [
    ...(after === null ? [] : [sql`o.number < ${after}`]),
    ...(number === null ? [] : [sql`o.number = ${number}`]),
    ...(states ? [sql`o.state = any(${[...states]}::text[])`] : []),
    ...(since ? [sql`o.created_at >= ${since}`] : []),
    ...(courseCode ? [sql`o.course_code = ${courseCode}`] : []),
    ...(only ? [onlyThose(only, stale)] : []),
  ]
  return all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``
}

type Page = { after: number | null; limit: number }

/** orders_words, orders_state, orders_course, orders_placed or unique (number), whichever leaves least; then keys */
export async function ordersLike(db: Db, wanted: Wanted, stale: Stale, { after, limit }: Page): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    with found as (
      select o.* from ${ordersWith(wanted.words)} ${conditions(wanted, stale, after)} order by o.number desc limit ${limit})
    select o.id::text, o.number, o.state, o.created_at, o.completed_at, o.name, o.email, o.course_code, coalesce(c.title, o.course_code) as title,
      o.seats, o.currency, o.total_minor, o.waived_minor, o.payment_type, o.balance_due_at, o.balance_paid_at,
      o.paused_at, o.promo_code, o.attribution,
      (select coalesce(sum(p.amount_minor), 0)::int from payment p where p.order_id = o.id and p.state = 'complete') as paid_minor,
      (select coalesce(sum(r.amount_minor), 0)::int from payment p join refund r on r.payment_id = p.id
        where p.order_id = o.id and r.state in ('queued', 'accepted')) as refunded_minor,
      exists (select from payment p join dispute d on d.payment_id = p.id
        where p.order_id = o.id and d.state in ('inquiry', 'open')) as is_disputed
    from found o left join cohort r on r.course_code = o.course_code left join course c on c.prefix_code = r.prefix_code
    order by o.number desc`.execute(db)
  return rows
}

/** as ordersLike */
export async function countOrders(db: Db, wanted: Wanted, stale: Stale): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${ordersWith(wanted.words)} ${conditions(wanted, stale, null)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** orders_placed, orders_balance, order_line_refunded, and what onlyThose says */
export async function countViews(db: Db, yesterday: Date, stale: Stale): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*)::int from orders) as "all",
    (select count(*)::int from orders where created_at >= ${yesterday}) as "sinceYesterday",
    (select count(*)::int from orders o where ${onlyThose('attention', stale)}) as "attention",
    (select count(*)::int from orders o where ${onlyThose('balance-due', stale)}) as "balanceDue",
    (select count(*)::int from orders o where ${onlyThose('refunded', stale)}) as "refunded"`.execute(db)
  return rows[0]!
}

/** a seq scan of the cohorts there are */
export async function cohortsWithTitles(db: Db): Promise<{ courseCode: string; title: string }[]> {
  return db
    .selectFrom('cohort')
    .innerJoin('course', 'course.prefix_code', 'cohort.prefix_code')
    .select(['cohort.course_code as courseCode', 'course.title'])
    .orderBy('course.title')
    .orderBy('cohort.course_code')
    .limit(500)
    .execute()
}
