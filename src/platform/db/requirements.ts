/** What PostgreSQL must have if it is an operator's own. The built-in one has it. */
import { sql } from 'kysely'
import { StartupError } from '#config/config.ts'
import type { Db } from './db.ts'

/** For `uuidv7()` and the collation `pg_c_utf8`, which the migrations use. */
const NEEDED_VERSION = 18
const NEEDED_ENCODING = 'UTF8'
/** The most of one process: 10 for statements (`db.ts`), 4 for jobs (`jobs.ts`), 3 that wait for notifications. */
export const CONNECTIONS_OF_PROCESS = 17

export type DatabaseFacts = {
  /** Such as `18.1`. */
  version: string
  database: string
  role: string
  /** Null: the search path names no schema that exists. */
  schema: string | null
  encoding: string
  isReadOnly: boolean
  mayCreateTables: boolean
  /** Also true once the schema of the jobs exists. */
  mayCreateJobs: boolean
  /** False if another role owns the tables and has given no rights on them. */
  mayWriteTables: boolean
  /** The most that the server, the database and the role allow. */
  connections: number
}

/**
 * Reads only, and before anything is changed.
 *
 * @throws StartupError with one sentence that names what was found and what is needed
 */
export async function requireFitDatabase(db: Db): Promise<void> {
  const fault = findDatabaseFault(await readFacts(db))
  if (fault) throw new StartupError(fault)
}

/**
 * A pooler does not pass on the limits of time that a process sets for its own connections.
 *
 * @throws StartupError if the role has none: a stuck statement would hold its locks for good
 */
export async function requirePooledLimits(db: Db): Promise<void> {
  const { rows } = await sql<{ role: string; unlimited: string | null }>`
    select current_user as role, (select string_agg(name, ', ') from pg_settings where setting = '0'
      and name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')) as unlimited`.execute(
    db,
  )
  const { role, unlimited } = rows[0]!
  if (unlimited)
    throw new StartupError(
      `DATABASE_URL leads to a pooler, and ${unlimited} of the role ${role} is not set: run “alter role ${role} set lock_timeout = '3s'; alter role ${role} set statement_timeout = '10s'; alter role ${role} set idle_in_transaction_session_timeout = '15s'”, and let the pooler connect anew.`,
    )
}

/** The first fault, or null. */
export function findDatabaseFault(facts: DatabaseFacts): string | null {
  const { version, database, role, schema, encoding, connections } = facts
  if (Number.parseInt(version, 10) < NEEDED_VERSION)
    return `DATABASE_URL names PostgreSQL ${version}. Version ${NEEDED_VERSION} or newer is needed.`
  if (encoding !== NEEDED_ENCODING)
    return `The database ${database} has the encoding ${encoding}, and ${NEEDED_ENCODING} is needed: create another one with “create database … encoding '${NEEDED_ENCODING}' template template0”.`
  if (facts.isReadOnly)
    return `The database ${database} is read-only, and one that can be written is needed: DATABASE_URL may name a standby server.`
  if (schema === null)
    return `The search path of ${role} names no schema in ${database}, and one for the tables is needed: run “create schema ${role}”.`
  if (!facts.mayCreateTables)
    return `The role ${role} may not create tables in the schema ${schema} of ${database}, which is needed: run “grant create on schema ${schema} to ${role}” as its owner.`
  if (!facts.mayCreateJobs)
    return `The role ${role} may not create the schema pgboss in ${database}, which is needed for jobs: run “grant create on database ${database} to ${role}” as its owner.`
  if (!facts.mayWriteTables)
    return `The role ${role} may not write the tables of ${database}, which another role created: DATABASE_URL must name that role, or one that is a member of it.`
  if (connections < CONNECTIONS_OF_PROCESS)
    return `The role ${role} may open ${connections} connections to ${database}, and each process needs ${CONNECTIONS_OF_PROCESS}: raise max_connections of the server, or the connection limit of the role or the database.`
  return null
}

/** Uses only what earlier versions of PostgreSQL have, too. */
async function readFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_database() as database,
      current_user as role,
      current_schema() as schema,
      pg_encoding_to_char(d.encoding) as encoding,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTables",
      has_database_privilege(d.oid, 'CREATE') or exists (select from pg_namespace where nspname = 'pgboss')
        as "mayCreateJobs",
      coalesce(
        has_table_privilege(to_regclass('migration'), 'SELECT') and has_table_privilege(to_regclass('migration'), 'INSERT'),
        true) as "mayWriteTables",
      least(
        current_setting('max_connections')::int
          - case when r.rolsuper then 0 else current_setting('superuser_reserved_connections')::int
            + coalesce(current_setting('reserved_connections', true), '0')::int end,
        case when d.datconnlimit < 0 or r.rolsuper then null else d.datconnlimit end,
        case when r.rolconnlimit < 0 or r.rolsuper then null else r.rolconnlimit end) as connections
    from pg_database d, pg_roles r
    where d.datname = current_database() and r.rolname = current_user`.execute(db)
  const [facts] = rows
  if (!facts) throw new StartupError('DATABASE_URL names a database whose server does not list it.')
  return facts
}
