/** Statements that count what a client and a network hold of a cohort, or held and did not pay. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** Seats of live holds without a presented card; holds that ended unpaid in the last hour. */
export type HoldCounts = {
  capacity: number
  taken: number
  now: Date
  liveOfClient: number
  liveOfNetwork: number
  endedOfClient: number
  lastEndOfClient: Date | null
  endedOfNetwork: number
  /** Seats of the network's holds that ended in the last 15 minutes. */
  coolingOfNetwork: number
}

type Holder = { client: Buffer | null; network: Buffer | null }

/** primary key of cohort, seat_hold_cohort, seat_hold_ended. Null where the cohort has no limit: then no seat can run out. */
export async function countHolds(tx: Tx, courseCode: string, { client, network }: Holder): Promise<HoldCounts | null> {
  const { rows } =
    await sql<HoldCounts>`select c.capacity, c.taken, now() as now, n.* from cohort c cross join lateral (
      select coalesce(sum(h.seats) filter (where h.state = 'live' and h.held_by = ${client}), 0)::int as "liveOfClient",
        coalesce(sum(h.seats) filter (where h.state = 'live' and h.held_from = ${network}), 0)::int as "liveOfNetwork",
        (count(*) filter (where h.state <> 'live' and h.held_by = ${client}))::int as "endedOfClient",
        max(h.ended_unpaid_at) filter (where h.held_by = ${client}) as "lastEndOfClient",
        (count(*) filter (where h.state <> 'live' and h.held_from = ${network}))::int as "endedOfNetwork",
        coalesce(sum(h.seats) filter (where h.held_from = ${network} and h.ended_unpaid_at > now() - interval '15 minutes'), 0)::int as "coolingOfNetwork"
      from (
        select * from seat_hold where course_code = c.course_code and state = 'live' and presented_at is null
        union all
        select * from seat_hold where course_code = c.course_code and ended_unpaid_at > now() - interval '1 hour'
      ) h where h.held_by = ${client} or h.held_from = ${network}) n
    where c.course_code = ${courseCode} and c.capacity is not null`.execute(tx)
  return rows[0] ?? null
}

/** unique seat_hold.order_id. A presented card that was not declined: its seats are as good as paid. */
export async function markPresented(tx: Tx, orderId: string, isPresented: boolean): Promise<void> {
  await tx
    .updateTable('seat_hold')
    .set({ presented_at: isPresented ? sql<Date>`now()` : null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .where('presented_at', isPresented ? 'is' : 'is not', null)
    .execute()
}

/** unique seat_hold.order_id; the money came after all */
export async function clearUnpaidEnd(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('seat_hold')
    .set({ ended_unpaid_at: null, held_by: null, held_from: null })
    .where('order_id', '=', orderId)
    .where('ended_unpaid_at', 'is not', null)
    .execute()
}
