/** The texts, lists, photos and trailer of a draft's page, and how they become those of a version. Pure. docs/contract §40. */
import type { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { type CourseText, HIDEABLE_PARTS, mapTexts } from '#catalogue/catalog/wire/course-texts.ts'
import type { DraftFiles } from './lesson-drafts.ts'
import type { DraftAbout, DraftPage, DraftPhoto } from './page-schemas.ts'

type VersionAbout = Omit<DraftAbout, 'cover' | 'sharePhoto'> & Pick<CourseDocument['about'], 'cover' | 'sharePhoto'>
type VersionPage = CourseDocument['page']
type VersionPhoto = NonNullable<VersionAbout['cover']>
type Files = Pick<DraftFiles, 'byId'>
type FileIds = Pick<DraftFiles, 'idByHash'>

/** A unit of a version, or of a draft, as a draft has it: with the texts that are newer than it. */
export function toDraftAbout(body: object, files: FileIds): DraftAbout {
  const about = { ...mapTexts(() => ''), ...(body as DraftAbout) }
  return {
    ...about,
    cover: toDraftPhoto(about.cover, files),
    sharePhoto: toDraftPhoto(about.sharePhoto, files),
  }
}

/** As `toDraftAbout`. */
export function toDraftPage(body: object, files: FileIds): DraftPage {
  const { studentWork, hiddenParts = [], trailer = null } = body as Partial<DraftPage>
  const works = studentWork?.works.map((work) => ({ ...work, photo: toDraftPhoto(work.photo, files) })) ?? []
  return {
    hiddenParts,
    // A hash of a version, or the id of a file, which has hyphens.
    trailer: trailer && (files.idByHash.get(trailer) ?? trailer),
    studentWork: studentWork ? { ...studentWork, works } : null,
  }
}

function toDraftPhoto(photo: DraftPhoto | VersionPhoto | null | undefined, { idByHash }: FileIds): DraftPhoto | null {
  if (!photo || 'file' in photo) return photo ?? null
  const { sha256, ...place } = photo
  return { ...place, file: idByHash.get(sha256) ?? sha256, isDecorative: photo.alt === '' }
}

/** With trimmed texts, and without the entries in which nothing is typed. */
export function toVersionAbout({ cover, sharePhoto, ...about }: DraftAbout, files: Files): VersionAbout {
  const names = Object.keys(mapTexts(() => '')) as CourseText[]
  return {
    ...about,
    ...Object.fromEntries(names.map((name) => [name, trim(about[name])])),
    title: trim(about.title),
    level: trim(about.level ?? '') || null,
    cover: toVersionPhoto(cover, files),
    sharePhoto: toVersionPhoto(sharePhoto, files),
    benefits: about.benefits.map(trim).filter(Boolean),
    requirements: about.requirements.map(trim).filter(Boolean),
    facts: dropEmpty(about.facts),
    questions: dropEmpty(about.questions),
  }
}

/** Null without a work and without a testimonial. */
export function toVersionPage({ studentWork, ...page }: DraftPage, files: Files): VersionPage {
  const trailer = page.trailer && getHash(page.trailer, files)
  const hiddenParts = HIDEABLE_PARTS.filter((part) => page.hiddenParts.includes(part))
  const works = listTypedWorks(studentWork).map(({ photo, ...work }) => ({
    ...work,
    photo: toVersionPhoto(photo, files),
  }))
  const stories = dropEmpty(studentWork?.stories ?? [])
  if (works.length === 0 && stories.length === 0) return { hiddenParts, trailer, studentWork: null }
  return { hiddenParts, trailer, studentWork: { note: trim(studentWork?.note ?? ''), works, stories } }
}

/** Null for a photo whose file is not there: `listPageFaults` names it. */
function toVersionPhoto(photo: DraftPhoto | null, { byId }: Files): VersionPhoto | null {
  if (!photo) return null
  const { file, alt, isDecorative, focalX, focalY } = photo
  const sha256 = getHash(file, { byId })
  return sha256 ? { sha256, alt: isDecorative ? '' : trim(alt), focalX, focalY } : null
}

/** Null: the file is not there, or its bytes have not all arrived. */
const getHash = (file: string, { byId }: Files): string | null =>
  file.includes('-') ? (byId.get(file)?.sha256 ?? null) : file

function listTypedWorks(studentWork: DraftPage['studentWork']) {
  return (studentWork?.works ?? [])
    .map((work) => ({
      ...work,
      title: trim(work.title),
      by: trim(work.by),
      length: trim(work.length ?? '') || null,
    }))
    .filter(({ title, by, length, photo }) => title || by || length || photo)
}

/** The ids of the files that a unit names. A file whose asset is gone has its hash instead. */
export function listPhotoFiles(photos: readonly (DraftPhoto | null)[]): string[] {
  return [...new Set(photos.flatMap((photo) => (photo?.file.includes('-') ? photo.file : [])))]
}

export const listAboutPhotos = ({ cover, sharePhoto }: DraftAbout) => [cover, sharePhoto]
export const listPagePhotos = ({ studentWork }: DraftPage) => (studentWork?.works ?? []).map(({ photo }) => photo)

/** The id of the trailer's file, or none. As in `listPhotoFiles`, it is a hash where the asset is gone. */
export const listTrailerFiles = ({ trailer }: Pick<DraftPage, 'trailer'>): string[] =>
  trailer?.includes('-') ? [trailer] : []

/** The photo of each work that the page shows. */
export const listShownPhotos = ({ studentWork }: DraftPage) => listTypedWorks(studentWork).map(({ photo }) => photo)

/** Sentences about what a page would show with a gap: entries that are half typed, and photos that are not ready. */
export function listPageFaults(about: DraftAbout, page: DraftPage, files: Files): string[] {
  const { facts, questions } = toVersionAbout(about, files)
  const works = listTypedWorks(page.studentWork)
  const stories = dropEmpty(page.studentWork?.stories ?? [])
  return [
    ...listPhotoFaults('The cover photo', about.cover, files),
    ...listPhotoFaults('The picture of shared links', about.sharePhoto, files),
    ...listTrailerFaults(page.trailer, files),
    ...facts
      .filter(({ label, value }) => !label || !value)
      .map((fact) => `The fact “${nameEntry(fact)}” is half empty`),
    ...questions.filter(({ question }) => !question).map(() => 'An answer has no question'),
    ...questions.flatMap(({ question, answer }) =>
      question && !answer ? `The question “${question}” has no answer` : [],
    ),
    ...stories.flatMap(({ quote, name }) => (quote && name ? [] : 'A testimonial needs its words and a name')),
    ...works.flatMap(({ title, by }) => (title && by ? [] : 'Student work needs a title and the name of its maker')),
    ...works.flatMap(({ title, photo }) => listPhotoFaults(`The photo of “${title}”`, photo, files)),
  ]
}

/** One that is still processed may be published: the page shows it once it is ready. */
function listTrailerFaults(trailer: DraftPage['trailer'], { byId }: Files): string[] {
  if (trailer === null) return []
  const file = byId.get(trailer)
  if (!file) return ['The trailer is gone. Please choose another one']
  if (file.state === 'failed') return ['The trailer can’t be used. Please choose another file']
  if (file.sha256 === null) return ['The trailer is still on its way']
  return file.kind === 'video' ? [] : ['The trailer is no video. Please choose another file']
}

function listPhotoFaults(name: string, photo: DraftPhoto | null, { byId }: Files): string[] {
  if (!photo) return []
  const file = byId.get(photo.file)
  if (!file) return [`${name} is gone. Please choose another one`]
  if (file.state === 'failed') return [`${name} can’t be used. Please choose another file`]
  if (file.state !== 'ready') return [`${name} is not ready yet. This takes a moment`]
  return photo.isDecorative || trim(photo.alt) ? [] : [`${name} needs words for people who can’t see it`]
}

const trim = (text: string): string => text.trim()

const nameEntry = (entry: Readonly<Record<string, string>>): string => Object.values(entry).find(Boolean) ?? ''

function dropEmpty<Entry extends Record<string, string>>(entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => Object.fromEntries(Object.entries(entry).map(([name, text]) => [name, trim(text)])) as Entry)
    .filter((entry) => Object.values(entry).some(Boolean))
}
