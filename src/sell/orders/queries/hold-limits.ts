/** Counts the open orders and the seat holds that limit a client, an address and a network in a cohort. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** Seats of live holds without a presented card, and holds that ended unpaid in the last hour. */
export type HoldCounts = {
  /** Null: the cohort has no limit. */
  capacity: number | null
  taken: number
  now: Date
  /** Open orders in this cohort, the new one included. */
  ordersOfClient: number
  ordersOfEmail: number
  liveOfClient: number
  liveOfNetwork: number
  endedOfClient: number
  lastEndOfClient: Date | null
  endedOfNetwork: number
  /** Seats of the network's holds that ended in the last 15 minutes. */
  coolingOfNetwork: number
}

type Buyer = {
  email: string
  /** The client of the order. */
  client: Buffer
  /** The client of the hold; null where nothing tells one client from another. */
  heldBy: Buffer | null
  network: Buffer | null
}

/** primary key of cohort, orders_one_open, seat_hold_cohort, seat_hold_ended */
export async function countHolds(
  tx: Tx,
  cohortCode: string,
  { email, client: orderClient, heldBy: client, network }: Buyer,
): Promise<HoldCounts> {
  const { rows } = await sql<HoldCounts>`select c.capacity, c.taken, now() as now, n.*,
        (select count(*)::int from orders o where o.cohort_code = c.cohort_code and o.client = ${orderClient} and o.state = 'open') as "ordersOfClient",
        (select count(*)::int from orders o where o.cohort_code = c.cohort_code and o.email = ${email} and o.state = 'open') as "ordersOfEmail"
      from cohort c cross join lateral (
      select coalesce(sum(h.seats) filter (where h.state = 'live' and h.client_hash = ${client}), 0)::int as "liveOfClient",
        coalesce(sum(h.seats) filter (where h.state = 'live' and h.ip_hash = ${network}), 0)::int as "liveOfNetwork",
        (count(*) filter (where h.state <> 'live' and h.client_hash = ${client}))::int as "endedOfClient",
        max(h.ended_unpaid_at) filter (where h.client_hash = ${client}) as "lastEndOfClient",
        (count(*) filter (where h.state <> 'live' and h.ip_hash = ${network}))::int as "endedOfNetwork",
        coalesce(sum(h.seats) filter (where h.ip_hash = ${network} and h.ended_unpaid_at > now() - interval '15 minutes'), 0)::int as "coolingOfNetwork"
      from (
        select * from seat_hold where cohort_code = c.cohort_code and state = 'live' and presented_at is null
        union all
        select * from seat_hold where cohort_code = c.cohort_code and ended_unpaid_at > now() - interval '1 hour'
      ) h where h.client_hash = ${client} or h.ip_hash = ${network}) n
    where c.cohort_code = ${cohortCode}`.execute(tx)
  if (!rows[0]) throw new Error(`cohort ${cohortCode} does not exist`)
  return rows[0]
}
