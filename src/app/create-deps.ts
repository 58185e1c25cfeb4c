/** Creates the dependencies of verbs from the settings, for the server and for every tool. */

import { createConfiguredGateways } from '#app/configured-gateways.ts'
import { type Config, StartupError } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { createHoldCheck, holdGateways, holdMailer } from '#platform/backup/hold.ts'
import { createBlobs } from '#platform/blobs/create-blobs.ts'
import { checkStoreId } from '#platform/blobs/store-id.ts'
import { createCountryLookup } from '#platform/country-lookup.ts'
import { createChangeNotifications } from '#platform/db/changes.ts'
import { createDb, createPooledDb, type Db, ping } from '#platform/db/db.ts'
import { type Embedded, startEmbedded } from '#platform/db/embedded.ts'
import {
  hasStoredAssets,
  type ModeCheck,
  readBlobStoreId,
  recordMode,
  refuseOtherMode,
  writeBlobStoreId,
} from '#platform/db/installation.ts'
import { migrate } from '#platform/db/migrate.ts'
import { CONNECTIONS_OF_PROCESS, requireFitDatabase, requirePooledLimits } from '#platform/db/requirements.ts'
import { createIdentityProviders } from '#platform/identity/identity-providers.ts'
import { createJobQueue } from '#platform/jobs/jobs.ts'
import { createLog, type Log } from '#platform/log.ts'
import { createMailer } from '#platform/mail/create-mailer.ts'
import { createSecrets, loadRootSecrets } from '#platform/secrets.ts'
import { createSiteReader } from '#platform/site-reader.ts'

export type DepsHandle = {
  deps: Deps
  /** The database's URL. */
  url: string
  /** Another program also uses the built-in database of this data folder. */
  isShared: boolean
  /** The migrations that this start applied. */
  migrated: string[]
  /** Stops jobs first and the database last. */
  close(): Promise<void>
}

/**
 * @param worker whether this process also runs jobs, and not only enqueues them
 * @throws StartupError if a setting is wrong, the database does not respond or was created in another mode
 */
export async function createDeps(
  config: Config,
  worker: boolean,
  modeCheck: ModeCheck = 'record',
): Promise<DepsHandle> {
  const log = createLog(config.logLevel)
  const [newest, ...previous] = loadRootSecrets(config)
  const secrets = createSecrets(newest, previous)
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }

  try {
    const countryLookup = await createCountryLookup(config)
    const { url, isShared } = config.databaseUrl
      ? { url: config.databaseDirectUrl ?? config.databaseUrl, isShared: false }
      : await startBuiltInDatabase(config, log, closers)
    const migrated = await prepareDatabase(url, config, log, modeCheck)
    const isPooled = config.databaseDirectUrl !== null
    const database = isPooled ? createPooledDb(config.databaseUrl!, log) : createDb(url, log)
    closers.push(database.close)
    const { db } = database
    if (isPooled) {
      await requireDatabase(db, config.databaseUrl!, 'DATABASE_URL')
      await requirePooledLimits(db)
    }
    if (modeCheck !== 'ignore') await recordMode(db, secrets, config, modeCheck)

    const site = createSiteReader(db, config)
    await site.reload()
    const blobs = await createBlobs(config)
    closers.push(async () => blobs.close())
    await checkStoreId(
      blobs,
      () => readBlobStoreId(db),
      (id) => writeBlobStoreId(db, id),
      () => hasStoredAssets(db),
      modeCheck === 'check',
    )

    const jobs = createJobQueue(url, log, worker)
    closers.push(jobs.stop)
    await jobs.start()
    const isHeld = createHoldCheck(db)
    const mailer = holdMailer(createMailer(config), isHeld)
    closers.push(async () => mailer.close())
    const gateways = holdGateways(createConfiguredGateways(config, { db, jobs, secrets }), isHeld)
    const identity = createIdentityProviders(config)
    const changes = createChangeNotifications(url, log)
    closers.push(changes.close)
    const deps: Deps = {
      config,
      log,
      db,
      databaseUrl: url,
      changes,
      site,
      jobs,
      secrets,
      blobs,
      mailer,
      gateways,
      identity,
      countryLookup: countryLookup,
      clock: () => new Date(),
    }
    return { deps, url, isShared, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** On connections of its own, which need no pooler. @returns the migrations that it applied */
async function prepareDatabase(url: string, config: Config, log: Log, modeCheck: ModeCheck): Promise<string[]> {
  const { db, close } = createDb(url, log, 1)
  try {
    if (config.databaseUrl) {
      await requireDatabase(db, url, config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
      await requireFitDatabase(db)
    }
    if (modeCheck !== 'ignore') await refuseOtherMode(db, config)
    return await migrate(db)
  } finally {
    await close()
  }
}

async function startBuiltInDatabase(config: Config, log: Log, closers: (() => Promise<void>)[]): Promise<Embedded> {
  const server = await startEmbedded(config.dataDir, log)
  closers.push(server.stop)
  return server
}

/** `too_many_connections` */
const NO_FREE_CONNECTION = '53300'

async function requireDatabase(db: Db, address: string, setting: string): Promise<void> {
  try {
    await ping(db)
  } catch (error) {
    const { hostname, pathname } = new URL(address)
    const { code, message } = error as NodeJS.ErrnoException
    // PostgreSQL's own codes have five characters, and its messages say more.
    const isRefused = code?.length === 5
    const reason = isRefused ? message : (code ?? message)
    const needed = code === NO_FREE_CONNECTION ? `: each process needs ${CONNECTIONS_OF_PROCESS} connections` : ''
    throw new StartupError(
      `The database ${pathname.slice(1)} on ${hostname || 'this machine'} does not answer (${reason})${needed}. Check ${setting}.`,
    )
  }
}
