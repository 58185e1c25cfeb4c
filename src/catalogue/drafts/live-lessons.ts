/** The live lessons of a course, which dates are for. docs/contract §36. */
import { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { ensureLiveLessons as ensureRows } from '#catalogue/catalog/queries/outline.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DraftOutline } from './lesson-drafts.ts'
import { loadDraftState } from './load-draft.ts'

export type LiveLesson = { key: string; title: string; minutes: number; pro: boolean }

/** The stated length of a live lesson whose length nobody typed. */
const DEFAULT_MINUTES = 60

/**
 * The live lessons that can have dates, in the order of the outline: those of the last version, and of a draft that was
 * never published its own. Titles of sessions are public at once, so they never come from text that is not. Their rows
 * exist afterwards.
 */
export async function ensureLiveLessons(tx: Tx, courseCode: string, now: Date): Promise<LiveLesson[]> {
  const state = await loadDraftState(tx, courseCode, now)
  if (!state) return []
  const outline = state.last ? CourseDocument.parse(state.last.document).outline : (state.units.outline as DraftOutline)
  const lessons = listLiveLessons(outline)
  await ensureRows(tx, courseCode, lessons)
  return lessons
}

function listLiveLessons({ modules, proSessions }: DraftOutline): LiveLesson[] {
  const toLive = (pro: boolean) => (lesson: DraftOutline['proSessions'][number]) =>
    lesson.kind === 'live'
      ? [{ key: lesson.key, title: lesson.title, minutes: lesson.minutes ?? DEFAULT_MINUTES, pro }]
      : []
  return [...modules.flatMap(({ lessons }) => lessons).flatMap(toLive(false)), ...proSessions.flatMap(toLive(true))]
}
