/** The statements that read what a cancellation has ended, inside its transaction. docs/contract §37. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** cohort_cancellation_order_waiting, primary key of orders; the orders that were not paid yet */
export async function listOpenOrdersOfCancelled(tx: Tx, cohortCode: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('cohort_cancellation_order')
    .innerJoin('orders', 'orders.id', 'cohort_cancellation_order.order_id')
    .select('orders.id')
    .where('cohort_cancellation_order.cohort_code', '=', cohortCode)
    .where('done_at', 'is', null)
    .where('orders.state', '=', 'open')
    .orderBy('orders.number')
    .execute()
  return rows.map(({ id }) => id)
}

/** enrolment_order; the people whose seats ended, each once. A seat without its person is the buyer's. */
export async function listPeopleWhoseSeatsEnded(tx: Tx, cohortCode: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct coalesce(e.person_id, o.person_id) as id
    from cohort_cancellation_order x join enrolment e on e.order_id = x.order_id join orders o on o.id = e.order_id
    where x.cohort_code = ${cohortCode} and x.done_at is null and e.cohort_code = ${cohortCode}
      and e.cancelled_at = now() and coalesce(e.person_id, o.person_id) is not null order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The rest of each deposit that is not paid yet. */
export async function listCancelledBalances(
  tx: Tx,
  cohortCode: string,
): Promise<{ id: string; currency: string; minor: number }[]> {
  const { rows } = await sql<{ id: string; currency: string; minor: number }>`
    select id, currency, rest::bigint as minor from (
      select o.id, o.currency, o.total_minor - o.waived_minor - (select coalesce(sum(p.amount_minor), 0) from payment p
        where p.order_id = o.id and p.state = 'complete') as rest
      from cohort_cancellation_order x join orders o on o.id = x.order_id
      where x.cohort_code = ${cohortCode} and x.done_at is null and o.state = 'complete'
        and o.balance_due_at is not null and o.balance_paid_at is null) as unpaid
    where rest > 0 order by currency, id`.execute(tx)
  return rows
}

/** enrolment_order; the complete orders of the cancellation that have seats in other cohorts */
export async function listOrdersWithSeatsElsewhere(tx: Tx, cohortCode: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select x.order_id::text as id
    from cohort_cancellation_order x join orders o on o.id = x.order_id and o.state = 'complete'
    where x.cohort_code = ${cohortCode} and x.done_at is null
      and exists (select from seat_move m where m.order_id = x.order_id)
      and exists (select from enrolment e where e.order_id = x.order_id and e.cohort_code <> ${cohortCode})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** waitlist_entry_cohort; the confirmed people who wait, or whose offer ended with the dates */
export async function listEndedWaiting(tx: Tx, cohortCode: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select w.id from waitlist_entry w where w.cohort_code = ${cohortCode}
    and w.confirmed_at is not null and (w.left_at is null or exists (select from waitlist_offer o
      where o.entry_id = w.id and o.state = 'withdrawn' and o.ended_at = now())) order by w.id`.execute(tx)
  return rows.map(({ id }) => id)
}
