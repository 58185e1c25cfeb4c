/** A database for one trial. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { StartupError } from '#config/config.ts'

const PREFIX = 'understudy_trial_'
const HOUR_MS = 60 * 60 * 1000

/**
 * Creates a database on the server, passes its address to `use`, and drops it. Drops those of processes that were killed over an hour ago.
 *
 * @param url of a database whose role may create others
 * @throws StartupError if the role may not
 */
export async function withScratchDatabase<Value>(url: string, use: (url: string) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url, application_name: 'understudy backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await dropAbandoned(client)
    const name = `${PREFIX}${toStamp(new Date())}_${randomBytes(6).toString('hex')}`
    await client
      .query(`create database ${name} template template0 encoding 'UTF8'`)
      .catch((error: pg.DatabaseError) => {
        if (error.code !== '42501') throw error
        throw new StartupError(
          'The role of DATABASE_URL may not create a database, and a backup is verified in one of its own. Run “alter role … createdb” as an administrator, or set BACKUP_SCRATCH_URL to a PostgreSQL whose role may.',
        )
      })
    try {
      const scratch = new URL(url)
      scratch.pathname = `/${name}`
      return await use(scratch.href)
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Minutes in UTC, for example 202611280112: no role but a superuser sees when a database was made. */
const toStamp = (at: Date) => at.toISOString().replace(/\D/g, '').slice(0, 12)

/** A trial is connected nearly all the time. */
async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database d where datname ~ ('^' || $1 || '\\d{12}_[0-9a-f]+$') and substr(datname, length($1) + 1, 12) < $2
      and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    [PREFIX, toStamp(new Date(Date.now() - HOUR_MS))],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname}`).catch(() => {})
}
