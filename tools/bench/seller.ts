/** A shop that sells one course, as `npm start` runs it: one process for pages, API, provider and worker. */
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Sold } from './buyers.ts'
import { type Measured, startMeasured } from './measured.ts'
import { placeFor } from './rivals.ts'

export type Seller = Measured & {
  database: pg.Client
  /** So many buyers at once for so long, and whatever follows from it: news, receipts, mails. */
  sell(clients: number, seconds: number): Promise<Sold & { wholeSeconds: number }>
}

/** Longer than a worker sleeps where nobody wakes it. */
const PATIENCE_MILLISECONDS = 120_000

export async function startSeller(
  name: string,
  { address, courseCode, folder }: { address: string; courseCode: string; folder: string },
  environment: Record<string, string> = {},
): Promise<Seller> {
  const place = await placeFor(name)
  const settings = {
    ...environment,
    // More than an operator expects in ten minutes, and as costly to count.
    SITE_QUOTES_PER_MINUTE: '1000000000',
    SITE_ORDERS_PER_TEN_MINUTES: '1000000000',
    NODE_ENV: '',
    MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: new URL(place.url).port,
    PUBLIC_URL: place.url,
    DATA_DIR: folder,
    DATABASE_URL: address,
  }
  const isReady = async () => (await fetch(`${place.url}/readyz`)).status === 200
  const server = await startMeasured(place, [process.execPath, 'src/main.ts'], settings, isReady, false)
  const database = new pg.Client(address)
  // What it is asked tells of a lost connection; alone it has nothing to say.
  database.on('error', () => {})
  await database.connect()
  return {
    ...server,
    database,
    async sell(clients, seconds) {
      const given = ['tools/bench/buyers.ts', place.url, courseCode, String(clients), String(seconds)]
      const { stdout } = await promisify(execFile)(process.execPath, given)
      const sold = JSON.parse(stdout) as Sold
      const ended = performance.now()
      await untilDone(database)
      return { ...sold, wholeSeconds: sold.seconds + (performance.now() - ended) / 1000 }
    },
    async stop() {
      await database.end()
      await server.stop()
    },
  }
}

async function untilDone(database: pg.Client): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  const left = `select exists (select from pgboss.job where state < 'completed' and start_after <= now()) as is`
  while ((await database.query(left)).rows[0].is) {
    if (performance.now() > deadline) throw new Error('jobs are left undone')
    await pause(50)
  }
}
