/**
 * The units of a draft: the parts of a course document that are saved by themselves. docs/contract §36.
 *
 * A unit has the shape of its part of the document, but may be incomplete: a text may be empty, and a list may have no
 * entry. What a course needs before it can be sold is in readiness.ts.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  About,
  Addresses,
  CourseDocument,
  LessonUnit,
  listOutlineLessons,
  Outline,
  Page,
  Rules,
  type SingleUnit,
  splitDocument,
  type UnitBodies,
  type UnitName,
} from '#catalogue/catalog/publish/course-document.ts'
import { isReserved } from '#http/site-routes.ts'

const line = (max: number) => z.string().max(max, { error: `Please use at most ${max} characters` })
const list = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z.array(entry).max(max, { error: `Please keep at most ${max}` })

/** Without the position, the delivery and the end of the course, which no draft changes. */
const DraftAbout = About.omit({ position: true, deliveryType: true, withdrawnAt: true }).extend({
  title: line(80),
  subtitle: line(160),
  promise: line(600),
  benefits: list(line(200), 12),
  requirements: list(line(200), 12),
  facts: list(z.strictObject({ label: line(40), value: line(80) }), 6),
  questions: list(z.strictObject({ question: line(200), answer: line(2000) }), 30),
})

const path = z
  .string()
  .regex(/^(\/[a-z0-9]+(-[a-z0-9]+)*){1,2}$/, { error: 'Please use small letters, digits and hyphens' })
  .max(120, { error: 'Please use at most 120 characters' })
  .refine((address) => !isReserved(address), { error: 'This address is reserved for the site' })
const DraftAddresses = Addresses.extend({ pages: list(path, 20) })

const SINGLE_UNITS = {
  about: DraftAbout,
  outline: Outline,
  page: Page,
  addresses: DraftAddresses,
  rules: Rules,
} satisfies Record<SingleUnit, z.ZodType>

export const SINGLE_UNIT_NAMES = Object.keys(SINGLE_UNITS) as SingleUnit[]
export type DraftAbout = z.output<typeof DraftAbout>

const LESSON_UNIT = /^lesson:[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text names a unit: `about`, `outline`, `page`, `addresses`, `rules`, or `lesson:` with a lesson's key. */
export function isUnitName(name: string): name is UnitName {
  return Object.hasOwn(SINGLE_UNITS, name) || LESSON_UNIT.test(name)
}

/** The schema of a unit's body. */
export function getUnitSchema(unit: UnitName): z.ZodType {
  return Object.hasOwn(SINGLE_UNITS, unit) ? SINGLE_UNITS[unit as SingleUnit] : LessonUnit
}

/** The fields of `about` that are not part of the draft. */
export type FixedFields = Pick<CourseDocument['about'], 'position' | 'deliveryType' | 'withdrawnAt'>

/**
 * Joins units to the document that would be published: the lessons are those of the outline, and one without a unit
 * is planned. Returns the faults of a document that is not complete yet.
 */
export function joinDocument(units: Partial<UnitBodies>, fixed: FixedFields): z.ZodSafeParseResult<CourseDocument> {
  const outline = Outline.safeParse(units.outline)
  const keys = outline.success ? listOutlineLessons(outline.data).map(({ key }) => key) : []
  return CourseDocument.safeParse({
    about: { ...(units.about as DraftAbout), ...fixed },
    outline: units.outline,
    lessons: Object.fromEntries(keys.map((key) => [key, units[`lesson:${key}`] ?? PLANNED_LESSON])),
    page: units.page,
    addresses: units.addresses,
    rules: units.rules,
  })
}

const PLANNED_LESSON = { summary: '', content: null, media: null, files: [] }

/**
 * The saved units whose text is not public, in the order of the rows. A lesson that neither the draft's outline nor the
 * last version has is no change.
 */
export function listChangedUnits(rows: readonly { unit: string; body: unknown }[], lastDocument: unknown): string[] {
  const published: Record<string, unknown> = lastDocument ? splitDocument(CourseDocument.parse(lastDocument)) : {}
  const outline = Outline.safeParse(rows.find(({ unit }) => unit === 'outline')?.body ?? published.outline)
  const keys = outline.success ? listOutlineLessons(outline.data).map(({ key }) => `lesson:${key}`) : []
  const counts = (unit: string) => !unit.startsWith('lesson:') || keys.includes(unit) || unit in published
  return rows
    .filter(({ unit, body }) => counts(unit) && !isDeepStrictEqual(published[unit], body))
    .map(({ unit }) => unit)
}
