/** The courses of the home page: a page of the catalogue, what starts soon, and the opening's. At most eleven statements. */
import { type CatalogueFilter, isFiltering } from '#domain/catalogue-filter.ts'
import { courseCards } from '#features/catalog/catalogue.ts'
import { awaited, firstCodes, type Listing, listCourses, PAGE_SIZE, soonest } from '#features/catalog/listing.ts'
import type { CourseCard } from '#features/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

export type HomeCourses = {
  listing: Omit<Listing, 'codes'>
  cards: CourseCard[]
  first: CourseCard[]
  soon: CourseCard[]
  awaited: { code: string; title: string }[]
}

/** Tickets on the rail: as many as are drawn along. */
const SOON = 12

export async function homeCourses(deps: Deps, filter: CatalogueFilter, page: number): Promise<HomeCourses> {
  const [{ codes, ...listing }, soon, waiting] = await Promise.all([
    listCourses(deps, filter, page),
    soonest(deps, SOON),
    awaited(deps),
  ])
  const isFirst = listing.page === 1 && !isFiltering(filter)
  const first = isFirst ? codes : await firstCodes(deps, PAGE_SIZE)
  const cards = await courseCards(deps, { codes: [...new Set([...codes, ...first, ...soon])] })
  const byCode = new Map(cards.map((card) => [card.coursePrefixCode, card]))
  const of = (asked: string[]) => asked.flatMap((code) => byCode.get(code) ?? [])
  return { listing, cards: of(codes), first: of(first), soon: of(soon), awaited: waiting }
}
