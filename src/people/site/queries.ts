/** Every statement that writes the settings of the site. `platform/db/site-setting.ts` reads them. */
import type { SiteSettings } from '#domain/site/site.ts'
import type { Tx } from '#platform/db/db.ts'

/** primary key; the table has one row. A second save waits for the first */
export async function lockSite(tx: Tx): Promise<void> {
  await tx.selectFrom('site_setting').select('version').forUpdate().executeTakeFirstOrThrow()
}

/** primary key; the table has one row */
export async function updateSite(tx: Tx, settings: SiteSettings, now: Date): Promise<void> {
  await tx
    .updateTable('site_setting')
    .set((update) => ({
      version: update('version', '+', 1),
      name: settings.name,
      headline: settings.headline,
      lead: settings.lead,
      footer_line: settings.footerLine,
      support_address: settings.supportAddress,
      seller_name: settings.sellerName,
      seller_address: settings.sellerAddress,
      seller_tax_id: settings.sellerTaxId,
      updated_at: now,
    }))
    .execute()
}
