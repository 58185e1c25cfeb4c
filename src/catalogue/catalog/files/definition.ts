/** The descriptive texts of a course, stored in `course.definition`. Codes, lessons, dates, prices and creators have their own tables. */
import type { CourseFile } from './content-schema.ts'

type Testimonial = { quote: string; name: string; location: string }
type StoredStudentWork = {
  note: string
  works: { title: string; by: string; length: string | null; hue: string; motif: string; seed: string }[]
  stories: { quote: string; name: string; about: string }[]
}
type Item = {
  id: string
  title: string
  summary: string
  minutes: number
  kind: 'live' | 'lesson'
  preview: { kind: 'video' | 'audio' | 'text'; minutes: number } | null
}

/** The texts, with the lessons as pages show them (the function `course_outline` of the database). */
export type StoredDefinition = StoredTexts & {
  curriculum: { title: string; items: Item[] }[]
  proSessions: Item[]
}

export type StoredTexts = Pick<
  CourseFile,
  | 'sectionTitle'
  | 'subtitle'
  | 'promise'
  | 'duration'
  | 'classTime'
  | 'videoTime'
  | 'studentCount'
  | 'compareWith'
  | 'benefits'
  | 'requirements'
  | 'facts'
  | 'questions'
> & {
  images: { hue: string; motif: string; seed: string; focal: number }
  priceSubtext: string
  discountText: string
  /** The SHA-256 of the operator's own PDF of the curriculum. */
  curriculumFile: string | null
  level: string | null
  studentWork: StoredStudentWork | null
  markets: { country: string; sectionTitle: string | null; promise: string | null; testimonials: Testimonial[] }[]
}

/** @param curriculumFile the SHA-256 of the file beside the course file */
export function toTexts(file: CourseFile, curriculumFile: string | null): StoredTexts {
  return {
    sectionTitle: file.sectionTitle,
    subtitle: file.subtitle,
    promise: file.promise,
    duration: file.duration,
    classTime: file.classTime,
    videoTime: file.videoTime,
    studentCount: file.studentCount,
    benefits: file.benefits,
    requirements: file.requirements,
    facts: file.facts,
    questions: file.questions,
    images: file.images,
    priceSubtext: file.price.subtext,
    discountText: file.price.discountText,
    curriculumFile,
    level: file.level ?? null,
    compareWith: file.compareWith,
    studentWork: file.studentWork
      ? { ...file.studentWork, works: file.studentWork.works.map((work) => ({ ...work, length: work.length ?? null })) }
      : null,
    markets: file.markets.map(({ country, sectionTitle = null, promise = null, testimonials }) => ({
      country,
      sectionTitle,
      promise,
      testimonials,
    })),
  }
}

/** Fields that did not exist when a course was written are empty. */
export function readDefinition(stored: unknown): StoredDefinition {
  return { ...emptyTexts, curriculum: [], proSessions: [], ...(stored as Partial<StoredDefinition>) }
}

/** Fields that did not exist when a course was written are empty. */
export function readTexts(stored: unknown): StoredTexts {
  return { ...emptyTexts, ...(stored as Partial<StoredTexts>) }
}

const emptyTexts: StoredTexts = {
  sectionTitle: '',
  subtitle: '',
  promise: '',
  duration: '',
  classTime: '',
  videoTime: '',
  studentCount: 0,
  benefits: [],
  requirements: [],
  facts: [],
  questions: [],
  images: { hue: 'azure', motif: 'strata', seed: '', focal: 50 },
  priceSubtext: '',
  discountText: '',
  curriculumFile: null,
  level: null,
  compareWith: [],
  studentWork: null,
  markets: [],
}
