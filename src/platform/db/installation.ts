/** The mode that a database was created in. A start in another mode is refused: docs/decisions/0016. */
import { sql } from 'kysely'
import { type Config, StartupError } from '#config/config.ts'
import { DEMO_ACCOUNTS, DEMO_GIFT_CARDS } from '#domain/demo.ts'
import { normaliseGiftCardCode } from '#domain/money/gift-card.ts'
import type { Secrets } from '../secrets.ts'
import type { Db } from './db.ts'

type Mode = Config['mode']

/**
 * `record`: the server and tools that write. `check`: tools that only read, which record nothing. `ignore`: the export,
 * because it moves content out of a database of another mode.
 */
export type ModeCheck = 'record' | 'check' | 'ignore'

/**
 * Also runs before the migrations, so that a database of another mode is not changed.
 *
 * @throws StartupError with a sentence that says what to do
 */
export async function refuseOtherMode(db: Db, config: Config): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('installation') is not null as known`.execute(db)
  const created = rows[0]?.known ? await getCreatedMode(db) : null
  if (created && created !== config.mode) throw new StartupError(describeOtherMode(created, config))
}

/**
 * Records the mode of a database without a record: `demo` if it holds a demo account or gift card, else the mode of
 * this start. Two simultaneous starts both follow the first record.
 *
 * @throws StartupError with a sentence that says what to do
 */
export async function recordMode(db: Db, secrets: Secrets, config: Config, check: 'record' | 'check'): Promise<void> {
  const isDemo = (await getCreatedMode(db)) === null && (await hasDemoContent(db, secrets))
  if (check === 'record')
    await db
      .insertInto('installation')
      .values(isDemo ? { created_mode: 'demo', demo_seed: 'running' } : { created_mode: config.mode })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (check === 'check' && isDemo && config.mode !== 'demo') throw new StartupError(describeOtherMode('demo', config))
  await refuseOtherMode(db, config)
}

/** unique person.email, unique gift_card.code_mac */
async function hasDemoContent(db: Db, secrets: Secrets): Promise<boolean> {
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
      DEMO_GIFT_CARDS.flatMap(({ code }) => secrets.macs('gift-card', normaliseGiftCardCode(code))),
    )
    .executeTakeFirst()
  return account !== undefined || card !== undefined
}

async function getCreatedMode(db: Db): Promise<Mode | null> {
  const row = await db.selectFrom('installation').select('created_mode').executeTakeFirst()
  return (row?.created_mode as Mode | undefined) ?? null
}

export async function getDemoSeed(db: Db): Promise<'running' | 'complete' | null> {
  const row = await db.selectFrom('installation').select('demo_seed').executeTakeFirst()
  return (row?.demo_seed as 'running' | 'complete' | null | undefined) ?? null
}

export async function updateDemoSeed(db: Db, state: 'running' | 'complete'): Promise<void> {
  await db.updateTable('installation').set({ demo_seed: state }).execute()
}

/** Null: this database has no blob store yet. See `../blobs/store-id.ts`. */
export async function readBlobStoreId(db: Db): Promise<string | null> {
  const row = await db.selectFrom('installation').select('blob_store_id').executeTakeFirst()
  return row?.blob_store_id ?? null
}

/** Stores the id unless another process was faster. Returns the id that the database then has. */
export async function writeBlobStoreId(db: Db, id: string): Promise<string> {
  await db.updateTable('installation').set({ blob_store_id: id }).where('blob_store_id', 'is', null).execute()
  return (await readBlobStoreId(db)) ?? id
}

/** Whether the database names any blob. */
export async function hasStoredAssets(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('asset')
    .select('id')
    .where('state', 'in', ['stored', 'processing', 'ready'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Differs from our other advisory locks. */
const SEED_LOCK = sql.lit(7_226_013)

/** Runs the work in one process at a time, on other connections. */
export async function withSeedLock<Value>(db: Db, work: () => Promise<Value>): Promise<Value> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
    return work()
  })
}

function describeOtherMode(created: Mode, { mode, databaseUrl }: Config): string {
  const fresh = databaseUrl ? 'an empty database' : 'an empty DATA_DIR'
  return `This database was created with MODE=${created} and cannot be used with MODE=${mode}: start it with MODE=${created}. To keep only its courses, run "npm run u -- export FOLDER", start with ${fresh}, and run "npm run u -- import FOLDER".`
}
