import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { TestClock } from 'pg-boss'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorker } from '#app/hosts/worker.ts'
import { keepSeller } from '#people/site/seller.ts'
import { PreparedClient } from '#platform/db/prepared-client.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

/**
 * 70 until invoices had numbers and e-mails recorded their handing over (docs/decisions/0034). 72 until the receipt had
 * the bill of the order page, with its refunds and disputes. 75 until it asked whether its seat is still there.
 */
const MAX_STATEMENTS = 85
let world: World
let api: Api
let releaseEvent: () => void
const statements: string[] = []
/** Clients of the product and of the job queue. */
const PROTOTYPES = [pg.Client.prototype, PreparedClient.prototype]
const originalQueries = PROTOTYPES.map(({ query }) => query)

beforeEach(async () => {
  // The worker's time stands still ahead of the database's, so that it takes each job at once, and nothing else comes.
  world = await createWorld(10, {}, new TestClock(Date.now() + 60_000))
  api = await startApi(world)
  // As each start of a server does.
  await keepSeller(world.db, world.site.current)
  const eventIsReleased = new Promise<void>((resolve) => (releaseEvent = resolve))
  const sandbox = world.gateways.for('sandbox')!.sandbox!
  const delivery = sandbox.delivery.bind(sandbox)
  vi.spyOn(sandbox, 'delivery').mockImplementation((id) => eventIsReleased.then(() => delivery(id)))
  await startWorker({ ...world, config: { ...world.config, paymentApiUrl: api.base } })
  recordStatements()
  await untilQuiet()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const [at, prototype] of PROTOTYPES.entries()) prototype.query = originalQueries[at]!
  await api.close()
  await world.close()
})

test.each(['the browser', 'the provider’s event'] as const)(
  'a paid enrolment takes at most 85 statements, from the quote to the sent e-mail, when %s reports the payment first',
  async (first) => {
    const courseCode = await givenCourse(world)
    const email = `buyer-${randomUUID()}@understudy.test`
    const body = await checkoutBody(world, courseCode, email)
    statements.length = 0
    const quote = await api.post('/api/v1/sign-up-payment-options', { courseCode })
    const placed = await api.post(
      '/api/v1/sign-up-payment/card',
      { ...body, quoteId: quote.body.data.quoteId },
      { 'idempotency-key': randomUUID() },
    )
    const { orderId, checkoutToken, clientSecret } = placed.body.data
    if (first !== 'the browser') releaseEvent()
    await world.gateways.for('sandbox')!.sandbox!.confirm({ clientSecret, ...cards.good })
    if (first !== 'the browser') await untilSent(email)
    const verified = await api.call(`/api/v1/verify-payment?orderId=${orderId}&vt=${checkoutToken}`)
    expect(verified.body.status).toBe('complete')
    releaseEvent()
    await untilSent(email)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_STATEMENTS)
    expect(statements.length).toBeGreaterThan(MAX_STATEMENTS / 2)
  },
)

const untilSent = (email: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ is_sent: boolean }>`
        select exists (select from mail where to_address = ${email} and state = 'sent') and not exists (
          select from pgboss.job where state < 'completed' and start_after <= now()) as is_sent`.execute(world.db)
      expect(rows[0]!.is_sent).toBe(true)
    },
    { timeout: 60_000, interval: 100 },
  )

/** The worker's first reconciliation is over. */
const untilQuiet = () => {
  let count = -1
  return vi.waitUntil(
    () => {
      const isQuiet = count === statements.length
      count = statements.length
      return isQuiet
    },
    { timeout: 20_000, interval: 500 },
  )
}

/** Neither the questions of this test count, nor the queue's timers, nor a worker that finds no job. */
function recordStatements(): void {
  for (const [at, prototype] of PROTOTYPES.entries()) prototype.query = recording(originalQueries[at] as Query)
}

type Query = (...args: unknown[]) => unknown

function recording(originalQuery: Query) {
  return function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const text = (typeof first === 'string' ? first : (first as pg.QueryConfig).text).replace(/\s+/g, ' ').trim()
    const count = (result: pg.QueryResult) => {
      const isQueueIdle = text.includes('pgboss.') && (!text.includes('job_common') || result.rowCount === 0)
      const isIdle = isQueueIdle || (text.startsWith('update media_step') && result.rowCount === 0)
      if (!isIdle && !text.includes('as is_sent')) statements.push(text)
    }
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const counting = (error: unknown, result: pg.QueryResult) => {
        if (result) count(result)
        callback(error, result)
      }
      return originalQuery.apply(this, [...args.slice(0, -1), counting])
    }
    return (originalQuery.apply(this, args) as Promise<pg.QueryResult>).then((result) => {
      count(result)
      return result
    })
  } as typeof pg.Client.prototype.query
}
