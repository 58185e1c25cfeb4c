/** The address of a page of the catalogue, with its question. */
import { type CatalogueFilter, writeFilter, writePage } from '#domain/catalogue-filter.ts'

export function pageHref(page: number, filter: CatalogueFilter): string {
  const query = writePage(page, writeFilter(filter, new URLSearchParams())).toString()
  return query ? `/?${query}` : '/'
}
