/** Courses of the home page: one catalogue page, the courses that start soon, and the hero. At most eleven SQL statements. */

import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import {
  type Listing,
  listAwaitedCourses,
  listCourses,
  listFirstCodes,
  listSoonestCodes,
  PAGE_SIZE,
} from '#catalogue/catalog/listing.ts'
import type { CourseCard } from '#catalogue/catalog/wire.ts'
import { type CatalogueFilter, isFiltering } from '#domain/catalogue-filter.ts'
import type { Deps } from '#http/deps.ts'

export type HomeCourses = {
  listing: Omit<Listing, 'codes'>
  cards: CourseCard[]
  heroCards: CourseCard[]
  soonCards: CourseCard[]
  comingSoon: { code: string; title: string }[]
}

/** Number of tickets in the row of courses that start soon. */
const SOON_LIMIT = 12

export async function loadHomeCourses(deps: Deps, filter: CatalogueFilter, page: number): Promise<HomeCourses> {
  const [{ codes, ...listing }, soonCodes, comingSoon] = await Promise.all([
    listCourses(deps, filter, page),
    listSoonestCodes(deps, SOON_LIMIT),
    listAwaitedCourses(deps),
  ])
  const isFirst = listing.page === 1 && !isFiltering(filter)
  const heroCodes = isFirst ? codes : await listFirstCodes(deps, PAGE_SIZE)
  const cards = await listCourseCards(deps, { codes: [...new Set([...codes, ...heroCodes, ...soonCodes])] })
  const byCode = new Map(cards.map((card) => [card.coursePrefixCode, card]))
  const pickCards = (cardCodes: string[]) => cardCodes.flatMap((code) => byCode.get(code) ?? [])
  return {
    listing,
    cards: pickCards(codes),
    heroCards: pickCards(heroCodes),
    soonCards: pickCards(soonCodes),
    comingSoon: comingSoon,
  }
}
