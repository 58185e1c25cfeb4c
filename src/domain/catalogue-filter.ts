/**
 * Which courses of the catalogue a visitor asked for. The address holds the question, and the server and
 * the browser both answer it by this one rule, so that a copied address shows what its sender saw.
 */
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
export type Findable = {
  /** All that a search looks through, as `foldWords` gives it. */
  words: string
  deliveryType: string
  kind: string
  /** UTC, ISO 8601; null without a date ahead. */
  startsAt: string | null
}

export const NO_FILTER: CatalogueFilter = { q: '', delivery: '', kind: '', when: '' }

const LONGEST_SEARCH = 80
const DAY_MS = 86_400_000

/** What the address does not say, or says in words of its own, asks for nothing. */
export function readFilter(query: URLSearchParams): CatalogueFilter {
  const oneOf = <Word extends string>(words: readonly Word[], name: string) =>
    words.find((word) => word === query.get(name)) ?? ''
  return {
    q: (query.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
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

/** Every word of the search must be there, in any order; a date is within the days asked, to the moment. */
export function isFound(course: Findable, { q, delivery, kind, when }: CatalogueFilter, now: Date): boolean {
  if (delivery !== '' && course.deliveryType !== delivery) return false
  if (kind !== '' && course.kind !== kind) return false
  if (when !== '') {
    const left = course.startsAt === null ? Number.NaN : Date.parse(course.startsAt) - now.getTime()
    if (!(left >= 0 && left <= Number(when) * DAY_MS)) return false
  }
  return foldWords(q)
    .split(/\s+/)
    .every((word) => course.words.includes(word))
}

/** Lower case without accents: "Inês" is found by "ines". */
export function foldWords(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** "10 courses", or "2 of 10 courses". */
export function countText(found: number, all: number): string {
  const noun = all === 1 ? 'course' : 'courses'
  return found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`
}
