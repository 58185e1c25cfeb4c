/** The statements of the studio's home and of its cards. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type NewOrderRow = {
  id: string
  course_code: string
  title: string
  seats: number
  total_minor: number
  refunded_minor: number
  currency: string
  completed_at: Date
  count: number
}

/** The newest complete orders since a time; `count` is the number of all. Index: orders_completed, then primary keys. */
export async function listNewOrders(
  db: Db,
  courseCodes: readonly string[],
  { since, limit }: { since: Date; limit: number },
): Promise<NewOrderRow[]> {
  const { rows } = await sql<NewOrderRow>`
    select o.id::text, k.course_code, k.title, o.seats, o.total_minor, o.currency, o.completed_at,
      (select coalesce(sum(l.refunded_minor), 0) from order_line l where l.order_id = o.id)::bigint as refunded_minor,
      (count(*) over ())::int as count
    from orders o join cohort c on c.cohort_code = o.cohort_code join course k on k.course_code = c.course_code
    where o.completed_at >= ${since} and o.state = 'complete' and k.course_code = any(${courseCodes}::text[])
    order by o.completed_at desc, o.id limit ${limit}`.execute(db)
  return rows
}
