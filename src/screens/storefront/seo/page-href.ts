/** Address of a catalogue page, with its filter. */
import { type CatalogueFilter, setFilter, setPage } from '#domain/catalogue-filter.ts'

export function getPageHref(page: number, filter: CatalogueFilter): string {
  const query = setPage(page, setFilter(filter, new URLSearchParams())).toString()
  return query ? `/?${query}` : '/'
}
