/** Gives a command the database of an installation as it is, without migrations or a mode. */
import { type Config, StartupError } from '#config/config.ts'
import { createDb, type Db } from '../db/db.ts'
import { startEmbedded } from '../db/embedded.ts'
import { createLog } from '../log.ts'

export type OpenDatabase = {
  url: string
  db: Db
  /** Ends the connections of `db`, and leaves the database running. */
  disconnect(): Promise<void>
  close(): Promise<void>
}

/** Starts the built-in database if it does not run. @throws StartupError if the database does not answer */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const log = createLog(config.logLevel)
  const server = config.databaseUrl === null ? await startEmbedded(config.dataDir, log) : null
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? server!.url
  const { db, close } = createDb(url, log, 2)
  const closeAll = async () => {
    await close()
    await server?.stop()
  }
  try {
    await db.connection().execute(async () => {})
  } catch (error) {
    await closeAll()
    throw new StartupError(`The database does not answer (${(error as Error).message}). Check DATABASE_URL.`)
  }
  return { url, db, disconnect: close, close: closeAll }
}
