/** A shop to measure: the demo courses in a database of their own, and as many copies of one of them as asked for. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { importContent } from '#features/catalog/import.ts'
import { openDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openLog } from '#platform/log.ts'

export type Shops = {
  folder: string
  /** @returns the address of a database with the demo courses and so many copies more */
  open(copies: number): Promise<string>
  close(): Promise<void>
}

/** Addresses of the copies, `/copy/1` and up. */
export const copyPath = (number: number) => `/copy/${number}`

export async function openShops(): Promise<Shops> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-measure-'))
  await chmod(folder, 0o711)
  const log = openLog('silent')
  const server = await startEmbedded(folder, log, { fsync: 'off', full_page_writes: 'off' })
  return {
    folder,
    async open(copies) {
      const address = new URL(server.url)
      const name = `shop_${copies}`
      await query(server.url, `create database ${name}`)
      address.pathname = `/${name}`
      const { db, close } = openDb(address.href, log)
      await migrate(db)
      const imported = await importContent({ db }, 'content', new Date())
      await close()
      if (!imported.ok) throw new Error(imported.refusal.reason)
      if (copies > 0) await query(address.href, copySql(copies))
      return address.href
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Nobody listens yet, so that no trigger has to tell of it. */
function copySql(copies: number): string {
  const rows = (table: string, changed: string, where = `"of".prefix_code = 'NG'`) =>
    `insert into ${table} select (jsonb_populate_record("of", jsonb_build_object(${changed}))).*
     from ${table} as "of", generate_series(1, ${copies}) as n where ${where};`
  const prefix = `'prefix_code', 'COPY' || n`
  const code = `'course_code', replace(course_code, 'NG', 'COPY' || n)`
  const ofCohorts = `"of".course_code like 'NG%'`
  return `set session_replication_role = replica;
    ${rows('course', `${prefix}, 'position', 1000 + n`)}
    ${rows('course_creator', prefix)}
    ${rows('course_words', prefix)}
    ${rows('course_page', `${prefix}, 'path', '/copy/' || n`, `"of".path = '/nina-reyes'`)}
    ${rows('cohort', `${prefix}, ${code}`)}
    ${rows('cohort_session', `'id', gen_random_uuid(), ${code}`, ofCohorts)}
    ${rows('offer', `${code}, 'offer_code', replace(offer_code, 'NG', 'COPY' || n)`, ofCohorts)}
    analyze;`
}

export async function query(address: string, sql: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
