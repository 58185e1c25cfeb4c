/** The document of one version of a course. It names files by their hash and lessons by their key, as course files do. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { LessonKind } from '#domain/learning/lesson.ts'
import type { CourseRow } from '../catalogue-rows.ts'
import { isLessonContent } from '../lesson-content.ts'
import { listImageHashes } from '../lesson-images.ts'
import type { LessonRow } from '../outline-rows.ts'
import { HIDEABLE_PARTS, mapTexts } from '../wire/course-texts.ts'
import { CourseKind, DeliveryTypeSchema } from '../wire.ts'

const text = z.string()
const amount = z.int().min(0)
const key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const percent = z.int().min(0).max(100)
/** A photo of the page. One that only decorates has an empty `alt`. A narrow crop keeps the point `focalX`, `focalY`. */
const Photo = z.strictObject({ sha256, alt: text, focalX: percent, focalY: percent })
const picture = { hue: text, motif: text, seed: text }
const LESSON_KINDS = ['video', 'audio', 'text', 'files', 'embed', 'live'] as const satisfies LessonKind[]

export const About = z.strictObject({
  position: z.int(),
  kind: CourseKind,
  deliveryType: DeliveryTypeSchema,
  listed: z.boolean(),
  withdrawnAt: z.iso.datetime().nullable(),
  creators: z.array(key),
  title: text,
  // Versions from before a text existed stay readable.
  ...mapTexts(() => text.default('')),
  level: text.nullable(),
  studentCount: amount,
  priceSubtext: text,
  discountText: text,
  /** The operator's own PDF of the curriculum. */
  curriculumFile: sha256.nullable(),
  compareWith: z.array(text),
  benefits: z.array(text),
  requirements: z.array(text),
  facts: z.array(z.strictObject({ label: text, value: text })),
  questions: z.array(z.strictObject({ question: text, answer: text })),
  images: z.strictObject({ ...picture, focal: amount }),
  /** Replaces the poster on the page and on cards. */
  cover: Photo.nullable().default(null),
  /** Shown where the page is shared, in place of the drawn picture. */
  sharePhoto: Photo.nullable().default(null),
})

const Release = z.strictObject({
  rule: z.enum(['at-once', 'on-date', 'after-days', 'after-previous', 'with-session']),
  at: text.nullable(),
  days: amount.nullable(),
  session: key.nullable(),
})

export const OutlineLesson = z.strictObject({
  key,
  title: text,
  kind: z.enum(LESSON_KINDS),
  minutes: z.int().min(1),
  required: z.boolean(),
  preview: z.boolean(),
  release: Release,
  needs: z.array(key),
})

export const OutlineModule = z.strictObject({ key, title: text, release: Release, lessons: z.array(OutlineLesson) })

export const Outline = z.strictObject({
  modules: z.array(OutlineModule),
  proSessions: z.array(OutlineLesson),
})

/** `content` is null for a planned lesson, else by kind (docs/contract §9). */
export const LessonUnit = z.strictObject({
  summary: text,
  content: z.record(text, z.json()).nullable(),
  media: sha256.nullable(),
  files: z.array(z.strictObject({ sha256, label: text })),
})

export const Page = z.strictObject({
  /** Parts of the page that are not shown, although they have something to show. */
  hiddenParts: z.array(z.enum(HIDEABLE_PARTS)).default([]),
  /** The film in the head of the page. */
  trailer: sha256.nullable().default(null),
  studentWork: z
    .strictObject({
      note: text,
      works: z.array(
        z.strictObject({
          title: text,
          by: text,
          length: text.nullable(),
          ...picture,
          photo: Photo.nullable().default(null),
        }),
      ),
      stories: z.array(z.strictObject({ quote: text, name: text, about: text })),
    })
    .nullable(),
})

export const Addresses = z.strictObject({
  /** The first one is the canonical page. */
  pages: z.array(text),
  markets: z.array(
    z.strictObject({
      country: text,
      sectionTitle: text.nullable(),
      promise: text.nullable(),
      testimonials: z.array(z.strictObject({ quote: text, name: text, location: text })),
    }),
  ),
})

export const Rules = z.strictObject({
  accessDays: z.int().min(1).nullable(),
  completion: z.strictObject({ lessonsPercent: amount, sessionsPercent: amount }),
  recordingCounts: z.boolean(),
  certificate: z.strictObject({
    mode: z.enum(['off', 'on-completion']),
    text,
    signature: text,
    hours: amount.nullable(),
  }),
})

export const CourseDocument = z
  .strictObject({
    about: About,
    outline: Outline,
    /** By key: each lesson of the outline, and no other one. */
    lessons: z.record(key, LessonUnit),
    page: Page,
    addresses: Addresses,
    rules: Rules,
  })
  .superRefine(({ about, addresses, outline, lessons }, context) => {
    const requireOne = (path: string[], list: readonly unknown[]) => {
      if (list.length === 0) context.addIssue({ code: 'custom', path, message: 'is empty' })
    }
    requireOne(['about', 'creators'], about.creators)
    requireOne(['addresses', 'pages'], addresses.pages)
    const outlined = listOutlineLessons(outline)
    const keys = outlined.map((lesson) => lesson.key)
    const isSame = new Set(keys).size === keys.length && Object.keys(lessons).length === keys.length
    if (!isSame || !keys.every((name) => Object.hasOwn(lessons, name)))
      return context.addIssue({ code: 'custom', path: ['lessons'], message: 'are not the lessons of the outline' })
    for (const { key: name, kind } of outlined) {
      const { content } = lessons[name]!
      if (content && !isLessonContent(kind, content))
        context.addIssue({ code: 'custom', path: ['lessons', name], message: `has no content of the kind ${kind}` })
    }
  })
export type CourseDocument = z.output<typeof CourseDocument>
export type OutlineLesson = z.output<typeof OutlineLesson>

export type SingleUnit = 'about' | 'outline' | 'page' | 'addresses' | 'rules'
export type UnitName = SingleUnit | `lesson:${string}`
/** The bodies of the units of a draft by name. `about` is without the fields that no draft changes. */
export type UnitBodies = Record<SingleUnit, unknown> & Record<`lesson:${string}`, unknown>

/** Splits a document into the units that the studio saves one by one (docs/contract §36). */
export function splitDocument({ about, lessons, ...units }: CourseDocument): UnitBodies {
  const { position: _position, deliveryType: _delivery, withdrawnAt: _withdrawnAt, ...texts } = about
  const lessonUnits = Object.entries(lessons).map(([name, unit]) => [`lesson:${name}`, unit])
  return { about: texts, ...units, ...Object.fromEntries(lessonUnits) }
}

export function listOutlineLessons({ modules, proSessions }: CourseDocument['outline']): OutlineLesson[] {
  return [...modules.flatMap(({ lessons }) => lessons), ...proSessions]
}

/** The hashes of the files that the document names, each once. */
export function listFileHashes(document: CourseDocument): string[] {
  const hashes = Object.values(document.lessons).flatMap(listUnitHashes)
  return [
    ...new Set([
      ...hashes,
      ...listCurriculumHashes(document),
      ...listPhotoHashes(document),
      ...listTrailerHashes(document),
    ]),
  ]
}

/** The hashes of the photos of the page: the cover, the one of shared links, and student work. */
function listPhotoHashes({ about, page }: Pick<CourseDocument, 'about' | 'page'>): string[] {
  const photos = [about.cover, about.sharePhoto, ...(page.studentWork?.works ?? []).map(({ photo }) => photo)]
  return photos.flatMap((photo) => photo?.sha256 ?? [])
}

/** The hash of the operator's own PDF of the curriculum, or none. */
export function listCurriculumHashes({ about }: CourseDocument): string[] {
  return about.curriculumFile === null ? [] : [about.curriculumFile]
}

/** The hash of the trailer, or none. */
export function listTrailerHashes({ page }: Pick<CourseDocument, 'page'>): string[] {
  return page.trailer === null ? [] : [page.trailer]
}

type UnitFiles = Pick<CourseDocument['lessons'][string], 'content' | 'media' | 'files'>

/** The hashes of a lesson's files: its video or audio, the files beside it, and the pictures in its text. */
export function listUnitHashes({ content, media, files }: UnitFiles): string[] {
  return [...(media ? [media] : []), ...files.map((file) => file.sha256), ...listImageHashes(content)]
}

/** Captions are not part of it: teachers change them without publishing. */
export function createCourseDocument(row: CourseRow): CourseDocument {
  const { studentWork, hiddenParts, trailer, markets, ...texts } = row.definition
  const { position, kind, title, listed, creators } = row
  const rows = [...row.curriculum.flatMap(({ items }) => items), ...row.proSessions]
  return {
    about: {
      position,
      kind,
      title,
      listed,
      creators,
      ...texts,
      deliveryType: row.delivery_type,
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    },
    outline: {
      modules: row.curriculum.map(({ id, title, release, items }) => ({
        key: id,
        title,
        release,
        lessons: items.map(createOutlineLesson),
      })),
      proSessions: row.proSessions.map(createOutlineLesson),
    },
    lessons: Object.fromEntries(
      rows.map(({ id, summary, content, media, files }) => [
        id,
        { summary, content, media: media?.sha256 ?? null, files },
      ]),
    ),
    page: Page.parse({ studentWork, hiddenParts, trailer }),
    addresses: { pages: row.pages, markets },
    rules: {
      accessDays: row.access_days,
      completion: row.completion,
      recordingCounts: row.recording_counts,
      certificate: row.certificate,
    },
  }
}

function createOutlineLesson({ id, title, kind, minutes, required, preview, release, needs }: LessonRow) {
  return { key: id, title, kind, minutes, required, preview, release, needs }
}

/** The SHA-256 of the document, and of each of its units by name. The order of keys does not matter. */
export function hashDocument(document: CourseDocument): { sha256: Buffer; unitHashes: Record<string, string> } {
  const { lessons, ...units } = document
  const lessonUnits = Object.entries(lessons).map(([name, unit]): [string, unknown] => [`lesson:${name}`, unit])
  const hashes = [...Object.entries(units), ...lessonUnits].map(([name, unit]) => [name, hash(unit).toString('hex')])
  return { sha256: hash(document), unitHashes: Object.fromEntries(hashes) }
}

function hash(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value, sortKeys)).digest()
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
