/** Saves one unit of a draft, as it is typed. docs/contract §36. */
import { isDeepStrictEqual } from 'node:util'
import { CourseDocument, splitDocument, type UnitName } from '#catalogue/catalog/publish/course-document.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { getUnitSchema, isUnitName } from './draft-units.ts'
import { findDraftRow, findLastVersion, putDraftRow } from './queries.ts'

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
    if (!(await getCourseLife(tx, courseCode))) return refused('COURSE_NOT_FOUND')
    if (!isUnitName(unit)) return refused('UNIT_NOT_FOUND')
    const parsed = parse(getUnitSchema(unit), input.body)
    if (!parsed.ok) return parsed
    if (Buffer.byteLength(JSON.stringify(parsed.value)) > MAX_UNIT_BYTES)
      return refused('FIELD_INVALID', { fields: { body: 'This part is too long. Please split it' } })
    await lockCourse(tx, courseCode)
    const row = await findDraftRow(tx, courseCode, unit)
    const stored = row?.body ?? (await readPublishedUnit(tx, courseCode, unit))
    const storedVersion = row?.version ?? 0
    const savedAt = row?.savedAt.toISOString() ?? null
    if (isDeepStrictEqual(stored, parsed.value)) return accepted({ version: storedVersion, savedAt })
    if (storedVersion !== version) {
      const data = { version: storedVersion, body: stored, savedBy: row?.savedBy ?? null, savedAt }
      return refused('VERSION_CONFLICT', { data })
    }
    const next = { courseCode, unit, version: version + 1, body: parsed.value, personId: person.personId }
    return accepted({ version: next.version, savedAt: (await putDraftRow(tx, next)).toISOString() })
  })
}

/** Undefined: the course has no version, or none with such a lesson. */
async function readPublishedUnit(tx: Tx, courseCode: string, unit: UnitName): Promise<unknown> {
  const last = await findLastVersion(tx, courseCode)
  return last && splitDocument(CourseDocument.parse(last.document))[unit]
}
