/**
 * Many people buy too few seats while the provider fails, webhooks come three times in any order, and
 * the program and PostgreSQL are killed under them. Then the audit, and every answer anybody was given.
 */
import { sql } from 'kysely'
import type { Deps } from '#http/deps.ts'
import { createDb, type Db } from '#platform/db/db.ts'
import { createLog } from '#platform/log.ts'
import { createRandom } from '../support/random.ts'
import { givenCourse, givenGiftCard, givenPromoCode } from '../world/selling.ts'
import { type RunningServer, startServer } from '../world/server.ts'
import { type Forged, startBystanders } from './bystanders.ts'
import { type ComparedCharges, compareCharges } from './charges.ts'
import type { Shop, Shopper } from './checkout-calls.ts'
import { auditUntilClean, endHold, pause, withDeps } from './installation.ts'
import { type Ended, liesTo } from './lies.ts'
import { createMembers } from './members.ts'
import { type Replay, type Replayed, replay } from './replay.ts'
import { createRig, type RigName } from './rigs.ts'
import { goShopping } from './shopper.ts'

export type Plan = {
  provider: RigName
  checkouts: number
  clients: number
  seats: number
  appKills: number
  postgresKills: number
  replay: Replay
  seed: number
}
export type Report = {
  ends: Record<string, number>
  /** How long nobody was served after each kill, in milliseconds. */
  recoveriesMs: number[]
  /** From the end of the load to a clean audit. */
  settledMs: number
  violations: string
  lies: string[]
  taken: number
  /** The number of complete orders of each kind. */
  kinds: Record<'groups' | 'deposits' | 'promoCodes' | 'giftCards' | 'credit', number>
  /** The number of charged payments of each provider, by their state. */
  payments: Record<string, number>
  webhooks: number
  forged: Forged
  /** Refunds that admins asked for. */
  refunds: number
  charges: ComparedCharges
  replayed: Replayed
  seconds: number
}

const HANDLED_WITHIN_MS = 240_000
const MOST_MEMBERS = 40
/** More people buy at once than an operator expects in ten minutes. */
const NO_SITE_LIMITS = { SITE_QUOTES_PER_MINUTE: '1000000', SITE_ORDERS_PER_TEN_MINUTES: '1000000' }

export async function torture(plan: Plan): Promise<Report> {
  const began = performance.now()
  const random = createRandom(plan.seed)
  const rig = await createRig(plan.provider, plan.seed)
  const server = await startServer({ ...rig.environment, ...NO_SITE_LIMITS, TRUSTED_PROXIES: '127.0.0.1,::1' })
  try {
    rig.ready(server)
    const { databaseUrl, ...opened } = await withDeps(server, rig.environment, (deps, databaseUrl) =>
      open(deps, plan, server.url).then((all) => ({ ...all, databaseUrl })),
    )
    const { courseCode } = opened
    // Its own connections: the server alone restarts PostgreSQL.
    const { db, close } = createDb(databaseUrl, createLog('silent'), 4)
    const shop: Shop = { url: server.url, random, payer: rig.payer, endHold: (id) => endHold(db, id), ...opened }
    const bystanders = startBystanders(db, rig, shop, plan.seed)
    const { shoppers, recoveriesMs } = await rush(plan, shop, server).finally(bystanders.stop)
    const { forged, refunds } = await bystanders.ended
    await close()
    await rig.calm()
    const loadEnded = performance.now()
    const violations = await auditUntilClean(server, rig.environment)
    const settledMs = performance.now() - loadEnded
    const measured = await withDeps(server, rig.environment, async (deps) => {
      await untilHandled(deps.db)
      return {
        charges: await compareCharges(deps, rig),
        payments: await countPayments(deps.db),
        replayed: await replay(deps, rig, server.url, random, plan.replay),
        ended: await howAllEnded(deps.db, courseCode),
        taken: await seatsTaken(deps.db, courseCode),
        kinds: await countKinds(deps.db, courseCode),
      }
    })
    const { ended, ...results } = measured
    const lies = shoppers.flatMap((shopper) => liesTo(shopper, ended))
    const ends = Object.fromEntries([...Map.groupBy(shoppers, ({ end }) => end)].map(([end, all]) => [end, all.length]))
    const seconds = Math.round((performance.now() - began) / 1000)
    return {
      ends,
      recoveriesMs,
      settledMs,
      violations,
      lies,
      webhooks: rig.delivered(),
      forged,
      refunds,
      ...results,
      seconds,
    }
  } finally {
    await server.dispose()
    await rig.close()
  }
}

/**
 * One cohort of a course with a deposit, a code that is good for one order in twenty, a gift card for as many, and
 * members with credit.
 */
async function open(deps: Deps, { seats, checkouts }: Plan, url: string) {
  const some = Math.ceil(checkouts / 20)
  const courseCode = await givenCourse(deps, { seats, depositMinor: 9_900 })
  const promoCode = await givenPromoCode(deps, { percent_off: 10 }, some)
  const members = await createMembers(deps, url, Math.min(MOST_MEMBERS, some * 4))
  return { courseCode, members, codes: { promoCode, giftCardCode: await givenGiftCard(deps, some * 150) } }
}

/** The kills are spread evenly over the work, one kind after the other. */
async function rush(plan: Plan, shop: Shop, server: RunningServer) {
  const shoppers: Shopper[] = []
  const recoveriesMs: number[] = []
  let begun = 0
  const client = async () => {
    while (begun < plan.checkouts) {
      begun++
      shoppers.push(await goShopping(shop))
    }
  }
  const kills = Array.from({ length: plan.appKills + plan.postgresKills }, (_, index) =>
    index % 2 === 0 && index / 2 < plan.appKills ? 'app' : index / 2 < plan.postgresKills ? 'postgres' : 'app',
  )
  const killer = async () => {
    for (const [index, kind] of kills.entries()) {
      const due = ((index + 1) * plan.checkouts) / (kills.length + 1)
      while (shoppers.length < due) await pause(50)
      const at = performance.now()
      if (kind === 'app') {
        await server.kill9()
        await server.start()
      } else await server.killPostgres9()
      await untilServed(server.url, shop.courseCode)
      recoveriesMs.push(Math.round(performance.now() - at))
    }
  }
  await Promise.all([killer(), ...Array.from({ length: plan.clients }, client)])
  return { shoppers, recoveriesMs }
}

/** A price is quoted again: it takes the program, its database and a write. A full run is an answer too. */
async function untilServed(url: string, courseCode: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/v1/sign-up-payment-options`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ courseCode }),
      signal: AbortSignal.timeout(5000),
    }).catch(() => null)
    if (answer && answer.status < 500) return
    await pause(50)
  }
}

/** Waits for the last jobs of the providers' events. */
async function untilHandled(db: Db): Promise<void> {
  const deadline = Date.now() + HANDLED_WITHIN_MS
  while (Date.now() < deadline) {
    const waiting = await db
      .selectFrom('provider_event')
      .select('event_id')
      .where('handled_at', 'is', null)
      .where('intent_id', 'is not', null)
      .execute()
    if (waiting.length === 0) return
    await pause(500)
  }
}

async function howAllEnded(db: Db, courseCode: string): Promise<Ended[]> {
  const orders = await db.selectFrom('orders').selectAll().where('cohort_code', '=', courseCode).execute()
  const payments = Map.groupBy(await db.selectFrom('payment').selectAll().execute(), (one) => one.order_id)
  const enrolments = Map.groupBy(await db.selectFrom('enrolment').selectAll().execute(), (one) => one.order_id)
  return orders.map((order) => ({
    orderId: order.id,
    email: order.email,
    state: order.state,
    seats: order.seats,
    enrolments: enrolments.get(order.id)?.length ?? 0,
    payments: (payments.get(order.id) ?? []).map(({ id, state }) => ({ paymentId: id, state })),
  }))
}

async function seatsTaken(db: Db, courseCode: string): Promise<number> {
  const row = await db.selectFrom('cohort').select('taken').where('cohort_code', '=', courseCode).executeTakeFirst()
  return row?.taken ?? 0
}

async function countKinds(db: Db, courseCode: string): Promise<Report['kinds']> {
  const complete = await db
    .selectFrom('orders')
    .select(['id', 'seats', 'payment_type', 'discount_kind'])
    .where('cohort_code', '=', courseCode)
    .where('state', '=', 'complete')
    .execute()
  const tender = await db
    .selectFrom('payment')
    .select(['order_id', 'method'])
    .where('method', 'in', ['gift-card', 'credit'])
    .where('state', '=', 'complete')
    .execute()
  const countWith = (method: string) => {
    const orders = new Set(tender.filter((one) => one.method === method).map(({ order_id }) => order_id))
    return complete.filter(({ id }) => orders.has(id)).length
  }
  return {
    groups: complete.filter(({ seats }) => seats > 1).length,
    deposits: complete.filter(({ payment_type }) => payment_type === 'deposit').length,
    promoCodes: complete.filter(({ discount_kind }) => discount_kind === 'promo').length,
    giftCards: countWith('gift-card'),
    credit: countWith('credit'),
  }
}

async function countPayments(db: Db): Promise<Report['payments']> {
  const { rows } = await sql<{
    kind: string
    count: number
  }>`select provider || ' ' || state as kind, count(*)::int as count
    from payment where provider <> 'none' group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
