/** Every statement about the set-up. The table has one row. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** primary key; whether the installation has, or had, an owner */
export async function isSetUp(db: Db | Tx): Promise<boolean> {
  const { finished_at } = await db.selectFrom('set_up').select('finished_at').executeTakeFirstOrThrow()
  return finished_at !== null
}

/** primary key; stores a new link, which replaces the earlier one. False: the set-up is over, or another process stored one. */
export async function putSetUpLink(
  db: Db,
  { hash, minutes }: { hash: Buffer; minutes: number },
  { unlessThere }: { unlessThere: boolean },
): Promise<boolean> {
  const { rows } =
    await sql`update set_up set token_hash = ${hash}, expires_at = now() + ${minutes} * interval '1 minute'
    where finished_at is null and (token_hash is null or not ${unlessThere}::boolean) returning singleton`.execute(db)
  return rows.length > 0
}

/** primary key; whether the link with this hash opens the set-up */
export async function hasSetUpLink(db: Db | Tx, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('set_up')
    .select('singleton')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The first owner waits here for another one, also for one from the command line. Until the transaction ends. */
export async function lockFirstOwner(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('site owner'))`.execute(tx)
}
