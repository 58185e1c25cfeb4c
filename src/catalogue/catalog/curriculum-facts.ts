/** The content of a course's curriculum as a PDF, and the address of the file. docs/contract §25. */
import { createHash } from 'node:crypto'
import type { Money } from '#domain/money/money.ts'
import { getUnitPrice } from '#domain/money/pricing.ts'
import type { LoadedCourse } from './courses.ts'

/** Increase it when the drawing changes: every file then gets a new address. */
const DRAWING_VERSION = 2

/** Equal facts are equal files. Times are UTC, ISO 8601. */
export type CurriculumFacts = {
  courseCode: string
  /** The SHA-256 of the operator's own PDF, which replaces the drawing. */
  ownFile: string | null
  url: string
  kind: LoadedCourse['kind']
  deliveryType: LoadedCourse['deliveryType']
  title: string
  promise: string
  teachers: string[]
  images: LoadedCourse['definition']['images']
  duration: string
  requirements: string[]
  curriculum: LoadedCourse['definition']['curriculum']
  proSessions: LoadedCourse['definition']['proSessions']
  /** The next cohort, or the requested one. Null without one. */
  cohort: { timezoneId: string; startsAt: string | null; price: Money | null } | null
  sessions: { lessonKey: string; title: string; startsAt: string; endsAt: string }[]
}

export function createCurriculumFacts(course: LoadedCourse, now: Date): CurriculumFacts {
  const { definition, chosenCohort: cohort } = course
  const offer = cohort && course.offers.find(({ cohortCode }) => cohortCode === cohort.cohortCode)
  return {
    courseCode: course.courseCode,
    ownFile: definition.curriculumFile,
    url: course.url,
    kind: course.kind,
    deliveryType: course.deliveryType,
    title: course.title,
    promise: definition.promise,
    teachers: course.creators.map(({ name }) => name),
    images: definition.images,
    duration: definition.duration,
    requirements: definition.requirements,
    curriculum: definition.curriculum,
    proSessions: definition.proSessions,
    cohort: cohort && {
      timezoneId: cohort.timezoneId,
      startsAt: cohort.startsAt?.toISOString() ?? null,
      price: offer ? getUnitPrice(offer.price, now) : null,
    },
    sessions: course.sessions.map((session) => ({
      lessonKey: session.lesson_key,
      title: session.title,
      startsAt: session.starts_at.toISOString(),
      endsAt: session.ends_at.toISOString(),
    })),
  }
}

export function hashCurriculum(facts: CurriculumFacts): string {
  const drawing = () => createHash('sha256').update(JSON.stringify([DRAWING_VERSION, facts]))
  return (facts.ownFile ?? drawing().digest('hex')).slice(0, 16)
}

/** `/curriculum/NG-0123456789abcdef.pdf`: each content has its own address, so that browsers may cache it for ever. */
export function getCurriculumPath(facts: CurriculumFacts): string {
  return `/curriculum/${facts.courseCode}-${hashCurriculum(facts)}.pdf`
}
