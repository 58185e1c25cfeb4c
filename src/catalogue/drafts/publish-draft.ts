/** Publishes the draft of a course as its next version. docs/contract §36. */
import { type CourseDocument, listOutlineLessons } from '#catalogue/catalog/publish/course-document.ts'
import { publishCourse } from '#catalogue/catalog/publish/publish-course.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { joinDocument } from './draft-units.ts'
import { getFixedFields, loadDraftState } from './load-draft.ts'
import { loadWarnings } from './load-warnings.ts'
import type { NeedState } from './readiness.ts'

export type PublishInput = {
  courseCode: string
  /** The version of each saved unit that the person has read. */
  units: Readonly<Record<string, number>>
  note: string | null
  /** The person has seen the warnings. */
  acceptWarnings?: boolean | undefined
}

/**
 * Refuses `DRAFT_CHANGED` if a unit was saved meanwhile, with its person, `NOT_READY` with what is missing, and
 * `WARNINGS_UNSEEN` with the warnings. A draft that equals the last version publishes nothing.
 */
export async function publishDraft(
  deps: Deps,
  person: ActingPerson,
  input: PublishInput,
): Promise<Outcome<{ number: number; isNew: boolean }>> {
  try {
    return await inOneTransaction(deps.db, (tx) => publish(deps, tx, person, input))
  } catch (error) {
    const need = toNeed(error)
    if (!need) throw error
    deps.log.info({ course: input.courseCode, reason: (error as Error).message }, 'a draft was not published')
    return refused('NOT_READY', { data: { needs: [need] } })
  }
}

/** Null for an error that is no constraint of the database: 22 and 23 are faulty data. */
function toNeed(error: unknown): NeedState | null {
  if (!(error instanceof Error) || !('code' in error) || !/^2[23]/.test(String(error.code))) return null
  const isAddress = 'table' in error && error.table === 'course_page'
  return isAddress
    ? { need: 'address', isDone: false, fault: 'Another course has this address by now' }
    : { need: 'document', isDone: false, fault: 'The lessons can’t be published in this order or with these rules' }
}

async function publish(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { courseCode, units, note, acceptWarnings = false }: PublishInput,
): Promise<Outcome<{ number: number; isNew: boolean }>> {
  const permitted = await requirePermission(tx, person, 'course.publish', courseCode)
  if (!permitted.ok) return permitted
  await lockCourse(tx, courseCode)
  const state = await loadDraftState(tx, courseCode, deps.clock())
  if (!state) return refused('COURSE_NOT_FOUND')
  const newer = [...state.rows.values()].find(({ unit, version }) => (units[unit] ?? 0) !== version)
  if (newer) {
    const { unit, version, savedBy, savedAt } = newer
    return refused('DRAFT_CHANGED', { data: { unit, version, savedBy, savedAt: savedAt.toISOString() } })
  }
  const missing = state.needs.filter(({ isDone }) => !isDone)
  const document = joinDocument(state.units, getFixedFields(state.life), state.files)
  if (missing.length > 0 || !document.success) return refused('NOT_READY', { data: { needs: missing } })
  if (!acceptWarnings && state.changed.length > 0) {
    const warnings = await loadWarnings(tx, state, document.data, deps.clock())
    if (warnings.length > 0) return refused('WARNINGS_UNSEEN', { data: { warnings } })
  }
  const published = await publishCourse(tx, {
    courseCode,
    document: document.data,
    source: 'studio',
    publishedBy: { kind: person.audience, id: person.personId },
    note,
  })
  if (published.missing.length > 0) {
    return refused('NOT_READY', { data: { needs: [nameEmptied(document.data, published.missing)] } })
  }
  await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
  return accepted({ number: published.number!, isNew: published.isNew })
}

/** A published lesson keeps its content until it is deleted. */
function nameEmptied({ outline }: CourseDocument, keys: readonly string[]): NeedState {
  const titles = listOutlineLessons(outline).flatMap(({ key, title }) => (keys.includes(key) ? `“${title}”` : []))
  const fault = `${titles.join(', ')}: published already, so it can’t be empty. Fill it, or delete it`
  return { need: 'curriculum', isDone: false, fault }
}
