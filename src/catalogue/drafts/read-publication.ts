/** What publishing a draft would change, and what stands against it. docs/contract §36. */
import { CourseDocument, listOutlineLessons } from '#catalogue/catalog/publish/course-document.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { joinDocument } from './draft-units.ts'
import { type DraftState, getFixedFields, loadDraftState } from './load-draft.ts'
import { loadWarnings } from './load-warnings.ts'
import type { Publication } from './wire.ts'

/** A draft with something missing has no warnings yet. */
export async function readPublication(
  deps: Deps,
  person: ActingPerson,
  courseCode: string,
): Promise<Outcome<Publication>> {
  const permitted = await requirePermission(deps.db, person, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const now = deps.clock()
  const state = await loadDraftState(deps.db, courseCode, now)
  if (!state) return refused('COURSE_NOT_FOUND')
  const document = joinDocument(state.units, getFixedFields(state.life), state.files)
  const isComplete = document.success && state.needs.every(({ isDone }) => isDone)
  return accepted({
    number: (state.last?.number ?? 0) + 1,
    changes: state.changed.map((unit) => ({ unit, title: findTitle(state, unit) })),
    needs: state.needs,
    warnings: isComplete && state.changed.length > 0 ? await loadWarnings(deps.db, state, document.data, now) : [],
  })
}

/** The title of a lesson in the draft, else in the last version. Null: the unit is no lesson. */
function findTitle({ units, last }: DraftState, unit: string): string | null {
  if (!unit.startsWith('lesson:')) return null
  const published = last && CourseDocument.parse(last.document).outline
  const outlines = [units.outline as CourseDocument['outline'], ...(published ? [published] : [])]
  const lesson = outlines.flatMap(listOutlineLessons).find(({ key }) => unit === `lesson:${key}`)
  return lesson?.title ?? null
}
