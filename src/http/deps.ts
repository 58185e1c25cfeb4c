/**
 * The dependencies of every verb. Built once by create-deps.ts and passed down; no module below keeps state of its own.
 */
import type { Config } from '#config/config.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { CountryLookup } from '#platform/country-lookup.ts'
import type { ChangeNotifications } from '#platform/db/changes.ts'
import type { Db } from '#platform/db/db.ts'
import type { Providers } from '#platform/identity/provider.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Gateways } from '#platform/payments/gateways.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { SiteReader } from '#platform/site-reader.ts'

export type Deps = {
  config: Config
  log: Log
  db: Db
  /** The address of the database, for connections of a long work. */
  databaseUrl: string
  /** Change notifications from the database, for this process's caches. */
  changes: ChangeNotifications
  /** The site's own name, words and addresses: `site.current.name`. */
  site: SiteReader
  jobs: Jobs
  secrets: Secrets
  /** Uploaded files and everything made from them. */
  blobs: Blobs
  mailer: Mailer
  gateways: Gateways
  /** The configured providers of social log-in. */
  identity: Providers
  countryLookup: CountryLookup
  clock: () => Date
  /** The origin of a call: an HMAC of the client's address, and the request's id. Absent in jobs and tools. */
  origin?: { networkHash: Buffer; requestId: string }
}
