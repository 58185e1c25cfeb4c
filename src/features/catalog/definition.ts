/** What a course says about itself, as kept in `course.definition`. Its code, dates, prices and people have tables of their own. */
import type { CourseFile } from './content-schema.ts'

type Voice = { quote: string; name: string; place: string }
type Made = {
  note: string
  works: { title: string; by: string; length: string | null; hue: string; motif: string; seed: string }[]
  stories: { quote: string; name: string; about: string }[]
}
type Item = { id: string; title: string; summary: string; minutes: number; kind: 'live' | 'lesson' }

export type Definition = Pick<
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
  | 'bring'
  | 'facts'
  | 'questions'
> & {
  images: { hue: string; motif: string; seed: string; focal: number }
  priceSubtext: string
  discountText: string
  pdfLink: string | null
  level: string | null
  curriculum: { title: string; items: Item[] }[]
  proSessions: Item[]
  made: Made | null
  markets: { country: string; sectionTitle: string | null; promise: string | null; voices: Voice[] }[]
}

export function definitionOf(file: CourseFile): Definition {
  const kind = file.delivery === 'live' ? 'live' : 'lesson'
  return {
    sectionTitle: file.sectionTitle,
    subtitle: file.subtitle,
    promise: file.promise,
    duration: file.duration,
    classTime: file.classTime,
    videoTime: file.videoTime,
    studentCount: file.studentCount,
    benefits: file.benefits,
    bring: file.bring,
    facts: file.facts,
    questions: file.questions,
    images: file.images,
    priceSubtext: file.price.subtext,
    discountText: file.price.discountText,
    pdfLink: null,
    level: file.level ?? null,
    compareWith: file.compareWith,
    curriculum: file.curriculum.map((group) => ({ ...group, items: group.items.map((item) => ({ kind, ...item })) })),
    proSessions: file.proSessions.map((item) => ({ ...item, kind })),
    made: file.made
      ? { ...file.made, works: file.made.works.map((work) => ({ ...work, length: work.length ?? null })) }
      : null,
    markets: file.markets.map(({ country, sectionTitle = null, promise = null, voices }) => ({
      country,
      sectionTitle,
      promise,
      voices,
    })),
  }
}

/** A field that was not known yet when a course was written reads as empty. */
export function readDefinition(stored: unknown): Definition {
  return { ...blank, ...(stored as Partial<Definition>) }
}

const blank: Definition = {
  sectionTitle: '',
  subtitle: '',
  promise: '',
  duration: '',
  classTime: '',
  videoTime: '',
  studentCount: 0,
  benefits: [],
  bring: [],
  facts: [],
  questions: [],
  images: { hue: 'azure', motif: 'strata', seed: '', focal: 50 },
  priceSubtext: '',
  discountText: '',
  pdfLink: null,
  level: null,
  compareWith: [],
  curriculum: [],
  proSessions: [],
  made: null,
  markets: [],
}
