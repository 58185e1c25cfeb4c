/** What verbs work with. Built once by open-deps.ts and handed down; nothing below keeps state of its own. */
import type { Config } from '#config.ts'
import type { Changes } from '#platform/db/changes.ts'
import type { Db } from '#platform/db/db.ts'
import type { Providers } from '#platform/identity/provider.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import type { Places } from '#platform/places.ts'
import type { Secrets } from '#platform/secrets.ts'

export type Deps = {
  config: Config
  log: Log
  db: Db
  /** News from the database, for what this process keeps. */
  changes: Changes
  jobs: Jobs
  secrets: Secrets
  mailer: Mailer
  /** Null where no way to take cards is configured. */
  gateway: Gateway | null
  /** The providers of social log-in that are configured. */
  identity: Providers
  places: Places
  clock: () => Date
  /** Where the call came from: an HMAC of the client's address, and the request's id. Absent in jobs and tools. */
  origin?: { networkHash: Buffer; requestId: string }
}
