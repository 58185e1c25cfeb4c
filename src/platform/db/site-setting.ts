/** Reads the settings of the site. `people/site` writes them. */
import type { SiteSettings } from '#domain/site/site.ts'
import type { Db, Tx } from './db.ts'

export type StoredSite = { version: number; settings: SiteSettings }

/** primary key; the table has one row */
export async function readSiteSettings(db: Db | Tx): Promise<StoredSite> {
  const row = await db.selectFrom('site_setting').selectAll().executeTakeFirstOrThrow()
  return {
    version: row.version,
    settings: {
      name: row.name,
      headline: row.headline,
      lead: row.lead,
      footerLine: row.footer_line,
      supportAddress: row.support_address,
      sellerName: row.seller_name,
      sellerAddress: row.seller_address,
      sellerTaxId: row.seller_tax_id,
    },
  }
}
