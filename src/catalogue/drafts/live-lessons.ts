/** The live lessons of a course, which dates are for. docs/contract §36 and §37. */
import { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { ensureLiveLessons as ensureRows } from '#catalogue/catalog/queries/outline.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DraftOutline } from './lesson-drafts.ts'
import { type DraftState, loadDraftState } from './load-draft.ts'
import { listPastLessonKeys, putDraftRow } from './queries.ts'

export type LiveLesson = { key: string; title: string; minutes: number; pro: boolean }

/** The stated length of a live lesson whose length nobody typed. */
const DEFAULT_MINUTES = 60
const AT_ONCE = { rule: 'at-once', at: null, days: null, session: null } as const

/**
 * The live lessons that can have dates, in the order of the outline: those of the last version, and of a draft that was
 * never published its own. Titles of sessions are public at once, so they never come from text that is not. Their rows
 * exist afterwards.
 */
export async function ensureLiveLessons(tx: Tx, courseCode: string, now: Date): Promise<LiveLesson[]> {
  const state = await loadDraftState(tx, courseCode, now)
  if (!state) return []
  const lessons = listLiveLessons(getPublicOutline(state))
  await ensureRows(tx, courseCode, lessons)
  return lessons
}

/**
 * The lessons that a series is for, without pro sessions: those above, then those that only the draft has, which are
 * named by their place. Null: no such course.
 */
export async function listLessonsForDates(db: Db | Tx, courseCode: string, now: Date): Promise<LiveLesson[] | null> {
  const state = await loadDraftState(db, courseCode, now)
  return state && listSeriesLessons(state)
}

/** The pro sessions that the course promises, which dates plan beside their series. Null: no such course. */
export async function listProLessons(db: Db | Tx, courseCode: string, now: Date): Promise<LiveLesson[] | null> {
  const state = await loadDraftState(db, courseCode, now)
  return state && listLiveLessons(getPublicOutline(state)).filter(({ pro }) => pro)
}

/** The titles of the lessons that a series of this many sessions adds. */
export function nameMissingLessons(lessons: readonly LiveLesson[], count: number): string[] {
  return Array.from({ length: Math.max(0, count - lessons.length) }, (_, index) =>
    nameSession(lessons.length + index + 1),
  )
}

/**
 * The first lessons of the course for this many sessions, without those that have one. Missing ones are added to the
 * draft's curriculum, behind its last live lesson. Their rows exist afterwards. Publishing shows them in the curriculum.
 *
 * @param taken the keys of lessons whose session the dates have already
 */
export async function ensureLessonsForDates(
  tx: Tx,
  { personId }: ActingPerson,
  { courseCode, count, taken, now }: { courseCode: string; count: number; taken: ReadonlySet<string>; now: Date },
): Promise<LiveLesson[]> {
  const state = await loadDraftState(tx, courseCode, now)
  if (!state) return []
  const existing = listSeriesLessons(state)
  const free = existing.filter(({ key }) => !taken.has(key))
  const titles = nameMissingLessons(existing, existing.length + count - free.length)
  const keys = new Set([
    ...(await listPastLessonKeys(tx, courseCode)),
    ...listKeys(state.units.outline as DraftOutline),
  ])
  const added = titles.map((title) => ({ key: takeKey(title, keys), title, minutes: DEFAULT_MINUTES, pro: false }))
  if (added.length > 0) {
    const body = addLessons(state.units.outline as DraftOutline, added)
    const version = (state.rows.get('outline')?.version ?? 0) + 1
    await putDraftRow(tx, { courseCode, unit: 'outline', version, body, personId })
  }
  const lessons = [...free, ...added].slice(0, count)
  await ensureRows(tx, courseCode, lessons)
  return lessons
}

const nameSession = (number: number) => `Session ${number}`

function getPublicOutline({ last, units }: DraftState): DraftOutline {
  return last ? CourseDocument.parse(last.document).outline : (units.outline as DraftOutline)
}

function listSeriesLessons(state: DraftState): LiveLesson[] {
  const known = listLiveLessons(getPublicOutline(state)).filter(({ pro }) => !pro)
  const keys = new Set(known.map(({ key }) => key))
  const others = listLiveLessons(state.units.outline as DraftOutline).filter(({ key, pro }) => !pro && !keys.has(key))
  return [...known, ...others.map((lesson, index) => ({ ...lesson, title: nameSession(known.length + index + 1) }))]
}

function listLiveLessons({ modules, proSessions }: DraftOutline): LiveLesson[] {
  const toLive = (pro: boolean) => (lesson: DraftOutline['proSessions'][number]) =>
    lesson.kind === 'live'
      ? [{ key: lesson.key, title: lesson.title, minutes: lesson.minutes ?? DEFAULT_MINUTES, pro }]
      : []
  return [...modules.flatMap(({ lessons }) => lessons).flatMap(toLive(false)), ...proSessions.flatMap(toLive(true))]
}

const listKeys = ({ modules, proSessions }: DraftOutline) =>
  [...modules.flatMap(({ lessons }) => lessons), ...proSessions].map(({ key }) => key)

/** `session-2`, or with a number behind it. The key is taken afterwards. */
function takeKey(title: string, keys: Set<string>): string {
  const base = title.toLowerCase().replaceAll(' ', '-')
  let key = base
  for (let number = 2; keys.has(key); number++) key = `${base}-${number}`
  keys.add(key)
  return key
}

function addLessons(outline: DraftOutline, added: readonly LiveLesson[]): DraftOutline {
  const lessons = added.map(({ key, title, minutes }) => ({
    key,
    title,
    kind: 'live' as const,
    minutes,
    required: true,
    preview: false,
    release: AT_ONCE,
    needs: [],
  }))
  const { modules } = outline
  const index = modules.findLastIndex((module) => module.lessons.some(({ kind }) => kind === 'live'))
  const at = index === -1 ? modules.length - 1 : index
  if (at === -1) return { ...outline, modules: [{ key: 'sessions', title: 'Sessions', release: AT_ONCE, lessons }] }
  return {
    ...outline,
    modules: modules.map((module, place) =>
      place === at ? { ...module, lessons: [...module.lessons, ...lessons] } : module,
    ),
  }
}
