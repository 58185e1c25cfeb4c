/** Repeats old provider events many times in parallel. The state must not change. */
import { sql } from 'kysely'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import type { Random } from '../support/random.ts'
import { post } from '../world/buyer.ts'
import type { Rig } from './rigs.ts'

export type Replay = { events: number; times: number }
/** `changes`: the facts that differ afterwards, each before and after. */
export type Replayed = { posts: number; refused: number; changes: string[] }

const AT_ONCE = 8

export async function replay(deps: Deps, rig: Rig, url: string, random: Random, plan: Replay): Promise<Replayed> {
  const decided = await deps.db
    .selectFrom('provider_event')
    .innerJoin('payment', 'payment.provider_intent_id', 'provider_event.intent_id')
    .select('event_id')
    .where('handled_at', 'is not', null)
    .where('payment.state', 'in', ['complete', 'returned'])
    // A refund that still waits for its next try would change its payment meanwhile.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .whereRef('payment_id', '=', 'payment.id')
            .where('refund.state', '=', 'queued')
            .select('id'),
        ),
      ),
    )
    .execute()
  const chosen = random
    .shuffle(decided)
    .slice(0, plan.events)
    .map((event) => event.event_id)
  const before = await howTheyStand(deps.db, chosen)
  const queue = random.shuffle(chosen.flatMap((id) => Array.from({ length: plan.times }, () => id)))
  const posts = queue.length
  let refused = 0
  const postman = async () => {
    for (let eventId = queue.pop(); eventId; eventId = queue.pop()) {
      const { path, body, headers } = await rig.sign(deps, eventId)
      if ((await post(url, path, body, headers)).status !== 200) refused++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, postman))
  const after = await howTheyStand(deps.db, chosen)
  return {
    posts,
    refused,
    changes: before.flatMap((fact, at) => (fact === after[at] ? [] : [`${fact} → ${after[at]}`])),
  }
}

/** The events, their payments, what became of them, and every job that was made of them. */
async function howTheyStand(db: Db, eventIds: readonly string[]): Promise<string[]> {
  const result = await sql`select e.event_id, e.handled_at, p.state, p.refunded_minor, o.state as order_state,
      (select count(*) from enrolment n where n.order_id = o.id) as enrolments,
      (select count(*) from ledger_transaction t where t.reference = p.id) as booked,
      (select count(*) from pgboss.job j where j.name = 'provider.event' and j.data->>'eventId' = e.event_id) as jobs
    from provider_event e join payment p on p.provider_intent_id = e.intent_id join orders o on o.id = p.order_id
    where e.event_id = any(${[...eventIds]}::text[]) order by e.event_id`.execute(db)
  return result.rows.map((row) => JSON.stringify(row))
}
