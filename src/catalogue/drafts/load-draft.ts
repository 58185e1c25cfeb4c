/** Loads a course as its teachers edit it: the units of the draft, the cohorts, and what is missing. docs/contract §36. */
import { takesPayments } from '#catalogue/catalog/awaits-payments.ts'
import {
  CourseDocument,
  splitDocument,
  type UnitBodies,
  type UnitName,
} from '#catalogue/catalog/publish/course-document.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { can } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { listCourseFiles } from '#media/queries/assets.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { calculateTexts } from './calculated-texts.ts'
import { listChangedUnits, SINGLE_UNIT_NAMES, toDraftBody, toDraftUnits } from './draft-units.ts'
import {
  calculateMinutes,
  type DraftFiles,
  type DraftLesson,
  type DraftOutline,
  type DraftOutlineLesson,
  getDraftLesson,
  indexFiles,
  listDraftLessons,
  toVersionLesson,
} from './lesson-drafts.ts'
import {
  type CohortFacts,
  type DraftRow,
  findLastVersion,
  type LastVersion,
  listCohortFacts,
  listDraftRows,
  listPastLessonKeys,
  listSessionFacts,
  listTakenPages,
  listTeacherChoices,
  listTeachers,
  type Teacher,
} from './queries.ts'
import { listNeeds, type NeedState } from './readiness.ts'
import type { CourseDraft } from './wire.ts'

export type DraftState = {
  life: NonNullable<Awaited<ReturnType<typeof getCourseLife>>>
  last: LastVersion | undefined
  /** The published units, replaced by those of the draft. Lessons name their files by the ids of assets. */
  units: Partial<UnitBodies>
  files: DraftFiles
  rows: ReadonlyMap<string, DraftRow>
  cohorts: CohortFacts[]
  teachers: Teacher[]
  needs: NeedState[]
  /** The units whose text is not public, in no order. */
  changed: string[]
  /** The main address of the public page. Null: not published. */
  path: string | null
}

/** Null for a course that does not exist. */
export async function loadDraftState(db: Db | Tx, courseCode: string, now: Date): Promise<DraftState | null> {
  const life = await getCourseLife(db, courseCode)
  if (!life) return null
  const last = await findLastVersion(db, courseCode)
  const draftRows = await listDraftRows(db, courseCode)
  const allCohorts = await listCohortFacts(db, courseCode)
  const document = last && CourseDocument.parse(last.document)
  const rows = new Map(draftRows.map((row) => [row.unit, row]))
  const files = indexFiles(await listCourseFiles(db, courseCode))
  const units: Partial<UnitBodies> = {
    ...(document && toDraftUnits(splitDocument(document), files)),
    ...Object.fromEntries(draftRows.map(({ unit, body }) => [unit, toDraftBody(unit, body, files)])),
  }
  // Courses of an older installation have no version before their next import.
  if (units.about === undefined) return null
  const { creators } = units.about as { creators: string[] }
  const { pages } = units.addresses as { pages: string[] }
  const teachers = await listTeachers(db, creators)
  const cohorts = allCohorts.filter(({ state }) => state !== 'cancelled')
  const needs = listNeeds({
    units,
    fixed: getFixedFields(life),
    files,
    now,
    isPublished: life.published_at !== null,
    cohorts: cohorts.map((cohort) => ({ ...cohort, hasPrice: cohort.offerCode !== null })),
    teacherSlugs: teachers.map(({ slug }) => slug),
    takenPages: await listTakenPages(db, courseCode, pages),
  })
  const changed = listChangedUnits(draftRows, last?.document, files)
  const path = document?.addresses.pages[0] ?? null
  return { life, last, units, files, rows, cohorts, teachers, needs, changed, path }
}

export function getFixedFields(life: DraftState['life']) {
  const { position, delivery_type: deliveryType, withdrawn_at: withdrawnAt } = life
  return { position, deliveryType, withdrawnAt: withdrawnAt?.toISOString() ?? null }
}

/** Without the lessons' own units, which are read one by one. */
export async function loadDraft(deps: Deps, person: ActingPerson, courseCode: string): Promise<Outcome<CourseDraft>> {
  const permitted = await requirePermission(deps.db, person, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const state = await loadDraftState(deps.db, courseCode, deps.clock())
  if (!state) return refused('COURSE_NOT_FOUND')
  const sessions = await listSessionFacts(deps.db, courseCode)
  const pastLessonKeys = await listPastLessonKeys(deps.db, courseCode)
  const isAdmin = can({ ...permitted.value, course: null }, 'profile.edit')
  const teacherChoices = await listTeacherChoices(deps.db, courseCode, isAdmin)
  const { life, last, units, rows, cohorts, teachers, needs, changed } = state
  return accepted({
    coursePrefixCode: courseCode,
    deliveryType: life.delivery_type,
    state: life.withdrawn_at ? 'withdrawn' : life.published_at ? 'published' : 'draft',
    publishedAt: life.published_at?.toISOString() ?? null,
    path: state.path,
    lastVersion: last
      ? { number: last.number, publishedAt: last.publishedAt.toISOString(), publishedBy: last.publishedBy }
      : null,
    units: Object.fromEntries(
      SINGLE_UNIT_NAMES.map((unit) => [unit, { version: rows.get(unit)?.version ?? 0, body: units[unit] }]),
    ) as CourseDraft['units'],
    calculated: calculateTexts(state, sessions, deps.clock()),
    versions: Object.fromEntries([...rows.values()].map(({ unit, version }) => [unit, version])),
    changedUnits: changed,
    lessons: listDraftLessons(units.outline as DraftOutline).map((lesson) => describeLesson(state, lesson)),
    pastLessonKeys,
    takesPayments: takesPayments(deps),
    teachers: teachers.map(({ personId, ...teacher }) => ({
      ...teacher,
      mayEdit: personId === person.personId || isAdmin,
    })),
    teacherChoices,
    needs,
    cohorts: cohorts.map((cohort) => ({
      cohortCode: cohort.cohortCode,
      name: cohort.name,
      state: cohort.state === 'open' ? 'open' : 'announced',
      capacity: cohort.capacity,
      taken: cohort.taken,
      enrolled: cohort.enrolled,
      timezoneId: cohort.timezoneId,
      price: cohort.priceMinor === null ? null : toWire(money(cohort.priceMinor, cohort.currency!)),
      sessions: sessions
        .filter(({ cohortCode }) => cohortCode === cohort.cohortCode)
        .map(({ cohortCode: _code, startsAt, endsAt, ...session }) => ({
          ...session,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
        })),
    })),
  })
}

function describeLesson({ units, files }: DraftState, lesson: DraftOutlineLesson): CourseDraft['lessons'][number] {
  const { key, kind } = lesson
  const unit = getDraftLesson(units, key)
  return {
    key,
    mediaId: unit.media,
    fileCount: unit.files.length,
    hasContent: toVersionLesson(unit, kind, files).content !== null,
    minutes: lesson.minutes ?? calculateMinutes(unit, files),
  }
}

/** One unit, such as a lesson, with its version. A lesson of the outline that has no unit yet is empty. */
export async function loadUnit(
  deps: Deps,
  person: ActingPerson,
  { courseCode, unit }: { courseCode: string; unit: string },
): Promise<Outcome<CourseDraft['units']['about']>> {
  const permitted = await requirePermission(deps.db, person, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const state = await loadDraftState(deps.db, courseCode, deps.clock())
  const body = state && (state.units[unit as UnitName] ?? getNewLesson(state, unit))
  if (!state || !body) return refused(state ? 'UNIT_NOT_FOUND' : 'COURSE_NOT_FOUND')
  return accepted({ version: state.rows.get(unit)?.version ?? 0, body: body as CourseDraft['units']['about']['body'] })
}

function getNewLesson({ units }: DraftState, unit: string): DraftLesson | undefined {
  const lesson = listDraftLessons(units.outline as DraftOutline).find(({ key }) => unit === `lesson:${key}`)
  return lesson && getDraftLesson(units, lesson.key)
}
