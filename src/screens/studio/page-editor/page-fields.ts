/** The parts of a course's page in the order of the page, and the texts that each part has. */
import { COURSE_TEXTS, type CourseText } from '#catalogue/catalog/wire/course-texts.ts'
import type { DraftAbout, DraftPage } from '#catalogue/drafts/page-schemas.ts'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'

export type About = DraftAbout
export type Page = DraftPage
export type StudentWork = NonNullable<Page['studentWork']>

/** `anchor`: the id of the part on the public page. Null: the page has no such place. */
export const PARTS = [
  { id: 'head', title: 'Title and promise', anchor: 'content' },
  { id: 'cover', title: 'Cover photo', anchor: 'content' },
  { id: 'poster', title: 'Poster and colour', anchor: 'content' },
  { id: 'facts', title: 'Facts', anchor: 'content' },
  { id: 'trailer', title: 'Trailer', anchor: 'content' },
  { id: 'benefits', title: 'What you leave with', anchor: 'leave' },
  { id: 'curriculum', title: 'Curriculum', anchor: 'curriculum' },
  { id: 'requirements', title: 'What to bring', anchor: 'requirements' },
  { id: 'teachers', title: 'Teachers', anchor: 'teacher' },
  { id: 'testimonials', title: 'Testimonials', anchor: 'student-work' },
  { id: 'work', title: 'Student work', anchor: 'student-work' },
  { id: 'dates', title: 'Dates', anchor: 'dates' },
  { id: 'friends', title: 'Friends', anchor: 'friends' },
  { id: 'questions', title: 'Questions', anchor: 'questions' },
  { id: 'lists', title: 'Cards and lists', anchor: null },
  { id: 'addresses', title: 'Addresses', anchor: null },
  { id: 'search', title: 'Search and shared links', anchor: null },
] as const
export type PartId = (typeof PARTS)[number]['id']

type TextField = {
  part: PartId
  label: string
  /** More than one line. */
  rows?: number
  hint?: string
}

/** A text that somebody may type, in its part, in this order. */
export const TEXT_FIELDS: Readonly<Record<CourseText, TextField>> = {
  subtitle: { part: 'head', label: 'One sentence about it', rows: 2 },
  sectionTitle: { part: 'head', label: 'Headline' },
  promise: { part: 'head', label: 'Promise', rows: 4 },
  duration: { part: 'lists', label: 'Length' },
  classTime: { part: 'lists', label: 'Class time' },
  videoTime: { part: 'lists', label: 'Hours of video' },
  searchTitle: { part: 'search', label: 'Title' },
  searchDescription: { part: 'search', label: 'Description', rows: 3 },
}

export function listPartTexts(part: PartId): CourseText[] {
  return (Object.keys(TEXT_FIELDS) as CourseText[]).filter((name) => TEXT_FIELDS[name].part === part)
}

export const getMaxLength = (name: CourseText): number => COURSE_TEXTS[name]

type Calculated = Pick<CourseDraft, 'calculated' | 'teachers'>

/** The text that the page shows while nobody typed one. Undefined: the page cannot do without this text. */
export function getCalculatedText(name: CourseText, about: About, { calculated, teachers }: Calculated) {
  const texts: Partial<Record<CourseText, string>> = {
    ...calculated,
    sectionTitle: about.title,
    promise: about.subtitle,
    searchTitle: `${about.title} with ${teachers.map((teacher) => teacher.name).join(' & ')}`,
    searchDescription: about.promise || about.subtitle,
  }
  return texts[name]
}

export const getStudentWork = ({ studentWork }: Page): StudentWork =>
  studentWork ?? { note: '', works: [], stories: [] }

export function changeStudentWork(page: Page, change: Partial<StudentWork>): Page {
  const studentWork = { ...getStudentWork(page), ...change }
  const isEmpty = studentWork.note === '' && studentWork.works.length === 0 && studentWork.stories.length === 0
  return { ...page, studentWork: isEmpty ? null : studentWork }
}

/** The first one is the main address. */
export type Addresses = { pages: string[] }

export const listAddressTexts = ({ pages }: Addresses): Label[] => [['Addresses', pages.join('\n')]]

type Label = readonly [label: string, text: string]
const lines = (entries: readonly string[]) => entries.join('\n')
const joinEntry = (entry: object) => Object.values(entry).filter(Boolean).join(': ')

/** `id` of the file. The name tells it from all other files of the course. */
export type NameFile = (id: string) => string

/** Numbers files of the same name in the order of the list. One that is not in the list has the start of its id. */
export function createFileNames(assets: readonly { assetId: string; filename: string }[]): NameFile {
  return (id) => {
    const asset = assets.find(({ assetId }) => assetId === id)
    if (!asset) return `File ${id.slice(0, 8)}`
    const same = assets.filter(({ filename }) => filename === asset.filename)
    return same.length > 1 ? `${asset.filename} (${same.indexOf(asset) + 1} of ${same.length})` : asset.filename
  }
}

/** Empty without a photo. */
function describePhoto(photo: About['cover'] | undefined, nameFile: NameFile): string {
  if (!photo) return ''
  const { file, alt, isDecorative, focalX, focalY } = photo
  const words = isDecorative ? 'Only decoration' : alt ? `It shows: ${alt}` : 'No words yet'
  return `${nameFile(file)}\n${words}\nKeeps ${focalX} % from the left, ${focalY} % from the top`
}

/** All texts and photos of the unit, as two people compare them in a conflict. */
export function listAboutTexts(about: About, nameFile: NameFile): Label[] {
  const texts = (Object.keys(TEXT_FIELDS) as CourseText[]).map((name): Label => [TEXT_FIELDS[name].label, about[name]])
  return [
    ['Title', about.title],
    ...texts,
    ['Level', about.level ?? ''],
    ['Kind', about.kind],
    ['On lists', about.listed ? 'Yes' : 'No'],
    ['Teachers', lines(about.creators)],
    ['What you leave with', lines(about.benefits)],
    ['What to bring', lines(about.requirements)],
    ['Facts', lines(about.facts.map(joinEntry))],
    ['Cover photo', describePhoto(about.cover, nameFile)],
    ['Picture of shared links', describePhoto(about.sharePhoto, nameFile)],
    ['Poster', `${about.images.hue}, ${about.images.motif}, number ${about.images.seed}`],
    ['Questions', lines(about.questions.map(joinEntry))],
  ]
}

const getPartTitle = (id: string) => PARTS.find((part) => part.id === id)?.title ?? id

/** As `listAboutTexts`. */
export function listPageTexts(page: Page, nameFile: NameFile): Label[] {
  const { note, works, stories } = getStudentWork(page)
  return [
    ['Parts that are not shown', lines(page.hiddenParts.map(getPartTitle))],
    ['Trailer', page.trailer === null ? '' : nameFile(page.trailer)],
    ['About the works', note],
    ['Student work', lines(works.map(({ title, by, length }) => joinEntry({ title, by, length })))],
    ['Photos of student work', lines(works.map((work, index) => describeWorkPhoto(work, index, nameFile)))],
    ['Testimonials', lines(stories.map(joinEntry))],
  ]
}

function describeWorkPhoto({ title, photo }: StudentWork['works'][number], index: number, nameFile: NameFile): string {
  return `${title || `Work ${index + 1}`}: ${describePhoto(photo, nameFile) || 'no photo'}`
}
