/** Reads the folder beside a course file: the texts, media and files of its lessons and recordings. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEmbedAddress } from '#domain/learning/embed-address.ts'
import { findPdfFault } from '#platform/pdf/find-pdf-fault.ts'
import { decodeTextFile } from '#platform/text-file.ts'
import { MAX_MARKDOWN } from '../lesson-content.ts'
import { formatImageTarget, replaceImageTargets } from '../lesson-images.ts'
import type { CourseFile } from './content-schema.ts'
import { COVER_KEY, getWorkPhotoKey, SHARE_PHOTO_KEY } from './definition.ts'
import { getLessonKind, type ItemInput } from './lesson-schema.ts'
import { readTextImages } from './lesson-texts/text-images.ts'
import { reportTextLinks } from './lesson-texts/text-links.ts'
import { type FolderReader, type MediaSource, type Path, readFileSource, readMedia } from './media-source.ts'
import { nullWhenMissing } from './null-when-missing.ts'

/** A text lesson, or the text below a video. */
export type LessonMaterial = {
  /** Names its pictures by their hash. */
  markdown: string | null
  images: MediaSource[]
  media: MediaSource | null
  files: { label: string; source: MediaSource }[]
  /** The address for a frame. */
  embedUrl: string | null
}
export type RecordingMaterial = { recap: string | null; media: MediaSource | null }
/** By the id of the item; recordings by `getRecordingKey`. */
export type CourseMaterials = {
  lessons: Map<string, LessonMaterial>
  recordings: Map<string, RecordingMaterial>
  /** The operator's own PDF of the curriculum. */
  curriculumFile: MediaSource | null
  /** The photos of the page, by `COVER_KEY` and `getWorkPhotoKey`. */
  photos: Map<string, MediaSource>
  trailer: MediaSource | null
}

/** Characters of a recap. */
const MAX_RECAP = 6000

/** @param cohort the position of the cohort in the course file */
export const getRecordingKey = (cohort: number, itemId: string): string => `${cohort} ${itemId}`

export async function readCourseFolder(
  course: CourseFile,
  folder: string,
  embedOrigins: readonly string[],
  addFault: FolderReader['addFault'],
  addFileFault: FolderReader['addFileFault'],
): Promise<CourseMaterials> {
  const reader: FolderReader = { folder, usedNames: new Set(), addFault, addFileFault }
  const lessons: CourseMaterials['lessons'] = new Map()
  const recordings: CourseMaterials['recordings'] = new Map()
  for (const [group, { items }] of course.curriculum.entries())
    for (const [index, item] of items.entries()) {
      const at = ['curriculum', group, 'items', index]
      lessons.set(item.id, await readLesson(reader, item, course.delivery, embedOrigins, at))
    }
  for (const [index, cohort] of course.cohorts.entries())
    for (const [itemId, { recap, media }] of Object.entries(cohort.recordings)) {
      const at = ['cohorts', index, 'recordings', itemId]
      recordings.set(getRecordingKey(index, itemId), {
        recap: recap === undefined ? null : await readRecap(reader, recap, [...at, 'recap']),
        media: media ? await readMedia(reader, media, ['video', 'audio'], [...at, 'media']) : null,
      })
    }
  const curriculumFile = course.curriculumFile ? await readCurriculumFile(reader, course.curriculumFile) : null
  const photos = await readPhotos(reader, course)
  const trailer = course.trailer ? await readMedia(reader, course.trailer, ['video'], ['trailer']) : null
  await reportUnusedFiles(reader)
  return { lessons, recordings, curriculumFile, photos, trailer }
}

async function readPhotos(
  reader: FolderReader,
  { cover, sharePhoto, studentWork }: CourseFile,
): Promise<CourseMaterials['photos']> {
  const works = studentWork?.works ?? []
  const inputs = [
    { key: COVER_KEY, photo: cover, at: ['cover'] as Path },
    { key: SHARE_PHOTO_KEY, photo: sharePhoto, at: ['sharePhoto'] as Path },
    ...works.map(({ photo }, index) => ({
      key: getWorkPhotoKey(index),
      photo,
      at: ['studentWork', 'works', index, 'photo'],
    })),
  ]
  const photos: CourseMaterials['photos'] = new Map()
  for (const { key, photo, at } of inputs) {
    const source = photo && (await readFileSource(reader, photo, ['image'], at))
    if (source) photos.set(key, source)
  }
  return photos
}

async function readCurriculumFile(
  reader: FolderReader,
  input: NonNullable<CourseFile['curriculumFile']>,
): Promise<MediaSource | null> {
  const at = ['curriculumFile']
  const fault = await nullWhenMissing(findPdfFault(join(reader.folder, input.file)))
  if (fault === null) return readFileSource(reader, input, ['file'], at)
  reader.usedNames.add(input.file)
  reader.addFault([...at, 'file'], `\`${input.file}\` ${fault}`)
  return null
}

async function readLesson(
  reader: FolderReader,
  item: ItemInput,
  delivery: CourseFile['delivery'],
  embedOrigins: readonly string[],
  at: Path,
): Promise<LessonMaterial> {
  const { kind, isPlanned } = getLessonKind(item, delivery)
  if (isPlanned || kind === 'live') return { markdown: null, images: [], media: null, files: [], embedUrl: null }
  const files: LessonMaterial['files'] = []
  for (const [index, { label, ...file }] of item.files.entries()) {
    const source = await readFileSource(reader, file, ['file', 'image', 'video', 'audio'], [...at, 'files', index])
    if (source) files.push({ label, source })
  }
  const embed = item.embed === undefined ? null : parseEmbedAddress(item.embed, embedOrigins)
  if (embed?.ok === false) reader.addFault([...at, 'embed'], embed.fault)
  return {
    ...(await readLessonText(reader, `${item.id}.md`, kind === 'text', at)),
    media: item.media
      ? await readMedia(reader, item.media, [kind === 'audio' ? 'audio' : 'video'], [...at, 'media'])
      : null,
    files,
    embedUrl: embed?.ok ? embed.url : null,
  }
}

/** A version's text names each picture by its hash. */
const STORED_TARGET = formatImageTarget('0'.repeat(64))

async function readLessonText(
  reader: FolderReader,
  name: string,
  isRequired: boolean,
  at: Path,
): Promise<Pick<LessonMaterial, 'markdown' | 'images'>> {
  const getStoredLength = (text: string) => replaceImageTargets(text, () => STORED_TARGET).length
  const text = await readMarkdown(reader, name, MAX_MARKDOWN, isRequired ? at : null, getStoredLength)
  const path = join(reader.folder, name)
  if (text !== null) reportTextLinks(reader, path, text)
  const read = text === null ? null : await readTextImages(reader, path, text, at)
  return read ?? { markdown: null, images: [] }
}

async function readRecap(reader: FolderReader, name: string, at: Path): Promise<string | null> {
  const text = await readMarkdown(reader, name, MAX_RECAP, at)
  if (text !== null) reportTextLinks(reader, join(reader.folder, name), text)
  return text
}

/** @param requiredAt the place in the course file that needs the text; null: the text may be missing */
async function readMarkdown(
  { folder, usedNames, addFault, addFileFault }: FolderReader,
  name: string,
  maxLength: number,
  requiredAt: Path | null,
  getLength = (text: string) => text.length,
): Promise<string | null> {
  usedNames.add(name)
  const path = join(folder, name)
  const bytes = await nullWhenMissing(readFile(path))
  if (!bytes) {
    if (requiredAt) addFault(requiredAt, `\`${name}\` is missing in ${folder}`)
    return null
  }
  const faults: string[] = []
  const text = decodeTextFile(bytes, path, faults)
  if (text === null) for (const fault of faults) addFileFault(fault)
  else if (text.trim() === '') addFileFault(`${path}:1:1 is empty`)
  else if (getLength(text) > maxLength)
    addFileFault(`${path}:1:1 has ${getLength(text)} characters, and at most ${maxLength} are allowed`)
  else {
    const control = /[^\P{Cc}\n\t]/u.exec(text)
    if (!control) return text
    const lines = text.slice(0, control.index).split('\n')
    addFileFault(`${path}:${lines.length}:${lines.at(-1)!.length + 1} has a character that cannot be displayed`)
  }
  return null
}

/** A file that nothing names is a fault, because its name is probably wrong. Hidden files are left alone. */
async function reportUnusedFiles({ folder, usedNames, addFileFault }: FolderReader): Promise<void> {
  const names = (await nullWhenMissing(readdir(folder))) ?? []
  for (const name of names.sort())
    if (!name.startsWith('.') && !usedNames.has(name)) addFileFault(`${join(folder, name)} is not used by any lesson`)
}
