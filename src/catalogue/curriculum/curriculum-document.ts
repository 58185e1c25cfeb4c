/** The curriculum of a course as a PDF document, in the zone of its reader. docs/contract §25. */

import { formatSessionHours, formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import type { CurriculumFacts } from '#catalogue/catalog/curriculum-facts.ts'
import { coverArt } from '#design/cover-art.ts'
import { getPosterDesign } from '#design/poster-design.ts'
import { SITE_ART } from '#design/site-art.ts'
import { courseColours } from '#design/tokens.ts'
import { getZoneCity, isSameZone } from '#domain/dates/zone-name.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import { toPrintable } from '#platform/pictures/glyphs.ts'
import { createQrCode } from '#platform/pictures/qr-code.ts'

type Part = PdfDocument['parts'][number]
export type CurriculumReader = {
  /** Null: the zone of the class. */
  timezoneId: string | null
  /** Such as `USD 399.00 (about PHP 23,300)`. */
  price: string | null
  /** The address of the site. */
  publicUrl: string
  at: Date
}

const DEFAULT_DESIGN = SITE_ART['print-3']!
/** The upper part of the poster, which is 1200 × 750. */
const BANNER = { width: 1200, height: 460 } as const

export function createCurriculumDocument(course: CurriculumFacts, reader: CurriculumReader): PdfDocument {
  const facts = createPrintedFacts(course)
  const { title, requirements, curriculum, proSessions } = facts
  const url = new URL(facts.url, reader.publicUrl).href
  return {
    heading: null,
    title: `${title}: curriculum`,
    author: facts.teachers.join(', '),
    at: reader.at,
    parts: [
      createCover(facts),
      createOverview(facts, reader),
      ...(curriculum.length > 0 ? [{ is: 'heading', text: 'Curriculum' } as const, createOutline(facts)] : []),
      ...createSessions(facts, reader),
      ...(proSessions.length > 0
        ? [
            { is: 'heading', text: 'Pro sessions' } as const,
            {
              is: 'outline',
              groups: [
                {
                  title: 'Included in the course',
                  items: proSessions.map((item) => ({ title: item.title, note: item.summary, aside: '' })),
                },
              ],
            } as const,
          ]
        : []),
      ...(requirements.length > 0
        ? [{ is: 'heading', text: 'What to bring' } as const, { is: 'note', text: requirements.join('\n') } as const]
        : []),
      {
        is: 'link',
        title: 'See the course and enrol',
        text: 'Dates, places and prices change. The page of the course shows the current ones.',
        url,
        code: createQrCode(url),
      },
    ],
  }
}

/** The fonts of PDFs draw few scripts. A title in another one gets a plainer title, and other such texts are left out. */
function createPrintedFacts(facts: CurriculumFacts): CurriculumFacts {
  const listPrinted = (texts: readonly string[]) => texts.map((text) => toPrintable(text, '')).filter(Boolean)
  const printItems = (items: CurriculumFacts['proSessions'], noun: string | null) =>
    items.map((item, index) => ({
      ...item,
      title: toPrintable(item.title, `${noun ?? ITEMS[item.kind]} ${index + 1}`),
      summary: toPrintable(item.summary, ''),
    }))
  return {
    ...facts,
    title: toPrintable(facts.title, `Course ${facts.courseCode}`),
    promise: toPrintable(facts.promise, ''),
    teachers: listPrinted(facts.teachers),
    duration: toPrintable(facts.duration, ''),
    requirements: listPrinted(facts.requirements),
    curriculum: facts.curriculum.map(({ title, items }, index) => ({
      title: toPrintable(title, `Module ${index + 1}`),
      items: printItems(items, null),
    })),
    proSessions: printItems(facts.proSessions, 'Pro session'),
    sessions: facts.sessions.map((session, index) => ({
      ...session,
      title: toPrintable(session.title, `Session ${index + 1}`),
    })),
  }
}

const ITEMS = { live: 'Live session', lesson: 'Lesson' } as const

function createCover(facts: CurriculumFacts): Part {
  const { images, kind, teachers, title, promise } = facts
  const design = getPosterDesign(images) ?? DEFAULT_DESIGN
  const art = coverArt(design.seed, design)
  const top = (750 - BANNER.height) / 2
  return {
    is: 'cover',
    picture: {
      ...BANNER,
      element: `<svg x="0" y="0" width="${BANNER.width}" height="${BANNER.height}" viewBox="0 ${top} ${BANNER.width} ${BANNER.height}">${art.slice(art.indexOf('>') + 1)}`,
    },
    label: [KINDS[kind], teachers.length > 0 ? `with ${joinNames(teachers)}` : ''].filter(Boolean).join(' '),
    title,
    lead: promise,
    colour: courseColours(design.hue).light.strong,
  }
}

const KINDS: Readonly<Record<CurriculumFacts['kind'], string>> = {
  course: 'A course',
  workshop: 'A workshop',
  masterclass: 'A masterclass',
}

const joinNames = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')

function createOverview({ cohort, deliveryType, duration }: CurriculumFacts, reader: CurriculumReader): Part {
  const start = cohort?.startsAt ? formatSessionStart(new Date(cohort.startsAt), getZone(cohort, reader)) : null
  const isOpen = deliveryType === 'on-demand' && cohort
  return {
    is: 'facts',
    columns: [
      { label: 'Starts', lines: [start ?? (isOpen ? 'Whenever you like' : 'Dates to be announced')] },
      ...(duration ? [{ label: 'Length', lines: [duration] }] : []),
      ...(reader.price ? [{ label: 'Price of one seat', lines: [reader.price] }] : []),
    ],
  }
}

const getZone = (cohort: { timezoneId: string }, { timezoneId }: CurriculumReader): string =>
  timezoneId ?? cohort.timezoneId

function createOutline({ curriculum }: CurriculumFacts): Part {
  return {
    is: 'outline',
    groups: curriculum.map(({ title, items }) => ({
      title,
      items: items.map((item) => ({
        title: item.title,
        note: item.summary,
        aside: `${ITEMS[item.kind]}${item.minutes > 0 ? `, ${item.minutes} min` : ''}`,
      })),
    })),
  }
}

/** A column for the reader, and one for the zone of the class where it differs. */
function createSessions({ cohort, sessions }: CurriculumFacts, reader: CurriculumReader): Part[] {
  if (!cohort || sessions.length === 0) return []
  const readerZone = getZone(cohort, reader)
  const zones = isSameZone(readerZone, cohort.timezoneId) ? [readerZone] : [readerZone, cohort.timezoneId]
  const width = zones.length === 1 ? 0.5 : 0.375
  return [
    { is: 'heading', text: 'Live sessions' },
    {
      is: 'table',
      columns: [
        { label: 'Session', width: 1 - zones.length * width },
        ...zones.map((zone, index) => ({
          label: index === 0 ? `Time in ${getZoneCity(zone)}` : `Time of the class, in ${getZoneCity(zone)}`,
          width,
        })),
      ],
      rows: sessions.map(({ title, startsAt, endsAt }) => [
        title,
        ...zones.map((zone) => formatSessionHours(new Date(startsAt), new Date(endsAt), zone)),
      ]),
    },
  ]
}
