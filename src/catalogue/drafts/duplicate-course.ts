/** Makes a new course from the draft of another: its content, rules and prices, not its dates and people. docs/contract §44. */
import { getImageAssetId, listTextImages } from '#catalogue/catalog/lesson-images.ts'
import { putGroupDiscount, putRefundPolicy } from '#catalogue/catalog/queries/published-course.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { copyPrices } from '#catalogue/prices/new-offer.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { copyFilesLater } from '#media/copy-files.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { requireCourseMaker, requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { addFirstCohort, proposePage, takeCode } from './create-course.ts'
import type { DraftAddresses } from './draft-units.ts'
import { putDraftUses } from './draft-uses.ts'
import { type DraftLesson, type DraftOutline, listDraftLessons } from './lesson-drafts.ts'
import { type DraftState, loadDraftState } from './load-draft.ts'
import type { DraftAbout, DraftPage, DraftPhoto } from './page-schemas.ts'
import { putDraftRow } from './queries.ts'

type DuplicateInput = {
  /** Of the course that is copied. */
  courseCode: string
  title: string
  /** 2 to 12 of A–Z and 0–9. Undefined: the first free one that is proposed for the title. */
  code?: string | undefined
}

/**
 * For the creator of the course and for admins, who may also make courses. Files follow by a job. The refund rule and the
 * choice about groups come along, and the prices of the latest dates that have one.
 */
export async function duplicateCourse(
  deps: Deps,
  person: ActingPerson,
  { courseCode: from, title, code }: DuplicateInput,
): Promise<Outcome<{ coursePrefixCode: string }>> {
  const retryAfter = await consumeLimit(deps.db, 'courseCopyPerPerson', person.personId)
  if (retryAfter !== null) return refused('RATE_LIMITED', { retryAfter })
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'price.edit', from)
    if (!permitted.ok) return permitted
    const maker = await requireCourseMaker(tx, person)
    if (!maker.ok) return maker
    await lockCourse(tx, from)
    const state = await loadDraftState(tx, from, deps.clock())
    if (!state) return refused('COURSE_NOT_FOUND')
    const { personId } = person
    const priced = state.cohorts.findLast(({ offerCode }) => offerCode !== null)
    const timezoneId = (priced ?? state.cohorts.at(-1))?.timezoneId ?? 'UTC'
    const { delivery_type: deliveryType } = state.life
    const course = { title, sentence: '', deliveryType, code, timezoneId }
    const courseCode = await takeCode(deps, tx, course)
    if (courseCode === null) return refused('CODE_TAKEN')
    await putCourseRole(tx, { personId, courseCode, role: 'creator' })
    const cohortCode = await addFirstCohort(tx, courseCode, course)
    if (priced) await copyPrices(tx, priced.cohortCode, cohortCode)
    const { refund_policy, has_group_discount } = state.life
    await putRefundPolicy(tx, { course_code: courseCode, refund_policy })
    await putGroupDiscount(tx, { course_code: courseCode, has_group_discount })

    const copied = await copyFilesLater(deps, tx, { courseCode, personId }, listUsedFiles(state))
    if (!copied.ok) return copied
    const units = dropOtherFiles(renameFiles(listUnits(state), copied.value), new Set(copied.value.values()))
    // Nobody has taken the copy.
    units.about = { ...(units.about as DraftAbout), title, studentCount: 0 }
    const { markets } = units.addresses as DraftAddresses
    units.addresses = { pages: [await proposePage(tx, courseCode, title)], markets }
    for (const [unit, body] of Object.entries(units))
      await putDraftRow(tx, { courseCode, unit, version: 1, body, personId })
    const lessons = listDraftLessons(units.outline as DraftOutline)
    await putDraftUses(
      tx,
      courseCode,
      lessons.map(({ key }) => key),
    )
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: personId },
      action: 'course-created',
      object: { kind: 'course', id: courseCode },
      details: { deliveryType, copyOf: from },
    })
    return accepted({ coursePrefixCode: courseCode })
  })
}

/** Without lessons that the outline no longer has. */
function listUnits({ units }: DraftState): Record<string, unknown> {
  const keys = new Set(listDraftLessons(units.outline as DraftOutline).map(({ key }) => `lesson:${key}`))
  return Object.fromEntries(Object.entries(units).filter(([unit]) => !unit.startsWith('lesson:') || keys.has(unit)))
}

/** The files whose id or hash the units name, also in the text of a lesson. Of equal files the first. */
function listUsedFiles(state: DraftState): string[] {
  const text = JSON.stringify(listUnits(state))
  return [...state.files.byId.values()]
    .filter(
      ({ id, sha256 }) =>
        text.includes(id) || (sha256 !== null && state.files.idByHash.get(sha256) === id && text.includes(sha256)),
    )
    .map(({ id }) => id)
}

/** Ids are unique, so each one in the text is that of its file. Hashes stay: a copy has the same one. */
function renameFiles(units: Record<string, unknown>, copies: ReadonlyMap<string, string>): Record<string, unknown> {
  let text = JSON.stringify(units)
  for (const [from, to] of copies) text = text.replaceAll(from, to)
  return JSON.parse(text) as Record<string, unknown>
}

/** Without the files that were not copied: they are the other course's, and a unit that names one could not be saved. */
function dropOtherFiles(units: Record<string, unknown>, own: ReadonlySet<string>): Record<string, unknown> {
  const isOwn = (file: string) => !file.includes('-') || own.has(file)
  const keep = (photo: DraftPhoto | null) => (photo && isOwn(photo.file) ? photo : null)
  return Object.fromEntries(
    Object.entries(units).map(([unit, body]): [string, unknown] => {
      if (unit === 'about') return [unit, dropAboutPhotos(body as DraftAbout, keep)]
      if (unit === 'page') return [unit, dropPageFiles(body as DraftPage, keep, isOwn)]
      return unit.startsWith('lesson:') ? [unit, dropLessonFiles(body as DraftLesson, isOwn)] : [unit, body]
    }),
  )
}

function dropAboutPhotos(about: DraftAbout, keep: (photo: DraftPhoto | null) => DraftPhoto | null): DraftAbout {
  return { ...about, cover: keep(about.cover), sharePhoto: keep(about.sharePhoto) }
}

function dropPageFiles(
  { studentWork, ...rest }: DraftPage,
  keep: (photo: DraftPhoto | null) => DraftPhoto | null,
  isOwn: (file: string) => boolean,
): DraftPage {
  const page = { ...rest, trailer: rest.trailer && isOwn(rest.trailer) ? rest.trailer : null }
  if (!studentWork) return { ...page, studentWork }
  const works = studentWork.works.map((work) => ({ ...work, photo: keep(work.photo) }))
  return { ...page, studentWork: { ...studentWork, works } }
}

function dropLessonFiles(lesson: DraftLesson, isOwn: (file: string) => boolean): DraftLesson {
  const { content, media, files } = lesson
  let markdown = content?.markdown
  for (const { target, start, end } of listTextImages(markdown ?? '').toReversed())
    if (!isOwn(getImageAssetId(target) ?? '')) markdown = markdown!.slice(0, start) + markdown!.slice(end)
  return {
    ...lesson,
    content: content && markdown !== undefined ? { ...content, markdown } : content,
    media: media && isOwn(media) ? media : null,
    files: files.filter(({ file }) => isOwn(file)),
  }
}
