/** The seller that an invoice or a credit note names: the one of its issue. docs/contract §32, docs/decisions/0071. */
import { resolveSite, type Seller, type Site } from '#domain/site/site.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { readSiteSettings } from '#platform/db/site-setting.ts'
import { transact } from '#platform/db/transaction.ts'
import { getSiteEnvironment } from '#platform/site-reader.ts'
import { addSeller, getFirstSeller, lockSite } from './queries.ts'

/** From the end of the transaction on, new documents name the seller of this site. */
export async function keepSeller(
  db: Db | Tx,
  { sellerLines, supportAddress }: Pick<Site, 'sellerLines' | 'supportAddress'>,
): Promise<void> {
  await addSeller(db, { lines: [...sellerLines], address: supportAddress })
}

/** For a start, whose variables may name another seller. Under the lock of the settings, which another process may save meanwhile. */
export function keepCurrentSeller({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  return transact(db, async (tx) => {
    await lockSite(tx)
    const { settings } = await readSiteSettings(tx)
    await keepSeller(tx, resolveSite(settings, getSiteEnvironment(config)))
  })
}

/** @param kept the columns of the document's seller. Null where none was kept yet: it names the one of now from then on */
export async function requireSeller(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  kept: { lines: string[] | null; support_address: string | null },
): Promise<Seller> {
  if (kept.lines && kept.support_address) return { lines: kept.lines, address: kept.support_address }
  await keepSeller(db, site.current)
  return getFirstSeller(db)
}
