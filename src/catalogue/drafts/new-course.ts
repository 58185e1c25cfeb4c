/** The first units of a new course, and the codes and addresses that are proposed for it. Pure. */

import type { CourseDocument, UnitBodies } from '#catalogue/catalog/publish/course-document.ts'
import { mapTexts } from '#catalogue/catalog/wire/course-texts.ts'
import { MOTIFS } from '#design/cover-motifs.ts'
import { HUES } from '#design/tokens.ts'
import type { DeliveryType } from '#domain/course.ts'
import type { DraftAbout } from './page-schemas.ts'

const LONGEST_CODE = 12
const LONGEST_WORD = 8

/** Letters without their marks, and everything else that is no letter or digit as one space: `Déjà vu!` → `Deja vu`. */
function toPlainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
}

/**
 * The codes that are proposed for a title, best first, 2 to 12 of A–Z and 0–9: its first long word, its initials, its
 * words run together, then numbered ones. A title in another script gives `COURSE`.
 */
export function proposeCodes(title: string): string[] {
  const words = toPlainWords(title).toUpperCase().split(' ').filter(Boolean)
  const first = words.find(({ length }) => length > 2)?.slice(0, LONGEST_WORD)
  const initials = words.map(([initial]) => initial).join('')
  const joined = words.join('')
  const base = [first, initials, joined.slice(0, LONGEST_CODE)].filter((code) => code !== undefined && code.length > 1)
  const [stem = 'COURSE'] = base as string[]
  const numbered = Array.from({ length: 98 }, (_, index) => `${stem.slice(0, LONGEST_CODE - 2)}${index + 2}`)
  return [...new Set([...(base as string[]), ...(base.length > 0 ? [] : [stem]), ...numbered])]
}

/** `Sketch the street` → `sketch-the-street`. A title in another script gives the fallback. */
export function toSlug(text: string, fallback: string): string {
  const slug = toPlainWords(text).toLowerCase().replaceAll(' ', '-').slice(0, 60).replace(/-$/, '')
  return slug || fallback.toLowerCase()
}

/** The first slug that is free: itself, then `-2`, `-3` and so on. */
export function findFreeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  let free = slug
  for (let counter = 2; isTaken(free); counter++) free = `${slug}-${counter}`
  return free
}

/** `Ines Valdez` → `IV`; at most three letters. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.map((word) => [...word][0] ?? '')
  return (letters.length > 3 ? [letters[0], letters.at(-1)] : letters).join('').toUpperCase()
}

type NewCourse = {
  courseCode: string
  title: string
  sentence: string
  deliveryType: DeliveryType
  teacherSlug: string
  page: string
}

/** The live lesson that a new live course begins with. */
const FIRST_SESSION = 'live-session'
const AT_ONCE = { rule: 'at-once', at: null, days: null, session: null } as const

/** All units of a course that somebody has just named. */
export function createFirstUnits(course: NewCourse): UnitBodies {
  const isLive = course.deliveryType === 'live'
  const outline: CourseDocument['outline'] = {
    modules: isLive
      ? [
          {
            key: 'sessions',
            title: 'Sessions',
            release: AT_ONCE,
            lessons: [
              {
                key: FIRST_SESSION,
                title: 'Live session',
                kind: 'live',
                minutes: 60,
                required: true,
                preview: false,
                release: AT_ONCE,
                needs: [],
              },
            ],
          },
        ]
      : [{ key: 'module-1', title: 'Module 1', release: AT_ONCE, lessons: [] }],
    proSessions: [],
  }
  return {
    about: createAbout(course),
    outline,
    page: { hiddenParts: [], trailer: null, studentWork: null } satisfies CourseDocument['page'],
    addresses: { pages: [course.page], markets: [] } satisfies CourseDocument['addresses'],
    rules: {
      accessDays: 365,
      completion: { lessonsPercent: 100, sessionsPercent: 75 },
      recordingCounts: true,
      certificate: { mode: isLive ? 'off' : 'on-completion', text: '', signature: '', hours: null },
    } satisfies CourseDocument['rules'],
    ...(isLive && { [`lesson:${FIRST_SESSION}`]: { summary: '', content: {}, media: null, files: [] } }),
  }
}

function createAbout({ courseCode, title, sentence, deliveryType, teacherSlug }: NewCourse): DraftAbout {
  const seed = [...courseCode].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 7)
  const pick = (names: string[]) => names[seed % names.length]!
  return {
    kind: deliveryType === 'live' ? 'workshop' : 'course',
    listed: true,
    creators: [teacherSlug],
    title,
    ...mapTexts(() => ''),
    subtitle: sentence,
    level: null,
    studentCount: 0,
    priceSubtext: '',
    discountText: '',
    curriculumFile: null,
    compareWith: [],
    benefits: [],
    requirements: [],
    facts: [],
    questions: [],
    cover: null,
    sharePhoto: null,
    images: { hue: pick(Object.keys(HUES)), motif: pick(Object.keys(MOTIFS)), seed: courseCode, focal: 50 },
  }
}
