/** Forgers of webhooks, and admins who refund here and at the provider, while shoppers buy. */
import type { Db } from '#platform/db/db.ts'
import { createRandom, type Random } from '../support/random.ts'
import { post } from '../world/buyer.ts'
import { pause } from './installation.ts'
import { refundLines } from './learning/classroom.ts'
import type { Rig } from './rigs.ts'

const FORGE_EACH_MS = 1_000
const REFUND_EACH_MS = 1_200
const UNANSWERED = 0

export type Forged = { posts: number; accepted: number }
type SoldCourse = { url: string; courseCode: string }

export function startBystanders(db: Db, rig: Rig, course: SoldCourse, seed: number) {
  let hasEnded = false
  const isOver = () => hasEnded
  const ended = Promise.all([
    forgeWebhooks(rig, course.url, isOver),
    refundSome(db, rig, course, createRandom(seed + 2), isOver),
  ]).then(([forged, refunds]) => ({ forged, refunds }))
  return {
    ended,
    stop: () => {
      hasEnded = true
    },
  }
}

/** Posts forged deliveries until the end. */
async function forgeWebhooks(rig: Rig, url: string, hasEnded: () => boolean): Promise<Forged> {
  const forged: Forged = { posts: 0, accepted: 0 }
  while (!hasEnded()) {
    for (const { path, body, headers } of rig.forge()) {
      const status = await post(url, path, body, headers).then(
        (answer) => answer.status,
        () => UNANSWERED,
      )
      forged.posts++
      if (status === 200) forged.accepted++
    }
    await pause(FORGE_EACH_MS)
  }
  return forged
}

/** Refunds complete orders until the end: a whole order, one dollar of it, or one dollar on the provider's own pages. */
async function refundSome(
  db: Db,
  rig: Rig,
  course: SoldCourse,
  random: Random,
  hasEnded: () => boolean,
): Promise<number> {
  const seen = new Set<string>()
  let refunds = 0
  while (!hasEnded()) {
    // PostgreSQL may be away.
    const isRefunded = await refundOne(db, rig, course, random, seen).catch(() => false)
    if (isRefunded) refunds++
    await pause(REFUND_EACH_MS)
  }
  return refunds
}

async function refundOne(
  db: Db,
  rig: Rig,
  { url, courseCode }: SoldCourse,
  random: Random,
  seen: Set<string>,
): Promise<boolean> {
  const complete = await db
    .selectFrom('orders')
    .innerJoin('payment', 'payment.order_id', 'orders.id')
    .select(['orders.id', 'payment.provider', 'payment.provider_intent_id'])
    .where('cohort_code', '=', courseCode)
    .where('orders.state', '=', 'complete')
    .where('payment.state', '=', 'complete')
    .where('payment.provider', '<>', 'none')
    .execute()
  const next = random.shuffle(complete.filter(({ id }) => !seen.has(id)))[0]
  if (!next) return false
  seen.add(next.id)
  if (rig.refundThere && next.provider_intent_id && random.chance(0.3)) {
    rig.refundThere({ provider: next.provider, intentId: next.provider_intent_id, minor: 100 })
    return true
  }
  const lines = await db.selectFrom('order_line').select('id').where('order_id', '=', next.id).execute()
  const amount = random.chance(0.5) ? { amount: { amount: '1.00', currency: 'USD' } } : {}
  const refunded = lines.map(({ id }) => ({ lineId: id, ...amount }))
  return (await refundLines(url, next.id, refunded)).status === 200
}
