/** Which of all listed courses a page shows: each answer is a few codes, found by index, however many there are. */
import { type CatalogueFilter, NO_FILTER, startsBy } from '#domain/catalogue-filter.ts'
import type { Deps } from '#http/deps.ts'
import {
  awaitedCourses,
  countListed,
  courseOfCreator,
  type Likely,
  likelyCourses,
  listedCodes,
  listedPages,
  openCodes,
  type Seen,
  soonestCodes,
} from './queries/listing.ts'

type Needs = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'excludedCourseCodes'> }
/** `page` is the last one where more were asked for than there are; `from` counts from 1. */
export type Listing = { codes: string[]; found: number; all: number; page: number; pages: number; from: number }

export const PAGE_SIZE = 24
const ANY = { ...NO_FILTER, startsBy: null }
/** Among so many is looked for what comes next, and for what has no date: no walk through all. */
const AMONG = 500
const AWAITED = 24
/** So many are compared letter by letter with a mistyped address. */
const COMPARED = 24

export async function listCourses(deps: Needs, filter: CatalogueFilter, asked: number): Promise<Listing> {
  const seen = seenBy(deps)
  const wanted = { ...filter, startsBy: startsBy(filter, seen.now) }
  const { found, all } = await countListed(deps.db, wanted, seen)
  const pages = Math.max(1, Math.ceil(found / PAGE_SIZE))
  const page = Math.min(asked, pages)
  const offset = (page - 1) * PAGE_SIZE
  const codes = found === 0 ? [] : await listedCodes(deps.db, wanted, seen, { offset, limit: PAGE_SIZE })
  return { codes, found, all, page, pages, from: offset + 1 }
}

/** The first ones, as listed. */
export function firstCodes(deps: Needs, count: number): Promise<string[]> {
  return listedCodes(deps.db, ANY, seenBy(deps), { offset: 0, limit: count })
}

/** Those whose next cohort begins next. */
export function soonest(deps: Needs, count: number): Promise<string[]> {
  return soonestCodes(deps.db, seenBy(deps), { among: AMONG, limit: count })
}

/** The first ones that a seat can be had in now. */
export function openNow(deps: Needs, count: number): Promise<string[]> {
  return openCodes(deps.db, seenBy(deps), count)
}

/** What there is no seat in and no line for, to be told of when there is a date. */
export function awaited(deps: Needs): Promise<{ code: string; title: string }[]> {
  return awaitedCourses(deps.db, seenBy(deps), { among: AMONG, limit: AWAITED })
}

/** The course, not a workshop or the one named, that a creator teaches first. */
export function ownCourse(deps: Needs, creator: string, besides: string): Promise<string | null> {
  return courseOfCreator(deps.db, creator, besides, seenBy(deps))
}

/** What has words like those of a mistyped address. */
export function likely(deps: Needs, words: string): Promise<Likely[]> {
  return likelyCourses(deps.db, words, seenBy(deps), COMPARED)
}

/** A part of all addresses, in the order of the catalogue, and how many there are. */
export async function listedAddresses(deps: Needs, part: { offset: number; limit: number }) {
  const seen = seenBy(deps)
  const [pages, { all }] = await Promise.all([listedPages(deps.db, seen, part), countListed(deps.db, ANY, seen)])
  return { pages, all }
}

export function seenBy({ clock, config }: Needs): Seen {
  return { now: clock(), excluded: config.excludedCourseCodes }
}
