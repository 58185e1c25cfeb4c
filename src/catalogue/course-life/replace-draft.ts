/** Gives the draft of a course the texts of a version: the last one, or an earlier one. docs/contract §36. */
import { isDeepStrictEqual } from 'node:util'
import { CourseDocument, splitDocument, type UnitName } from '#catalogue/catalog/publish/course-document.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { toDraftBody } from '#catalogue/drafts/draft-units.ts'
import { putDraftUses } from '#catalogue/drafts/draft-uses.ts'
import { type DraftState, loadDraftState } from '#catalogue/drafts/load-draft.ts'
import { putDraftRow } from '#catalogue/drafts/queries.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { findVersionDocument } from './queries.ts'
import type { Replaced } from './wire.ts'

type ReplaceInput = {
  courseCode: string
  /** The version of each saved unit that the person has read. */
  units: Readonly<Record<string, number>>
}

/**
 * Each unit that changes gets the next version, so a page that was opened before gets a conflict. Refuses
 * `DRAFT_CHANGED` if a unit was saved meanwhile, and `VERSION_NOT_FOUND`. Returns the texts that were replaced.
 */
export function restoreVersion(
  deps: Deps,
  person: ActingPerson,
  { number, ...input }: ReplaceInput & { number: number },
): Promise<Outcome<{ replaced: Replaced }>> {
  return replaceDraft(deps, person, input, (tx) => findVersionDocument(tx, input.courseCode, number))
}

/** As `restoreVersion`, of the last version. */
export function discardChanges(
  deps: Deps,
  person: ActingPerson,
  input: ReplaceInput,
): Promise<Outcome<{ replaced: Replaced }>> {
  return replaceDraft(deps, person, input, async (_tx, { last }) => last?.document ?? null)
}

type FindDocument = (tx: Tx, state: DraftState) => Promise<unknown>

async function replaceDraft(
  deps: Deps,
  person: ActingPerson,
  { courseCode, units: seen }: ReplaceInput,
  findDocument: FindDocument,
): Promise<Outcome<{ replaced: Replaced }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'course.edit', courseCode)
    if (!permitted.ok) return permitted
    await lockCourse(tx, courseCode)
    const state = await loadDraftState(tx, courseCode, deps.clock())
    if (!state) return refused('COURSE_NOT_FOUND')
    const document = await findDocument(tx, state)
    if (document === null) return refused('VERSION_NOT_FOUND')
    const newer = [...state.rows.values()].find(({ unit, version }) => (seen[unit] ?? 0) !== version)
    if (newer) {
      const { unit, version, savedBy, savedAt } = newer
      return refused('DRAFT_CHANGED', { data: { unit, version, savedBy, savedAt: savedAt.toISOString() } })
    }
    return accepted({ replaced: await writeUnits(tx, person, courseCode, state, CourseDocument.parse(document)) })
  })
}

async function writeUnits(
  tx: Tx,
  { personId }: ActingPerson,
  courseCode: string,
  { last, units, files, rows, changed }: DraftState,
  document: CourseDocument,
): Promise<Replaced> {
  const published: Record<string, unknown> = last ? splitDocument(CourseDocument.parse(last.document)) : {}
  const wanted = Object.entries(splitDocument(document)).filter(
    ([unit, body]) => changed.includes(unit) || !isDeepStrictEqual(published[unit], body),
  )
  const replaced: Replaced = []
  for (const [unit, text] of wanted) {
    const body = toDraftBody(unit, text, files)
    const version = (rows.get(unit)?.version ?? 0) + 1
    await putDraftRow(tx, { courseCode, unit, version, body, personId })
    const before = units[unit as UnitName] as Replaced[number]['body'] | undefined
    if (before) replaced.push({ unit, version, body: before })
  }
  await putDraftUses(tx, courseCode, Object.keys(document.lessons))
  return replaced
}
