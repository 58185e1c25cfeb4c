/** Reads the settings of the site. `people/site` writes them. */
import type { InformationBody, PublishedInformation } from '#domain/site/information-body.ts'
import type { SiteSettings } from '#domain/site/site.ts'
import type { Db, Tx } from './db.ts'

/** `revision` also grows when the mark or a public information page changes. */
export type StoredSite = { version: number; revision: number; settings: SiteSettings }

/** primary key; the table has one row */
export async function readSiteSettings(db: Db | Tx): Promise<StoredSite> {
  const row = await db.selectFrom('site_setting').selectAll().executeTakeFirstOrThrow()
  return {
    version: row.version,
    revision: row.version + row.shown_version,
    settings: {
      name: row.name,
      headline: row.headline,
      lead: row.lead,
      footerLine: row.footer_line,
      supportAddress: row.support_address,
      sellerName: row.seller_name,
      sellerAddress: row.seller_address,
      sellerTaxId: row.seller_tax_id,
      timezoneId: row.timezone_id,
      countryCode: row.country_code,
      refundPolicy: row.refund_policy,
    },
  }
}

/** At most twelve rows; the public texts of information pages by their names. */
export async function readPublishedPages(db: Db): Promise<Map<string, PublishedInformation>> {
  const rows = await db
    .selectFrom('information_page')
    .select(['name', 'published', 'published_at'])
    .where('published', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ name, published, published_at }) => [
      name,
      { body: published as InformationBody, publishedAt: published_at! },
    ]),
  )
}

/** primary keys; the table has at most one row. Without a size there is no picture for e-mails yet */
export async function readMark(
  db: Db,
): Promise<{ hash: string; width: number | null; height: number | null } | undefined> {
  return db
    .selectFrom('site_mark')
    .leftJoin('mail_mark', 'mail_mark.hash', 'site_mark.hash')
    .select(['site_mark.hash', 'width', 'height'])
    .executeTakeFirst()
}
