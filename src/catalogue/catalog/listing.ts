/** Selects the listed courses of a page. Each query returns a few codes by an index, for any size of catalogue. */
import { type CatalogueFilter, getLatestStart, NO_FILTER } from '#domain/catalogue-filter.ts'
import type { Deps } from '#http/deps.ts'
import {
  type CourseSuggestion,
  countListed,
  findAwaitedCourses,
  findCourseOfCreator,
  findListedCodes,
  findListedPages,
  findOpenCodes,
  findSimilarCourses,
  findSoonestCodes,
  findTeacherPages,
  type Visibility,
} from './queries/listing.ts'

type ListingDependencies = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'excludedCourseCodes'> }
/** `page` is the last page when a later one was requested. `from` is the number of its first course, counted from 1. */
export type Listing = {
  codes: string[]
  matchCount: number
  totalCount: number
  page: number
  pages: number
  firstNumber: number
}

export const PAGE_SIZE = 24
const NO_RESTRICTION = { ...NO_FILTER, startsBy: null }
/** Bounds the search for upcoming and undated courses, so that no query reads the whole catalogue. */
const CANDIDATE_LIMIT = 500
const AWAITED_LIMIT = 24
/** Bounds the courses whose words are compared with a mistyped address. */
const SUGGESTION_LIMIT = 24

export async function listCourses(
  deps: ListingDependencies,
  filter: CatalogueFilter,
  requestedPage: number,
): Promise<Listing> {
  const visibility = getVisibility(deps)
  const listingFilter = { ...filter, startsBy: getLatestStart(filter, visibility.now) }
  const { matching, all } = await countListed(deps.db, listingFilter, visibility)
  const pages = Math.max(1, Math.ceil(matching / PAGE_SIZE))
  const page = Math.min(requestedPage, pages)
  const offset = (page - 1) * PAGE_SIZE
  const codes =
    matching === 0 ? [] : await findListedCodes(deps.db, listingFilter, visibility, { offset, limit: PAGE_SIZE })
  return { codes, matchCount: matching, totalCount: all, page, pages, firstNumber: offset + 1 }
}

/** The first listed courses, in catalogue order. */
export function listFirstCodes(deps: ListingDependencies, count: number): Promise<string[]> {
  return findListedCodes(deps.db, NO_RESTRICTION, getVisibility(deps), { offset: 0, limit: count })
}

/** The courses whose next cohort starts soonest. */
export function listSoonestCodes(deps: ListingDependencies, count: number): Promise<string[]> {
  return findSoonestCodes(deps.db, getVisibility(deps), { candidateLimit: CANDIDATE_LIMIT, limit: count })
}

/** The first listed courses with an available seat. */
export function listOpenCodes(deps: ListingDependencies, count: number): Promise<string[]> {
  return findOpenCodes(deps.db, getVisibility(deps), count)
}

/** Courses with neither seats nor a waitlist. Visitors can ask to be notified about dates. */
export function listAwaitedCourses(deps: ListingDependencies): Promise<{ code: string; title: string }[]> {
  return findAwaitedCourses(deps.db, getVisibility(deps), { candidateLimit: CANDIDATE_LIMIT, limit: AWAITED_LIMIT })
}

/** The creator's first course that is neither a workshop nor `besides`. */
export function getOwnCourseCode(
  deps: ListingDependencies,
  creator: string,
  exceptCode: string,
): Promise<string | null> {
  return findCourseOfCreator(deps.db, creator, exceptCode, getVisibility(deps))
}

/** Courses with words like those of a mistyped address. */
export function suggestCourses(deps: ListingDependencies, words: string): Promise<CourseSuggestion[]> {
  return findSimilarCourses(deps.db, words, getVisibility(deps), SUGGESTION_LIMIT)
}

/**
 * One page of all course addresses in catalogue order, with at most `previewLimit` preview lessons each, and the number
 * of all courses.
 */
export async function listCourseAddresses(
  deps: ListingDependencies,
  page: { offset: number; limit: number; previewLimit: number },
) {
  const visibility = getVisibility(deps)
  const [pages, { all }] = await Promise.all([
    findListedPages(deps.db, visibility, page),
    countListed(deps.db, NO_RESTRICTION, visibility),
  ])
  return { pages, all }
}

/** The last parts of the addresses of teachers who have a page. */
export const listTeacherAddresses = (deps: ListingDependencies, limit: number): Promise<string[]> =>
  findTeacherPages(deps.db, getVisibility(deps), limit)

export function getVisibility({ clock, config }: ListingDependencies): Visibility {
  return { now: clock(), excluded: config.excludedCourseCodes }
}
