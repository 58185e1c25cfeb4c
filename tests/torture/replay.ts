/** W1: news that was heard long ago is told again and again, by many at once. Nothing comes of it. */
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { post } from '../buyer.ts'
import type { Random } from '../random.ts'
import type { Rig } from './rigs.ts'

export type Replay = { events: number; times: number }
export type Replayed = { posts: number; refused: number; changed: boolean }

const AT_ONCE = 8

export async function replay(deps: Deps, rig: Rig, url: string, random: Random, plan: Replay): Promise<Replayed> {
  const before = await howItStands(deps.db)
  const known = await deps.db
    .selectFrom('provider_event')
    .select('event_id')
    .where('handled_at', 'is not', null)
    .execute()
  const chosen = random.shuffle(known).slice(0, plan.events)
  const queue = random.shuffle(chosen.flatMap(({ event_id: id }) => Array.from({ length: plan.times }, () => id)))
  const posts = queue.length
  let refused = 0
  const postman = async () => {
    for (let eventId = queue.pop(); eventId; eventId = queue.pop()) {
      const { path, body, headers } = await rig.sign(deps, eventId)
      if ((await post(url, path, body, headers)).status !== 200) refused++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, postman))
  return { posts, refused, changed: (await howItStands(deps.db)) !== before }
}

async function howItStands(db: Db): Promise<string> {
  const [events, payments, entries] = await Promise.all([
    db.selectFrom('provider_event').select(['event_id', 'handled_at']).orderBy('event_id').execute(),
    db.selectFrom('payment').select(['id', 'state']).orderBy('id').execute(),
    db
      .selectFrom('ledger_entry')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute(),
  ])
  return JSON.stringify({ events, payments, entries })
}
