/** Writes the lessons and rules of a course for its file. Fields at their default are left out. */
import type { CourseRow } from '../catalogue-rows.ts'
import type { LessonContent } from '../lesson-content.ts'
import { type LessonRow, listModuleKeys, type ReleaseRow } from '../outline-rows.ts'
import type { FileFields } from './content-fields.ts'
import type { ExportFolder } from './export-folder.ts'

export function createCurriculumFields(course: CourseRow, folder: ExportFolder): FileFields[] {
  const ids = listExplicitIds(course.curriculum)
  return course.curriculum.map(({ title, release, items }, index) => ({
    id: ids[index],
    title,
    release: createReleaseFields(release),
    items: items.map((item) => createItemFields(course, item, folder)),
  }))
}

export function createProSessionFields({ proSessions }: CourseRow): FileFields[] {
  return proSessions.map(({ id, title, summary, minutes, required, release, needs }) => ({
    id,
    title,
    summary: summary || undefined,
    minutes,
    required: required ? true : undefined,
    release: createReleaseFields(release),
    needs: needs.length > 0 ? needs : undefined,
  }))
}

/** Without the keys that the import derives from the titles. */
function listExplicitIds(modules: CourseRow['curriculum']): (string | undefined)[] {
  const derived = listModuleKeys(modules.map(({ title }) => ({ title })))
  const groups = modules.map(({ id, title }, index) => ({ id: id === derived[index] ? undefined : id, title }))
  const isComplete = listModuleKeys(groups).every((key, index) => key === modules[index]!.id)
  return isComplete ? groups.map(({ id }) => id) : modules.map(({ id }) => id)
}

function createItemFields({ delivery_type }: CourseRow, item: LessonRow, folder: ExportFolder): FileFields {
  const { id, title, summary, minutes, kind, required, preview, needs } = item
  const isPlanned = item.content === null
  const content: Partial<LessonContent<'video'> & LessonContent<'embed'>> = item.content ?? {}
  if (content.markdown !== undefined) folder.addText(`${id}.md`, folder.addImages(id, content.markdown))
  // An item without a kind is a session of a live course, and a planned video on demand.
  const isDefault = delivery_type === 'live' ? kind === 'live' : kind === 'video' && isPlanned
  const isRequiredByDefault = kind !== 'embed'
  return {
    id,
    title,
    summary: summary || undefined,
    minutes,
    kind: isDefault ? undefined : kind,
    planned: isPlanned && !isDefault ? true : undefined,
    required: required === isRequiredByDefault ? undefined : required,
    preview: preview ? true : undefined,
    release: createReleaseFields(item.release),
    needs: needs.length > 0 ? needs : undefined,
    watchedPercent: content.watchedPercent,
    allowMark: content.allowMark,
    embed: content.url,
    media: item.media ? folder.addMedia(id, item.media) : undefined,
    files: item.files.length > 0 ? item.files.map((file) => folder.addFile(id, file)) : undefined,
  }
}

function createReleaseFields({ rule, at, days, session }: ReleaseRow): unknown {
  if (rule === 'at-once') return undefined
  if (rule === 'on-date') return { on: at!.slice(0, 16) }
  if (rule === 'after-days') return { afterDays: days }
  return rule === 'with-session' ? { withSession: session } : rule
}

const DEFAULT_ACCESS_DAYS = 365

/** Access, completion and certificate. */
export function createRuleFields({
  kind,
  access_days,
  completion,
  recording_counts,
  certificate,
}: CourseRow): FileFields {
  const { lessonsPercent, sessionsPercent } = completion
  const defaultMode = kind === 'course' ? 'on-completion' : 'off'
  return {
    access: access_days === null ? 'forever' : access_days === DEFAULT_ACCESS_DAYS ? undefined : { days: access_days },
    completion: lessonsPercent === 100 && sessionsPercent === 75 ? undefined : { lessonsPercent, sessionsPercent },
    recordingCounts: recording_counts ? undefined : false,
    certificate: undefinedWhenEmpty({
      mode: certificate.mode === defaultMode ? undefined : certificate.mode,
      text: certificate.text || undefined,
      signature: certificate.signature || undefined,
      hours: certificate.hours ?? undefined,
    }),
  }
}

function undefinedWhenEmpty(fields: FileFields): FileFields | undefined {
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined
}
