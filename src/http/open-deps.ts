/** Builds what verbs work with, from the settings alone: for the server, and for every tool beside it. */

import { CannotStart, type Config } from '#config.ts'
import { openChanges } from '#platform/db/changes.ts'
import { type Db, openDb, ping } from '#platform/db/db.ts'
import { type Embedded, startEmbedded } from '#platform/db/embedded.ts'
import { type ModeCheck, refuseOtherMode, settleMode } from '#platform/db/installation.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openIdentity } from '#platform/identity/open-identity.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { type Log, openLog } from '#platform/log.ts'
import { openMailer } from '#platform/mail/open-mailer.ts'
import { openGateway } from '#platform/payments/open-gateway.ts'
import { openPlaces } from '#platform/places.ts'
import { loadRootSecrets, openSecrets } from '#platform/secrets.ts'
import type { Deps } from './deps.ts'

export type OpenDeps = {
  deps: Deps
  /** The database's address. */
  url: string
  /** Another program uses the built-in database of this data folder too. */
  isShared: boolean
  /** The migrations that this start applied. */
  migrated: string[]
  /** Jobs first, the database last. */
  close(): Promise<void>
}

/**
 * @param worker whether jobs are also carried out here, and not only handed on
 * @throws CannotStart where a setting is wrong, the database does not answer or was created in another mode
 */
export async function openDeps(config: Config, worker: boolean, modeCheck: ModeCheck = 'record'): Promise<OpenDeps> {
  const log = openLog(config.logLevel)
  const [newest, ...previous] = loadRootSecrets(config)
  const secrets = openSecrets(newest, previous)
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }

  try {
    const places = await openPlaces(config)
    const { url, isShared } = config.databaseUrl
      ? { url: config.databaseUrl, isShared: false }
      : await openBuiltIn(config, log, closers)
    const opened = openDb(url, log)
    closers.push(opened.close)
    const { db } = opened
    if (config.databaseUrl) await requireAnswer(db, config.databaseUrl)
    if (modeCheck !== 'ignore') await refuseOtherMode(db, config)
    const migrated = await migrate(db)
    if (modeCheck !== 'ignore') await settleMode(db, secrets, config, modeCheck)

    const jobs = openJobs(url, log, worker)
    closers.push(jobs.stop)
    await jobs.start()
    const mailer = openMailer(config)
    closers.push(async () => mailer.close())
    const gateway = openGateway(config, { db, jobs, secrets })
    const identity = openIdentity(config)
    const changes = openChanges(url, log)
    closers.push(changes.close)
    const deps: Deps = {
      config,
      log,
      db,
      changes,
      jobs,
      secrets,
      mailer,
      gateway,
      identity,
      places,
      clock: () => new Date(),
    }
    return { deps, url, isShared, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openBuiltIn(config: Config, log: Log, closers: (() => Promise<void>)[]): Promise<Embedded> {
  const server = await startEmbedded(config.dataDir, log)
  closers.push(server.stop)
  return server
}

async function requireAnswer(db: Db, address: string): Promise<void> {
  try {
    await ping(db)
  } catch (error) {
    const { hostname, pathname } = new URL(address)
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new CannotStart(
      `The database ${pathname.slice(1)} on ${hostname || 'this machine'} does not answer (${reason}). Check DATABASE_URL.`,
    )
  }
}
