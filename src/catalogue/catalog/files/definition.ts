/** The descriptive texts of a course, stored in `course.definition`. Codes, lessons, dates, prices and creators have their own tables. */

import type { StoredPhoto } from '../pictures/photo-sources.ts'
import { type CourseText, type HideablePart, mapTexts, pickTexts } from '../wire/course-texts.ts'
import type { CourseFile } from './content-schema.ts'

type Testimonial = { quote: string; name: string; location: string }
type StoredStudentWork = {
  note: string
  works: {
    title: string
    by: string
    length: string | null
    hue: string
    motif: string
    seed: string
    photo?: StoredPhoto | null
  }[]
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

export type StoredTexts = Record<CourseText, string> &
  Pick<CourseFile, 'studentCount' | 'compareWith' | 'benefits' | 'requirements' | 'facts' | 'questions'> & {
    images: { hue: string; motif: string; seed: string; focal: number }
    cover: StoredPhoto | null
    sharePhoto: StoredPhoto | null
    priceSubtext: string
    discountText: string
    /** The SHA-256 of the operator's own PDF of the curriculum. */
    curriculumFile: string | null
    level: string | null
    studentWork: StoredStudentWork | null
    hiddenParts: HideablePart[]
    /** The SHA-256 of the film in the head of the page. */
    trailer: string | null
    markets: { country: string; sectionTitle: string | null; promise: string | null; testimonials: Testimonial[] }[]
  }

type FileHashes = {
  /** Of the PDF beside the course file. */
  curriculumFile: string | null
  /** Of photos, by `COVER_KEY`, `SHARE_PHOTO_KEY` and `getWorkPhotoKey`. */
  photos: ReadonlyMap<string, string>
  trailer: string | null
}

export const COVER_KEY = 'cover'
export const SHARE_PHOTO_KEY = 'share'
/** @param index of the work, from 0 */
export const getWorkPhotoKey = (index: number): string => `work-${index}`

export function toTexts(file: CourseFile, { curriculumFile, photos, trailer }: FileHashes): StoredTexts {
  const toPhoto = (input: CourseFile['cover'], key: string): StoredPhoto | null => {
    const sha256 = photos.get(key)
    return input && sha256 ? { sha256, alt: input.alt, focalX: input.focalX, focalY: input.focalY } : null
  }
  return {
    ...pickTexts(file),
    studentCount: file.studentCount,
    benefits: file.benefits,
    requirements: file.requirements,
    facts: file.facts,
    questions: file.questions,
    images: file.images,
    priceSubtext: file.price.subtext,
    discountText: file.price.discountText,
    curriculumFile,
    cover: toPhoto(file.cover, COVER_KEY),
    sharePhoto: toPhoto(file.sharePhoto, SHARE_PHOTO_KEY),
    level: file.level ?? null,
    compareWith: file.compareWith,
    hiddenParts: file.hiddenParts,
    trailer,
    studentWork: file.studentWork
      ? {
          ...file.studentWork,
          works: file.studentWork.works.map((work, index) => ({
            ...work,
            length: work.length ?? null,
            photo: toPhoto(work.photo, getWorkPhotoKey(index)),
          })),
        }
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

/** Fields that did not exist when a course was written are empty, also those of each work. */
export function readTexts(stored: unknown): StoredTexts {
  const { studentWork, ...texts } = { ...emptyTexts, ...(stored as Partial<StoredTexts>) }
  const works = studentWork?.works.map((work) => ({ ...work, photo: work.photo ?? null })) ?? []
  return { ...texts, studentWork: studentWork && { ...studentWork, works } }
}

const emptyTexts: StoredTexts = {
  ...mapTexts(() => ''),
  studentCount: 0,
  benefits: [],
  requirements: [],
  facts: [],
  questions: [],
  images: { hue: 'azure', motif: 'strata', seed: '', focal: 50 },
  cover: null,
  sharePhoto: null,
  priceSubtext: '',
  discountText: '',
  curriculumFile: null,
  level: null,
  compareWith: [],
  studentWork: null,
  hiddenParts: [],
  trailer: null,
  markets: [],
}
