/**
 * The outline and the lessons of a draft, and how they become those of a version. Pure. docs/contract §36.
 *
 * A draft names a file by the id of its asset, because the file may still be uploaded; a version names it by its hash.
 * A length that nobody typed is null in a draft, and calculated for a version.
 */
import { z } from 'zod'
import { MAX_MARKDOWN, watchedPercent } from '#catalogue/catalog/lesson-content.ts'
import {
  formatImageTarget,
  getImageAssetId,
  getImageHash,
  getMarkdown,
  listTextImages,
  replaceContentImages,
} from '#catalogue/catalog/lesson-images.ts'
import {
  type CourseDocument,
  LessonUnit,
  Outline,
  OutlineLesson,
  OutlineModule,
} from '#catalogue/catalog/publish/course-document.ts'
import type { LessonKind } from '#domain/learning/lesson.ts'

const MAX_MODULES = 50
const MAX_LESSONS = 500
const MAX_FILES = 20
const MAX_MINUTES = 600
const WORDS_PER_MINUTE = 200

const line = (max: number) => z.string().max(max, { error: `Please use at most ${max} characters` })
/** The id of an asset. The hash of a file whose asset is gone stays. */
export const fileName = z.union([z.uuid(), z.string().regex(/^[0-9a-f]{64}$/)])

const DraftOutlineLesson = OutlineLesson.extend({
  title: line(200),
  /** Null: calculated from the file or the text. */
  minutes: z
    .int()
    .min(1, { error: 'Please enter 1 or more' })
    .max(MAX_MINUTES, { error: `Please enter at most ${MAX_MINUTES}` })
    .nullable(),
})

export const DraftOutline = Outline.extend({
  modules: z
    .array(OutlineModule.extend({ title: line(200), lessons: z.array(DraftOutlineLesson) }))
    .max(MAX_MODULES, { error: `A course can have ${MAX_MODULES} modules at most` }),
  proSessions: z.array(DraftOutlineLesson),
}).superRefine((outline, context) => {
  const addIssue = (message: string) => context.addIssue({ code: 'custom', path: ['modules'], message })
  const keys = listDraftLessons(outline).map(({ key }) => key)
  const moduleKeys = outline.modules.map(({ key }) => key)
  if (keys.length > MAX_LESSONS) addIssue(`A course can have ${MAX_LESSONS} lessons at most`)
  if (new Set(keys).size < keys.length || new Set(moduleKeys).size < moduleKeys.length)
    addIssue('Two lessons or modules have the same key')
})
export type DraftOutline = z.output<typeof DraftOutline>
export type DraftOutlineLesson = DraftOutline['proSessions'][number]

/** What a lesson shows. The fields that its kind does not have are absent. */
export const DraftLesson = z.strictObject({
  summary: line(2000),
  content: z
    .strictObject({
      markdown: line(MAX_MARKDOWN).optional(),
      /** The address of an embedded video. */
      url: line(2000).optional(),
      watchedPercent: watchedPercent.optional(),
      allowMark: z.boolean().optional(),
    })
    .nullable(),
  media: fileName.nullable(),
  files: z
    .array(z.strictObject({ file: fileName, label: line(120) }))
    .max(MAX_FILES, { error: `A lesson can have ${MAX_FILES} files at most` }),
})
export type DraftLesson = z.output<typeof DraftLesson>

const PLANNED_LESSON = { summary: '', content: null, media: null, files: [] } satisfies DraftLesson

/** A file of the course that is not deleted. */
export type DraftFile = {
  id: string
  /** Null: its bytes have not all arrived, or were not read yet. */
  sha256: string | null
  kind: 'video' | 'audio' | 'image' | 'file'
  state: 'uploading' | 'stored' | 'processing' | 'ready' | 'failed'
  filename: string
  durationMs: number | null
}
export type DraftFiles = { byId: ReadonlyMap<string, DraftFile>; idByHash: ReadonlyMap<string, string> }

/** @param files the oldest first: it is the one that stands for equal files */
export function indexFiles(files: readonly DraftFile[]): DraftFiles {
  const withHash = files.filter(({ state, sha256 }) => sha256 !== null && state !== 'failed')
  return {
    byId: new Map(files.map((file) => [file.id, file])),
    idByHash: new Map(withHash.toReversed().map(({ sha256, id }) => [sha256!, id])),
  }
}

/** All lessons in their order. */
export function listDraftLessons({ modules, proSessions }: Pick<DraftOutline, 'modules' | 'proSessions'>) {
  return [...modules.flatMap(({ lessons }) => lessons), ...proSessions]
}

/** The lesson of a key, or one without content where the draft has no such unit. */
export function getDraftLesson(units: Readonly<Record<string, unknown>>, key: string): DraftLesson {
  const unit = units[`lesson:${key}`]
  return unit === undefined ? PLANNED_LESSON : (unit as DraftLesson)
}

/** A lesson of a version, or of a draft that an import wrote, as a draft has it. One of a draft stays as it is. */
export function toDraftLesson(body: unknown, { idByHash }: Pick<DraftFiles, 'idByHash'>): DraftLesson {
  const version = LessonUnit.safeParse(body)
  if (!version.success) return DraftLesson.parse(body)
  const { summary, content, media, files } = version.data
  const name = (sha256: string) => idByHash.get(sha256) ?? sha256
  const nameImage = (target: string) => {
    const id = idByHash.get(getImageHash(target) ?? '')
    return id === undefined ? null : formatImageTarget(id)
  }
  return {
    summary,
    content: replaceContentImages(content, nameImage),
    media: media && name(media),
    files: files.map(({ sha256, label }) => ({ file: name(sha256), label })),
  }
}

/** The ids of the files that a lesson names: its video or audio, the files beside it, and the pictures in its text. */
export function listFileIds({ content, media, files }: DraftLesson): string[] {
  const images = listTextImages(getMarkdown(content) ?? '').flatMap(({ target }) => getImageAssetId(target) ?? [])
  const names = [...(media ? [media] : []), ...files.map(({ file }) => file)].filter((name) => name.includes('-'))
  return [...new Set([...names, ...images])]
}

/** The hashes that a lesson of a draft still names: no usable file of the course has these bytes. */
export function listLostHashes({ content, media, files }: DraftLesson): string[] {
  const images = listTextImages(getMarkdown(content) ?? '').flatMap(({ target }) => getImageHash(target) ?? [])
  return [...(media ? [media] : []), ...files.map(({ file }) => file)]
    .filter((name) => !name.includes('-'))
    .concat(images)
}

/** A lesson as a version has it. One that lacks what its kind shows is planned: without content and files. */
export function toVersionLesson(lesson: DraftLesson, kind: LessonKind, files: DraftFiles): z.output<typeof LessonUnit> {
  const getHash = (name: string) => (name.includes('-') ? (files.byId.get(name)?.sha256 ?? null) : name)
  const { summary } = lesson
  const media = lesson.media && getHash(lesson.media)
  const own = lesson.files.flatMap(({ file, label }) => {
    const sha256 = getHash(file)
    return sha256 === null ? [] : { sha256, label }
  })
  const { markdown, ...others } = lesson.content ?? {}
  const hasText = markdown !== undefined && markdown.trim() !== ''
  const isComplete = {
    video: media !== null,
    audio: media !== null,
    text: hasText,
    files: own.length > 0,
    embed: (others.url ?? '') !== '',
    live: true,
  }[kind]
  if (!isComplete) return { summary, content: null, media: null, files: [] }
  const content = replaceContentImages({ ...others, ...(hasText && { markdown }) }, (target) => {
    const sha256 = getHash(getImageAssetId(target) ?? '')
    return sha256 ? formatImageTarget(sha256) : null
  })
  return { summary, content, media, files: own }
}

/** The outline as a version has it: with every length, and without modules that have no lesson. */
export function toVersionOutline(
  { modules, proSessions }: DraftOutline,
  units: Readonly<Record<string, unknown>>,
  files: DraftFiles,
): CourseDocument['outline'] {
  const toLesson = (lesson: DraftOutlineLesson) => ({
    ...lesson,
    minutes: lesson.minutes ?? calculateMinutes(getDraftLesson(units, lesson.key), files),
  })
  return {
    modules: modules
      .filter(({ lessons }) => lessons.length > 0)
      .map((module) => ({ ...module, lessons: module.lessons.map(toLesson) })),
    proSessions: proSessions.map(toLesson),
  }
}

/** The length of the file, else the time to read the text. Minutes, rounded up, 1 to 600. */
export function calculateMinutes({ media, content }: DraftLesson, { byId }: DraftFiles): number {
  const durationMs = media === null ? null : (byId.get(media)?.durationMs ?? null)
  const words = (getMarkdown(content) ?? '').split(/\s+/).filter(Boolean).length
  const minutes = durationMs === null ? words / WORDS_PER_MINUTE : durationMs / 60_000
  return Math.min(Math.max(Math.ceil(minutes), 1), MAX_MINUTES)
}
