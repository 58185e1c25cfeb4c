/**
 * The mode that a database was created in, and whether a start in another mode may use it: no. Decision 16.
 */
import { sql } from 'kysely'
import { CannotStart, type Config } from '#config.ts'
import { DEMO_ACCOUNTS, DEMO_GIFT_CARDS } from '#domain/demo.ts'
import { comparableCode } from '#domain/gift-card.ts'
import type { Secrets } from '../secrets.ts'
import type { Db } from './db.ts'

type Mode = Config['mode']

/**
 * `record`: the server, and tools that write. `check`: tools that only read leave a database without a record as
 * it is. `ignore`: the export, which is the way out of a database of another mode.
 */
export type ModeCheck = 'record' | 'check' | 'ignore'

/**
 * Asked before the migrations too, so that a database of another mode is not changed.
 *
 * @throws CannotStart with the way out
 */
export async function refuseOtherMode(db: Db, config: Config): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('installation') is not null as known`.execute(db)
  const created = rows[0]?.known ? await createdMode(db) : null
  if (created && created !== config.mode) throw new CannotStart(otherMode(created, config))
}

/**
 * For a database without the record: it counts as a demo where it holds a demo account or gift card, else it takes
 * the mode of this start. Of two starts at once both follow the record that was written first.
 *
 * @throws CannotStart with the way out
 */
export async function settleMode(db: Db, secrets: Secrets, config: Config, check: 'record' | 'check'): Promise<void> {
  const isDemo = (await createdMode(db)) === null && (await holdsDemo(db, secrets))
  if (check === 'record')
    await db
      .insertInto('installation')
      .values(isDemo ? { created_mode: 'demo', demo_seed: 'running' } : { created_mode: config.mode })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (check === 'check' && isDemo && config.mode !== 'demo') throw new CannotStart(otherMode('demo', config))
  await refuseOtherMode(db, config)
}

/** unique person.email, unique gift_card.code_mac */
async function holdsDemo(db: Db, secrets: Secrets): Promise<boolean> {
  const account = await db
    .selectFrom('person')
    .select('id')
    .where(
      'email',
      'in',
      DEMO_ACCOUNTS.map(({ email }) => email),
    )
    .executeTakeFirst()
  const card = await db
    .selectFrom('gift_card')
    .select('id')
    .where(
      'code_mac',
      'in',
      DEMO_GIFT_CARDS.flatMap(({ code }) => secrets.macs('gift-card', comparableCode(code))),
    )
    .executeTakeFirst()
  return account !== undefined || card !== undefined
}

async function createdMode(db: Db): Promise<Mode | null> {
  const row = await db.selectFrom('installation').select('created_mode').executeTakeFirst()
  return (row?.created_mode as Mode | undefined) ?? null
}

export async function demoSeed(db: Db): Promise<'running' | 'complete' | null> {
  const row = await db.selectFrom('installation').select('demo_seed').executeTakeFirst()
  return (row?.demo_seed as 'running' | 'complete' | null | undefined) ?? null
}

export async function noteDemoSeed(db: Db, state: 'running' | 'complete'): Promise<void> {
  await db.updateTable('installation').set({ demo_seed: state }).execute()
}

/** Differs from our other advisory locks. */
const SEED_LOCK = sql.lit(7_226_013)

/** One process at a time seeds. */
export async function whileSeeding<Value>(db: Db, work: () => Promise<Value>): Promise<Value> {
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0; set statement_timeout = 0; select pg_advisory_lock(${SEED_LOCK})`.execute(
      connection,
    )
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${SEED_LOCK}); reset lock_timeout; reset statement_timeout`.execute(
        connection,
      )
    }
  })
}

function otherMode(created: Mode, { mode, databaseUrl }: Config): string {
  const fresh = databaseUrl ? 'an empty database' : 'an empty DATA_DIR'
  return `This database was created with MODE=${created} and cannot be used with MODE=${mode}: start it with MODE=${created}, or keep its courses alone by "npm run export -- FOLDER", a start on ${fresh}, and "npm run import -- FOLDER".`
}
