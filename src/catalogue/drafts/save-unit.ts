/** Saves one unit of a draft, as it is typed. docs/contract §36. */
import { isDeepStrictEqual } from 'node:util'
import { CourseDocument, splitDocument, type UnitName } from '#catalogue/catalog/publish/course-document.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { parseEmbedAddress } from '#domain/learning/embed-address.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { can } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import { listCourseFiles } from '#media/queries/assets.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { getLooseSchema, getUnitSchema, isUnitName, toDraftBody } from './draft-units.ts'
import { hasPhotos, putDraftUses, putLessonUses, putPageUses } from './draft-uses.ts'
import { dropStoredFaults } from './kept-limits.ts'
import { type DraftLesson, type DraftOutline, indexFiles, listDraftLessons } from './lesson-drafts.ts'
import type { DraftAbout } from './page-schemas.ts'
import {
  type DraftRow,
  findDraftRow,
  findLastVersion,
  listPastLessonKeys,
  listTeacherChoices,
  listVersionLessonKeys,
  putDraftRow,
} from './queries.ts'

/** Bytes of a unit as JSON. */
const MAX_UNIT_BYTES = 240 * 1024

type SavedUnit = { version: number; savedAt: string | null }
export type UnitInput = { courseCode: string; unit: string; version: number; body: unknown }

/**
 * `version` is the one that the person has read: 0 for a unit that was never edited since it was published. A newer
 * one in the database refuses with `VERSION_CONFLICT` and the newer text. An equal body changes nothing.
 */
export async function saveUnit(deps: Deps, person: ActingPerson, input: UnitInput): Promise<Outcome<SavedUnit>> {
  const { courseCode, unit, version } = input
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'course.edit', courseCode)
    if (!permitted.ok) return permitted
    const isAdmin = can({ ...permitted.value, course: null }, 'profile.edit')
    if (!isUnitName(unit)) return refused('UNIT_NOT_FOUND')
    const parsed = parse(getLooseSchema(unit), input.body)
    if (!parsed.ok) return parsed
    const body = unit.startsWith('lesson:')
      ? readEmbedAddress(parsed.value as DraftLesson, deps.config.media.embedOrigins)
      : accepted(parsed.value)
    if (!body.ok) return body
    if (Buffer.byteLength(JSON.stringify(body.value)) > MAX_UNIT_BYTES)
      return refused('FIELD_INVALID', { fields: { body: 'This part is too long. Please split it' } })
    await lockCourse(tx, courseCode)
    // Under the lock, because a draft can be deleted meanwhile.
    if (!(await getCourseLife(tx, courseCode))) return refused('COURSE_NOT_FOUND')
    const row = await findDraftRow(tx, courseCode, unit)
    const stored = await readStoredUnit(tx, { courseCode, unit, row })
    const storedVersion = row?.version ?? 0
    const savedAt = row?.savedAt.toISOString() ?? null
    if (isDeepStrictEqual(stored, body.value)) return accepted({ version: storedVersion, savedAt })
    if (storedVersion !== version) {
      const isOwn = row?.savedById === person.personId
      const data = { version: storedVersion, body: stored, savedBy: row?.savedBy ?? null, isOwn, savedAt }
      return refused('VERSION_CONFLICT', { data })
    }
    const limits = requireLimits(unit, parsed.value, stored)
    if (!limits.ok) return limits
    if (unit === 'about' && !(await mayShow(tx, courseCode, listAddedTeachers(body.value, stored), isAdmin)))
      return refused('FIELD_INVALID', { fields: { creators: 'Please choose people who teach this course' } })
    const refusal = await putFileUses(tx, { courseCode, unit, body: body.value, stored })
    if (refusal) return refused('FIELD_INVALID', { fields: refusal })
    const next = { courseCode, unit, version: version + 1, body: body.value, personId: person.personId }
    return accepted({ version: next.version, savedAt: (await putDraftRow(tx, next)).toISOString() })
  })
}

const listAddedTeachers = (body: unknown, stored: unknown): string[] => {
  const before = (stored as DraftAbout | undefined)?.creators ?? []
  return (body as DraftAbout).creators.filter((slug) => !before.includes(slug))
}

/** Nobody’s name comes to a page without a role in the course, or an admin. */
async function mayShow(tx: Tx, courseCode: string, slugs: readonly string[], isAdmin: boolean): Promise<boolean> {
  if (slugs.length === 0) return true
  const choices = await listTeacherChoices(tx, courseCode, isAdmin)
  return slugs.every((slug) => choices.some((choice) => choice.slug === slug))
}

/** Refuses texts and lists that are too long, unless they are stored so. */
function requireLimits(unit: UnitName, body: unknown, stored: unknown): Outcome<null> {
  const parsed = parse(getUnitSchema(unit), body)
  if (parsed.ok) return accepted(null)
  const fields = dropStoredFaults(parsed.refusal.fields ?? { body: 'too long' }, body, stored)
  return Object.keys(fields).length > 0 ? refused('FIELD_INVALID', { fields }) : accepted(null)
}

/** With the address for a frame. Another one than that of a video is refused at its field. */
function readEmbedAddress(lesson: DraftLesson, origins: readonly string[]): Outcome<DraftLesson> {
  const { content } = lesson
  if (!content?.url) return accepted(lesson)
  const address = parseEmbedAddress(content.url, origins)
  if (!address.ok) return refused('FIELD_INVALID', { fields: { 'content.url': EMBED_FAULT } })
  return accepted({ ...lesson, content: { ...content, url: address.url } })
}

const EMBED_FAULT = 'Please enter the address of one video on YouTube or Vimeo, as “Share” shows it'

type StoredUnit = { courseCode: string; unit: UnitName; row: DraftRow | undefined }

/** As a draft has it. Undefined: the course has no version, or none with such a lesson. */
async function readStoredUnit(tx: Tx, { courseCode, unit, row }: StoredUnit): Promise<unknown> {
  const body = row ? row.body : await readPublishedUnit(tx, courseCode, unit)
  if (body === undefined) return body
  if (!unit.startsWith('lesson:') && !hasPhotos(unit)) return body
  return toDraftBody(unit, body, indexFiles(await listCourseFiles(tx, courseCode)))
}

async function readPublishedUnit(tx: Tx, courseCode: string, unit: UnitName): Promise<unknown> {
  const last = await findLastVersion(tx, courseCode)
  return last && splitDocument(CourseDocument.parse(last.document))[unit]
}

type ChangedUnit = { courseCode: string; unit: UnitName; body: unknown; stored: unknown }

/** Notes the files that the draft uses, so that nobody deletes them. Returns the faults of fields, or null. */
async function putFileUses(
  tx: Tx,
  { courseCode, unit, body, stored }: ChangedUnit,
): Promise<Record<string, string> | null> {
  if (unit.startsWith('lesson:')) return putLessonUses(tx, courseCode, unit, body as DraftLesson)
  if (hasPhotos(unit)) return putPageUses(tx, courseCode, unit, body)
  if (unit !== 'outline') return null
  const [keys, before] = [listKeys(body as DraftOutline), stored ? listKeys(stored as DraftOutline) : []]
  const added = keys.filter((key) => !before.includes(key))
  if (added.length === 0 && keys.length === before.length) return null
  const past = await listPastKeys(tx, courseCode, added)
  const lost = listDraftLessons(body as DraftOutline).find(({ key }) => past.includes(key))
  if (lost)
    return { modules: `“${lost.title}” was deleted in a published version. Please delete it here and add it anew` }
  await putDraftUses(tx, courseCode, keys)
  return null
}

const listKeys = (outline: DraftOutline) => listDraftLessons(outline).map(({ key }) => key)

/** A lesson of the last version may come back. An older key would bring its old progress to a new lesson. */
async function listPastKeys(tx: Tx, courseCode: string, added: readonly string[]): Promise<string[]> {
  if (added.length === 0) return []
  const last = await findLastVersion(tx, courseCode)
  const current = last ? Object.keys(CourseDocument.parse(last.document).lessons) : []
  const fresh = added.filter((key) => !current.includes(key))
  const past = [...(await listPastLessonKeys(tx, courseCode)), ...(await listVersionLessonKeys(tx, courseCode, fresh))]
  return fresh.filter((key) => past.includes(key))
}
