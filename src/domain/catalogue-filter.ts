/** Which courses of the catalogue a visitor asked for. The address holds the question, so that a copied one shows what its sender saw. */
const DELIVERIES = ['live', 'on-demand'] as const
const KINDS = ['course', 'workshop', 'masterclass'] as const
/** Days ahead within which a course starts. */
const DAYS = ['30', '90'] as const

/** An empty text asks for nothing. */
export type CatalogueFilter = {
  q: string
  delivery: '' | (typeof DELIVERIES)[number]
  kind: '' | (typeof KINDS)[number]
  when: '' | (typeof DAYS)[number]
}
export const NO_FILTER: CatalogueFilter = { q: '', delivery: '', kind: '', when: '' }

const LONGEST_SEARCH = 80
const DAY_MS = 86_400_000

/** What the address does not say, or says in words of its own, asks for nothing. */
export function readFilter(query: URLSearchParams): CatalogueFilter {
  const oneOf = <Word extends string>(words: readonly Word[], name: string) =>
    words.find((word) => word === query.get(name)) ?? ''
  return {
    q: (query.get('q') ?? '').replaceAll('\0', '').trim().slice(0, LONGEST_SEARCH),
    delivery: oneOf(DELIVERIES, 'delivery'),
    kind: oneOf(KINDS, 'kind'),
    when: oneOf(DAYS, 'when'),
  }
}

/** `query` with this filter in it and no other; what else it says stays. Nothing asked leaves nothing behind. */
export function writeFilter(filter: CatalogueFilter, query: URLSearchParams): URLSearchParams {
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

/** The last moment, included, at which a course starts that is within the days asked; null where no days are. */
export function startsBy({ when }: CatalogueFilter, now: Date): Date | null {
  return when === '' ? null : new Date(now.getTime() + Number(when) * DAY_MS)
}

/** 1 to 9,999, more than anybody turns; 1 for what is no page. */
export function readPage(query: URLSearchParams): number {
  const said = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(said) ? Number(said) : 1
}

/** `query` leading to a page; the first one needs no word. */
export function writePage(page: number, query: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(query)
  written.delete('page')
  if (page > 1) written.set('page', String(page))
  return written
}

/** "10 courses", or "2 of 10 courses". */
export function countText(found: number, all: number): string {
  const noun = all === 1 ? 'course' : 'courses'
  return found === all ? `${grouped(all)} ${noun}` : `${grouped(found)} of ${grouped(all)} ${noun}`
}

/** "10,000". */
export function grouped(count: number): string {
  return count.toLocaleString('en-GB')
}
