/** A server that sells one course, as `npm start` runs it: pages, API, provider and worker in one process. */
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { SalesResult } from './buyers.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'
import { reserveAddress } from './servers.ts'

/** A database with one course for sale, and the data folder of its server. */
export type Shop = { address: string; courseCode: string; folder: string }

export type Seller = MeasuredServer & {
  /** Runs this many buyers for this long, and waits for all events, receipts and mails. */
  sell(clients: number, seconds: number): Promise<SalesResult & { wholeSeconds: number }>
}

/** Longer than an idle worker sleeps. */
const JOBS_TIMEOUT_MILLISECONDS = 120_000

export async function startSeller(
  name: string,
  { address, courseCode, folder }: Shop,
  environment: Record<string, string> = {},
): Promise<Seller> {
  const endpoint = await reserveAddress(name)
  const settings = {
    ...environment,
    // Far above real limits, but equally costly to count.
    SITE_QUOTES_PER_MINUTE: '1000000000',
    SITE_ORDERS_PER_TEN_MINUTES: '1000000000',
    NODE_ENV: '',
    MODE: 'demo',
    LISTEN_ADDRESS: '127.0.0.1',
    PORT: new URL(endpoint.url).port,
    PUBLIC_URL: endpoint.url,
    DATA_DIR: folder,
    DATABASE_URL: address,
  }
  const isReady = async () => (await fetch(`${endpoint.url}/readyz`)).status === 200
  const server = await startMeasured(endpoint, [process.execPath, 'src/app/main.ts'], settings, isReady, false)
  const database = new pg.Client(address)
  // A lost connection is reported by the next query. Without a listener it would end the process.
  database.on('error', () => {})
  await database.connect()
  return {
    ...server,
    async sell(clients, seconds) {
      const args = ['tools/bench/buyers.ts', endpoint.url, courseCode, String(clients), String(seconds)]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const result = JSON.parse(stdout) as SalesResult
      const ended = performance.now()
      await waitForJobs(database)
      return { ...result, wholeSeconds: result.seconds + (performance.now() - ended) / 1000 }
    },
    async stop() {
      await database.end()
      await server.stop()
    },
  }
}

async function waitForJobs(database: pg.Client): Promise<void> {
  const deadline = performance.now() + JOBS_TIMEOUT_MILLISECONDS
  const left = `select exists (select from pgboss.job where state < 'completed' and start_after <= now()) as is`
  while ((await database.query(left)).rows[0].is) {
    if (performance.now() > deadline) throw new Error('jobs are left undone')
    await pause(50)
  }
}
