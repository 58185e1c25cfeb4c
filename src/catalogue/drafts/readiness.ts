/** What a course needs before it can be sold. Pure. docs/contract §36. */
import { type CourseDocument, listOutlineLessons, type UnitBodies } from '#catalogue/catalog/publish/course-document.ts'
import { listCurriculumFaults } from './curriculum-faults.ts'
import { listPageFaults } from './draft-page.ts'
import { type DraftAddresses, type FixedFields, joinDocument, toVersionAddresses } from './draft-units.ts'
import type { DraftFiles } from './lesson-drafts.ts'
import type { DraftAbout, DraftPage } from './page-schemas.ts'

/** The order in which the studio shows them. `curriculum`, `page` and `document` are shown only when they have a fault. */
export const NEEDS = [
  'title',
  'teacher',
  'price',
  'date',
  'seats',
  'lesson',
  'curriculum',
  'page',
  'address',
  'document',
] as const
export type Need = (typeof NEEDS)[number]
/** `fault`: a sentence, for a need whose value is there but cannot be published. */
export type NeedState = { need: Need; isDone: boolean; fault: string | null }

type Facts = {
  units: Partial<UnitBodies>
  fixed: FixedFields
  files: DraftFiles
  now: Date
  /** A published course keeps its page when its dates are over: only its first publication needs one ahead. */
  isPublished: boolean
  /** Without cancelled cohorts. */
  cohorts: readonly {
    startsAt: Date | null
    state: 'announced' | 'open' | 'cancelled'
    capacity: number | null
    hasPrice: boolean
  }[]
  /** Those of the named teachers that have a profile. */
  teacherSlugs: readonly string[]
  /** Those of the addresses that lead to another course. */
  takenPages: readonly string[]
}

const SHOWN_FAULTS = 3

/** The needs of a course, done or not, in the order in which the studio shows them. */
export function listNeeds(facts: Facts): NeedState[] {
  const { units, fixed, files, teacherSlugs, takenPages } = facts
  const about = units.about as { title: string; subtitle: string; creators: string[] }
  const { pages } = toVersionAddresses(units.addresses as DraftAddresses)
  const joined = joinDocument(units, fixed, files)
  const taken = takenPages.find((page) => pages.includes(page))
  const sold = getMostReady(facts)
  const pageFaults = listPageFaults(units.about as DraftAbout, units.page as DraftPage, files)
  const faults = listCurriculumFaults(units, files)
  const needs: NeedState[] = [
    toNeed('title', about.title.trim() !== '' && about.subtitle.trim() !== ''),
    toNeed('teacher', about.creators.length > 0 && about.creators.every((slug) => teacherSlugs.includes(slug))),
    toNeed('price', sold.hasPrice),
    ...(fixed.deliveryType === 'live'
      ? [toNeed('date', sold.hasDate), toNeed('seats', sold.hasSeats)]
      : [toNeed('lesson', joined.success && hasLesson(joined.data))]),
    ...(faults.length > 0 ? [toNeed('curriculum', false, faults.slice(0, SHOWN_FAULTS).join('. '))] : []),
    ...(pageFaults.length > 0 ? [toNeed('page', false, pageFaults.slice(0, SHOWN_FAULTS).join('. '))] : []),
    toNeed('address', pages.length > 0 && taken === undefined, taken && `${taken} leads to another course`),
  ]
  // The other needs explain a document that is merely incomplete.
  if (joined.success || needs.some(({ isDone }) => !isDone)) return needs
  return [...needs, toNeed('document', false, `A part can’t be published: ${joined.error.issues[0]?.path.join(', ')}`)]
}

/** What the cohort has that lacks least: one cohort has to have all of it. */
function getMostReady({ cohorts, now, isPublished }: Facts) {
  const states = cohorts.map(({ startsAt, capacity, state, hasPrice }) => ({
    hasPrice,
    hasDate: startsAt !== null && (isPublished || startsAt > now),
    hasSeats: capacity !== null || state === 'open',
  }))
  const count = (one: (typeof states)[number]) => Object.values(one).filter(Boolean).length
  return states.toSorted((a, b) => count(b) - count(a))[0] ?? { hasPrice: false, hasDate: false, hasSeats: false }
}

function toNeed(need: Need, isDone: boolean, fault: string | null | undefined = null): NeedState {
  return { need, isDone, fault: isDone ? null : (fault ?? null) }
}

function hasLesson(document: CourseDocument): boolean {
  return listOutlineLessons(document.outline).some(({ key }) => document.lessons[key]?.content !== null)
}
