/** Gives a command the database of an installation as it is, without migrations or a mode. */
import { type Config, StartupError } from '#config/config.ts'
import { createDb, type Db } from '../db/db.ts'
import { startEmbedded } from '../db/embedded.ts'
import { createLog } from '../log.ts'

export type OpenDatabase = { url: string; db: Db; close(): Promise<void> }

/** Starts the built-in database if it does not run. @throws StartupError if the database does not answer */
export async function openDatabase({ databaseUrl, dataDir, logLevel }: Config): Promise<OpenDatabase> {
  const log = createLog(logLevel)
  const server = databaseUrl === null ? await startEmbedded(dataDir, log) : null
  const url = databaseUrl ?? server!.url
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
  return { url, db, close: closeAll }
}
