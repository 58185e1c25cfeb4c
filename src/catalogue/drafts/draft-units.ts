/**
 * The units of a draft: the parts of a course document that are saved by themselves. docs/contract §36.
 *
 * A unit has the shape of its part of the document, but may be incomplete: a text may be empty, and a list may have no
 * entry. What a course needs before it can be sold is in readiness.ts.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  Addresses,
  CourseDocument,
  type SingleUnit,
  splitDocument,
  type UnitBodies,
  type UnitName,
} from '#catalogue/catalog/publish/course-document.ts'
import { isReserved } from '#http/site-routes.ts'
import { toDraftAbout, toDraftPage, toVersionAbout, toVersionPage } from './draft-page.ts'
import {
  type DraftFiles,
  DraftLesson,
  DraftOutline,
  getDraftLesson,
  listDraftLessons,
  toDraftLesson,
  toVersionLesson,
  toVersionOutline,
} from './lesson-drafts.ts'
import { DraftAbout, DraftPage, DraftRules, LooseAbout, LoosePage, list } from './page-schemas.ts'

/** Empty while it is being typed. */
const path = z
  .string()
  .regex(/^(\/[a-z0-9]+(-[a-z0-9]+)*){0,2}$/, { error: 'Please use small letters, digits and hyphens' })
  .max(120, { error: 'Please use at most 120 characters' })
  .refine((address) => address === '' || !isReserved(address), { error: 'This address is reserved for the site' })
const DraftAddresses = Addresses.extend({ pages: list(path, 20) })

export type DraftAddresses = z.output<typeof DraftAddresses>

/** Without empty addresses, and each once. */
export function toVersionAddresses({ pages, ...addresses }: DraftAddresses): DraftAddresses {
  return { ...addresses, pages: [...new Set(pages.filter(Boolean))] }
}

const SINGLE_UNITS = {
  about: DraftAbout,
  outline: DraftOutline,
  page: DraftPage,
  addresses: DraftAddresses,
  rules: DraftRules,
} satisfies Record<SingleUnit, z.ZodType>

export const SINGLE_UNIT_NAMES = Object.keys(SINGLE_UNITS) as SingleUnit[]

const LESSON_UNIT = /^lesson:[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text names a unit: `about`, `outline`, `page`, `addresses`, `rules`, or `lesson:` with a lesson's key. */
export function isUnitName(name: string): name is UnitName {
  return Object.hasOwn(SINGLE_UNITS, name) || LESSON_UNIT.test(name)
}

/** The schema of a unit's body. */
export function getUnitSchema(unit: UnitName): z.ZodType {
  return Object.hasOwn(SINGLE_UNITS, unit) ? SINGLE_UNITS[unit as SingleUnit] : DraftLesson
}

/** As `getUnitSchema`, without the limits of a page's texts and lists: files can have longer ones. */
export function getLooseSchema(unit: UnitName): z.ZodType {
  if (unit === 'about') return LooseAbout
  return unit === 'page' ? LoosePage : getUnitSchema(unit)
}

/** The fields of `about` that are not part of the draft. */
export type FixedFields = Pick<CourseDocument['about'], 'position' | 'deliveryType' | 'withdrawnAt'>

/** The units of a version as a draft has them: lessons name their files by the ids of assets. */
export function toDraftUnits(published: UnitBodies, files: Pick<DraftFiles, 'idByHash'>): UnitBodies {
  return Object.fromEntries(
    Object.entries(published).map(([unit, body]) => [unit, toDraftBody(unit, body, files)]),
  ) as UnitBodies
}

/** The units of a draft as a version has them. The lessons are those of the outline. */
function toVersionUnits(units: Partial<UnitBodies>, files: DraftFiles): Record<string, unknown> {
  const { outline, rules } = units
  const addresses = units.addresses && toVersionAddresses(units.addresses as DraftAddresses)
  const about = units.about && toVersionAbout(units.about as DraftAbout, files)
  const page = units.page && toVersionPage(units.page as DraftPage, files)
  const parsed = DraftOutline.safeParse(outline)
  if (!parsed.success) return { about, outline, page, addresses, rules }
  const lessons = listDraftLessons(parsed.data).map(({ key, kind }) => [
    `lesson:${key}`,
    toVersionLesson(getDraftLesson(units, key), kind, files),
  ])
  const versionOutline = toVersionOutline(parsed.data, units, files)
  return { about, outline: versionOutline, page, addresses, rules, ...Object.fromEntries(lessons) }
}

/** Joins units to the document that would be published. Returns the faults of one that is not complete yet. */
export function joinDocument(
  units: Partial<UnitBodies>,
  fixed: FixedFields,
  files: DraftFiles,
): z.ZodSafeParseResult<CourseDocument> {
  const { about, outline, page, addresses, rules, ...lessons } = toVersionUnits(units, files)
  return CourseDocument.safeParse({
    about: { ...(about as DraftAbout), ...fixed },
    outline,
    lessons: Object.fromEntries(Object.entries(lessons).map(([unit, body]) => [unit.slice('lesson:'.length), body])),
    page,
    addresses,
    rules,
  })
}

/**
 * The saved units whose text is not public, in the order of the rows. A lesson that the draft's outline does not have is
 * no change: the outline is.
 */
export function listChangedUnits(
  rows: readonly { unit: string; body: unknown }[],
  lastDocument: unknown,
  files: DraftFiles,
): string[] {
  const published: Record<string, unknown> = lastDocument ? splitDocument(CourseDocument.parse(lastDocument)) : {}
  const units = {
    ...toDraftUnits(published as UnitBodies, files),
    ...Object.fromEntries(rows.map(({ unit, body }) => [unit, toDraftBody(unit, body, files)])),
  }
  const current = toVersionUnits(units, files)
  const trimmed = toTrimmedUnits(published as UnitBodies, files)
  return rows
    .filter(
      ({ unit }) =>
        unit in current &&
        !isDeepStrictEqual(published[unit], current[unit]) &&
        !isDeepStrictEqual(trimmed[unit], current[unit]),
    )
    .map(({ unit }) => unit)
}

/** The units with typed texts as a draft would publish them: a version from files can have blanks around a text. */
function toTrimmedUnits({ about, page }: Partial<UnitBodies>, files: DraftFiles): Record<string, unknown> {
  return {
    ...(about !== undefined && { about: toVersionAbout(toDraftAbout(about as object, files), files) }),
    ...(page !== undefined && { page: toVersionPage(toDraftPage(page as object, files), files) }),
  }
}

/** The body of a draft's row. An import names files by their hash, and an older row lacks newer texts. */
export function toDraftBody(unit: string, body: unknown, files: Pick<DraftFiles, 'idByHash'>): unknown {
  if (unit === 'about') return toDraftAbout(body as object, files)
  if (unit === 'page') return toDraftPage(body as object, files)
  return unit.startsWith('lesson:') ? toDraftLesson(body, files) : body
}
