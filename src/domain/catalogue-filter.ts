/** The visitor's filter of the catalogue. It is stored in the page address, so that a copied link shows the same courses. */
const DELIVERIES = ['live', 'on-demand'] as const
const KINDS = ['course', 'workshop', 'masterclass'] as const
/** Days ahead within which a course starts. */
const DAYS = ['30', '90'] as const

/** An empty string means no restriction. */
export type CatalogueFilter = {
  q: string
  delivery: '' | (typeof DELIVERIES)[number]
  kind: '' | (typeof KINDS)[number]
  when: '' | (typeof DAYS)[number]
}
export const NO_FILTER: CatalogueFilter = { q: '', delivery: '', kind: '', when: '' }

const MAX_SEARCH_LENGTH = 80
const DAY_MS = 86_400_000

/** Missing and unknown values mean no restriction. */
export function parseFilter(query: URLSearchParams): CatalogueFilter {
  const readWord = <Word extends string>(values: readonly Word[], name: string) =>
    values.find((candidate) => candidate === query.get(name)) ?? ''
  return {
    q: (query.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH),
    delivery: readWord(DELIVERIES, 'delivery'),
    kind: readWord(KINDS, 'kind'),
    when: readWord(DAYS, 'when'),
  }
}

/** Replaces the filter in `query` and keeps its other parameters. An empty filter leaves no parameters. */
export function setFilter(filter: CatalogueFilter, query: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(query)
  for (const [name, value] of Object.entries(filter)) {
    written.delete(name)
    if (value !== '') written.set(name, value)
  }
  return written
}

export function isFiltering(filter: CatalogueFilter): boolean {
  return Object.values(filter).some((value) => value !== '')
}

/** The latest start of a course within the chosen number of days, inclusive; null when no number is chosen. */
export function getLatestStart({ when }: CatalogueFilter, now: Date): Date | null {
  return when === '' ? null : new Date(now.getTime() + Number(when) * DAY_MS)
}

/** The page number, 1 to 9,999; 1 when the parameter is not one. */
export function parsePage(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}

/** Sets the page number in `query`. The first page has no parameter. */
export function setPage(page: number, query: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(query)
  written.delete('page')
  if (page > 1) written.set('page', String(page))
  return written
}

/** "10 courses", or "2 of 10 courses". */
export function formatMatchCount(matchCount: number, totalCount: number): string {
  const noun = totalCount === 1 ? 'course' : 'courses'
  return matchCount === totalCount
    ? `${formatCount(totalCount)} ${noun}`
    : `${formatCount(matchCount)} of ${formatCount(totalCount)} ${noun}`
}

/** "10,000". */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB')
}
