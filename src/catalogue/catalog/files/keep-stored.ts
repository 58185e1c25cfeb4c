/** Rows of the database that an import keeps, although its files say something else or nothing. */
import type { CatalogueRows, CohortRow, CourseRow } from '../catalogue-rows.ts'
import type { LessonRow, MediaRow } from '../outline-rows.ts'
import type { StoredPhoto } from '../pictures/photo-sources.ts'
import { getSessionKey, type ImportedRecordings } from '../queries/imported-recordings.ts'
import { getMediaKey, type ImportedMedia } from './import-media.ts'

type StoredWork = NonNullable<CourseRow['definition']['studentWork']>['works'][number]
type KeepResult = {
  planned: CatalogueRows
  /** Cancelled cohorts that the files would reopen. */
  stayCancelled: string[]
}

/**
 * A cancelled cohort stays cancelled, because files can be older than a cancellation. Recordings and recaps stay,
 * because teachers add them on the site, unless the files name others than at the last import. Lessons whose media is
 * missing keep their content, or are planned. A course whose PDF or trailer is missing keeps the one it has, or none.
 */
export function keepStored(
  stored: CatalogueRows,
  requested: CatalogueRows,
  media: ImportedMedia,
  imported: ImportedRecordings,
): KeepResult {
  const storedCohorts = new Map(stored.cohorts.map((cohort) => [cohort.cohort_code, cohort]))
  const storedCourses = new Map(stored.courses.map((course) => [course.course_code, course]))
  const reopened = requested.cohorts.filter(
    ({ cohort_code, state }) => state !== 'cancelled' && storedCohorts.get(cohort_code)?.state === 'cancelled',
  )
  const courses = requested.courses.map((course) =>
    withoutMissing(course, storedCourses.get(course.course_code), media),
  )
  const cohorts = requested.cohorts.map((cohort) => ({
    ...keepRecordings(cohort, storedCohorts.get(cohort.cohort_code), media, imported),
    state: reopened.includes(cohort) ? ('cancelled' as const) : cohort.state,
  }))
  return { planned: { ...requested, courses, cohorts }, stayCancelled: reopened.map(({ cohort_code }) => cohort_code) }
}

function withoutMissing(course: CourseRow, stored: CourseRow | undefined, { missing }: ImportedMedia): CourseRow {
  const storedLessons = new Map(stored?.curriculum.flatMap(({ items }) => items.map((item) => [item.id, item])))
  const isMissing = (sha256: string) => missing.has(getMediaKey(course.course_code, sha256))
  const replace = (item: LessonRow): LessonRow => {
    if (![...(item.media ? [item.media] : []), ...item.files].some(({ sha256 }) => isMissing(sha256))) return item
    const existing = storedLessons.get(item.id)
    const { content = null, media = null, files = [] } = existing?.kind === item.kind ? existing : {}
    return { ...item, content, media, files }
  }
  const { curriculumFile, trailer, cover, sharePhoto, studentWork } = course.definition
  const isTrailerMissing = trailer !== null && isMissing(trailer)
  const storedWorks = stored?.definition.studentWork?.works ?? []
  // The words and the point are those of the files: only the picture is missing.
  const keep = (photo: StoredPhoto | null | undefined, storedPhoto: StoredPhoto | null | undefined) => {
    if (!photo || !isMissing(photo.sha256)) return photo ?? null
    return storedPhoto ? { ...photo, sha256: storedPhoto.sha256 } : null
  }
  const findStoredWork = (work: StoredWork) =>
    storedWorks.find(({ seed }) => seed === work.seed) ??
    storedWorks.find(({ title, by }) => title === work.title && by === work.by)
  const definition = {
    ...course.definition,
    ...(curriculumFile !== null &&
      isMissing(curriculumFile) && { curriculumFile: stored?.definition.curriculumFile ?? null }),
    ...(isTrailerMissing && { trailer: stored?.definition.trailer ?? null }),
    cover: keep(cover, stored?.definition.cover),
    sharePhoto: keep(sharePhoto, stored?.definition.sharePhoto),
    studentWork: studentWork && {
      ...studentWork,
      works: studentWork.works.map((work) => ({
        ...work,
        photo: keep(work.photo, findStoredWork(work)?.photo),
      })),
    },
  }
  return {
    ...course,
    definition,
    ...(isTrailerMissing && { trailerTracks: stored?.trailerTracks ?? [] }),
    curriculum: course.curriculum.map((part) => ({ ...part, items: part.items.map(replace) })),
  }
}

function keepRecordings(
  cohort: CohortRow,
  stored: CohortRow | undefined,
  { missing }: ImportedMedia,
  imported: ImportedRecordings,
): CohortRow {
  const storedSessions = new Map(stored?.sessions.map((session) => [session.lesson_key, session]))
  const isMissing = ({ sha256 }: MediaRow) => missing.has(getMediaKey(cohort.course_code, sha256))
  return {
    ...cohort,
    sessions: cohort.sessions.map((session) => {
      const existing = storedSessions.get(session.lesson_key)
      const last = imported.get(getSessionKey(cohort.cohort_code, session.lesson_key))
      const isNewRecap = session.recap !== null && session.recap !== last?.recap
      const isNewRecording =
        session.recording !== null && !isMissing(session.recording) && session.recording.sha256 !== last?.recording
      return {
        ...session,
        recap: isNewRecap || !existing ? session.recap : existing.recap,
        recording: isNewRecording ? session.recording : (existing?.recording ?? null),
      }
    }),
  }
}
