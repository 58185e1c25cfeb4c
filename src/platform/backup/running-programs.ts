/** Programs that use a database now. */
import { sql } from 'kysely'
import { StartupError } from '#config/config.ts'
import type { Db } from '../db/db.ts'

/** Names of the connections that every running program has, in `changes.ts` and `jobs.ts`. Those of commands end with them. */
const NAMES = ['understudy changes', 'understudy jobs']

/** Sites, APIs and workers that are connected, as `count`. */
export const COUNT_PROGRAMS = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name in (${NAMES.map((name) => `'${name}'`).join(', ')})`

/** @throws StartupError if a site, API or worker is connected */
export async function requireStopped(db: Db): Promise<void> {
  const { rows } = await sql<{ count: number }>`${sql.raw(COUNT_PROGRAMS)}`.execute(db)
  if ((rows[0]?.count ?? 0) > 0)
    throw new StartupError(
      'The program still runs on this database. Stop all its processes first (systemctl stop understudy), and run this again.',
    )
}
