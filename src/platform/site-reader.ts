/**
 * The settings of the site in this process, so that no request reads them from the database. The database notifies
 * every process of a change, which reads the row again and then drops what shows it. docs/contract §45.
 */

import type { Config } from '#config/config.ts'
import type { PublishedInformation } from '#domain/site/information-body.ts'
import {
  getMailMarkPath,
  getMarkAddress,
  type MailMark,
  NO_SITE_SETTINGS,
  resolveSite,
  type Site,
  type SiteEnvironment,
} from '#domain/site/site.ts'
import type { ChangeNotifications } from './db/changes.ts'
import type { Db } from './db/db.ts'
import { readMark, readPublishedPages, readSiteSettings } from './db/site-setting.ts'
import { logFailure } from './db/unavailable.ts'
import type { Log } from './log.ts'

export type SiteReader = {
  readonly current: Site
  /** The texts of information pages that an owner has published, by name. */
  readonly pages: ReadonlyMap<string, PublishedInformation>
  /** Reads the row again, and informs the listeners if it has changed. */
  reload(): Promise<void>
  onChange(listener: () => void): void
}

/** The payload of a `page_change` that concerns the settings of the site. */
const SITE_CHANGE = 'site'
const RETRY_MS = 1_000

/** Has the defaults until the first `reload`. */
export function createSiteReader(db: Db, config: Config): SiteReader {
  const environment = getSiteEnvironment(config)
  const listeners: (() => void)[] = []
  let current = resolveSite(NO_SITE_SETTINGS, environment)
  let pages: ReadonlyMap<string, PublishedInformation> = new Map()
  let loadedRevision = 0
  return {
    get current() {
      return current
    },
    get pages() {
      return pages
    },
    async reload() {
      const { revision, settings } = await readSiteSettings(db)
      const [published, mark] = await Promise.all([readPublishedPages(db), readMark(db)])
      // Two reads may end in the other order.
      if (revision <= loadedRevision) return
      loadedRevision = revision
      pages = published
      current = {
        ...resolveSite(settings, environment),
        mark: mark ? getMarkAddress(mark.hash) : null,
        mailMark: mark ? viewMailMark(mark, environment) : null,
      }
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

function viewMailMark(
  { hash, width, height }: { hash: string; width: number | null; height: number | null },
  { publicUrl }: SiteEnvironment,
): MailMark | null {
  return width && height ? { url: new URL(getMailMarkPath(hash), publicUrl).href, width, height } : null
}

export function getSiteEnvironment(config: Config): SiteEnvironment {
  return {
    isDemo: config.mode !== 'production',
    publicUrl: config.publicUrl,
    supportAddress: config.supportAddressSetting,
    sellerLines: config.invoiceSellerSetting,
    issuerName: config.media.certificateIssuerSetting,
    countryCode: config.location.countrySetting,
  }
}

/** Reloads after each change, and after a connection that may have missed one. */
export function watchSite(site: SiteReader, changes: ChangeNotifications, log: Log): void {
  const reload = () => {
    site.reload().catch((error) => {
      logFailure(log, error, 'the settings of the site could not be read')
      setTimeout(reload, RETRY_MS).unref()
    })
  }
  changes.listen('page_change', (payload) => payload === SITE_CHANGE && reload(), reload)
}
