/** The catalogue as its files: one text for one catalogue, in the order in which people read them. */
import { isDeepStrictEqual } from 'node:util'
import { writeYaml, type YamlLayout } from '#platform/yaml-file.ts'
import type { CatalogueRows, CohortRow, CourseRow, PromoRow } from './catalogue-rows.ts'
import { amountForm, cohortForm, endForm, type Form, momentForm, type OfferRow, priceForm } from './cohort-form.ts'
import { cohortCode } from './plan-cohorts.ts'

/** Path below the folder → text. @param relativeTo the day from which days are counted; null: dates are told as they are */
export function catalogueFiles(rows: CatalogueRows, relativeTo: Date | null): Map<string, string> {
  const termsOf = (delivery: string) =>
    rows.refundTerms.find((row) => row.delivery_type === delivery)?.terms.map(({ until, terms }) => ({ until, terms }))
  const creators = rows.creators.map(({ slug, name, initials, quote, biography }) => ({
    slug,
    name,
    initials,
    quote: quote ?? undefined,
    biography,
  }))
  return new Map([
    ['creators.yaml', fileText(creators)],
    ['refund-terms.yaml', fileText({ live: termsOf('live'), 'on-demand': termsOf('on-demand') })],
    ['promo-codes.yaml', fileText(rows.promoCodes.map((row) => promoForm(row, relativeTo)))],
    ...rows.courses.map((course): [string, string] => [
      `courses/${course.prefix_code.toLowerCase()}.yaml`,
      fileText(courseForm(course, rows, relativeTo)),
    ]),
  ])
}

function courseForm(course: CourseRow, rows: CatalogueRows, relativeTo: Date | null): Form {
  const { definition } = course
  const { images } = definition
  const cohorts = rows.cohorts.filter((cohort) => cohort.prefix_code === course.prefix_code)
  const offersOf = (cohort: CohortRow) => rows.offers.filter((offer) => offer.course_code === cohort.course_code)
  const price = cohorts[0] && offersOf(cohorts[0])[0]
  return {
    code: course.prefix_code,
    position: course.position,
    kind: course.kind,
    delivery: course.delivery_type,
    listed: course.listed ? undefined : false,
    withdrawnAt: momentForm(course.withdrawn_at),
    creators: course.creators,
    pages: course.pages,
    compareWith: orNone(definition.compareWith),
    title: course.title,
    sectionTitle: definition.sectionTitle,
    subtitle: definition.subtitle,
    promise: definition.promise,
    duration: definition.duration,
    classTime: definition.classTime,
    videoTime: definition.videoTime,
    level: definition.level ?? undefined,
    studentCount: definition.studentCount,
    price: {
      currency: price?.currency,
      ...(price && priceForm(price, relativeTo)),
      subtext: definition.priceSubtext,
      discountText: definition.discountText || undefined,
    },
    images: { hue: images.hue, motif: images.motif, seed: images.seed, focal: images.focal },
    facts: definition.facts.map(({ label, value }) => ({ label, value })),
    benefits: definition.benefits,
    bring: orNone(definition.bring),
    curriculum: definition.curriculum.map(({ title, items }) => ({
      title,
      items: items.map((item) => itemForm(course, item)),
    })),
    proSessions: orNone(definition.proSessions.map(({ kind: _kind, ...item }) => itemForm(course, item))),
    questions: definition.questions.map(({ question, answer }) => ({ question, answer })),
    made: definition.made
      ? {
          note: definition.made.note,
          works: definition.made.works.map(({ title, by, length, hue, motif, seed }) => ({
            title,
            by,
            length: length ?? undefined,
            hue,
            motif,
            seed,
          })),
          stories: orNone(definition.made.stories.map(({ quote, name, about }) => ({ quote, name, about }))),
        }
      : undefined,
    markets: orNone(
      definition.markets.map(({ country, sectionTitle, promise, voices }) => ({
        country,
        sectionTitle: sectionTitle ?? undefined,
        promise: promise ?? undefined,
        voices: orNone(voices.map(({ quote, name, place }) => ({ quote, name, place }))),
      })),
    ),
    cohorts: cohortForms(course, cohorts, relativeTo).map((form, index) => ({
      ...form,
      offers: price && offerForms(offersOf(cohorts[index]!), price, relativeTo),
    })),
  }
}

/** A code is told unless it is the one that the file would give it anyway. */
function cohortForms(course: CourseRow, cohorts: CohortRow[], relativeTo: Date | null): Form[] {
  if (course.delivery_type === 'on-demand')
    return cohorts.map((cohort) => cohortForm(course, cohort, undefined, relativeTo))
  const told = cohorts.map((cohort) => cohortForm(course, cohort, cohort.course_code, relativeTo))
  if (!relativeTo) return told
  const months = new Map<string, number>()
  return told.map((form, index) => {
    const cohort = cohorts[index]!
    if (form.startsInDays === undefined) return form
    const month = `${course.prefix_code}-${cohort.sessions[0]?.local_start.slice(0, 7)}`
    const before = months.get(month) ?? 0
    if (cohort.course_code !== cohortCode(month, before)) return form
    months.set(month, before + 1)
    return { ...form, code: undefined }
  })
}

/** Undefined where the cohort costs what the course does. */
function offerForms(offers: OfferRow[], price: OfferRow, relativeTo: Date | null): Form[] | undefined {
  const own = { offer_code: offers[0]?.course_code, course_code: offers[0]?.course_code, position: 0, expires_at: null }
  if (offers.length === 1 && isDeepStrictEqual({ ...offers[0] }, { ...price, ...own })) return undefined
  return offers.map((offer) => ({
    code: offer.offer_code === offer.course_code ? undefined : offer.offer_code,
    ...priceForm(offer, relativeTo),
    ...endForm('expires', offer.expires_at, relativeTo),
  }))
}

type Item = { id: string; title: string; summary: string; minutes: number; kind?: 'live' | 'lesson' }

function itemForm({ delivery_type }: CourseRow, { id, title, summary, minutes, kind }: Item): Form {
  const usual = delivery_type === 'live' ? 'live' : 'lesson'
  return { id, title, summary, minutes, kind: kind === usual ? undefined : kind }
}

function promoForm(row: PromoRow, relativeTo: Date | null): Form {
  return {
    code: row.code,
    label: row.label,
    percentOff: row.percent_off ?? undefined,
    amountOff: row.amount_off_minor === null ? undefined : amountForm(row.amount_off_minor, row.currency),
    currency: row.currency === 'USD' ? undefined : row.currency,
    minSeats: row.min_seats === 1 ? undefined : row.min_seats,
    courses: row.scope === 'courses' ? row.codes : undefined,
    offers: row.scope === 'offers' ? row.codes : undefined,
    startsAt: momentForm(row.starts_at),
    ...endForm('ends', row.expires_at, relativeTo),
    useLimit: row.use_limit ?? undefined,
  }
}

function orNone<Entry>(list: Entry[]): Entry[] | undefined {
  return list.length > 0 ? list : undefined
}

const INLINE =
  /^(creators|pages|compareWith|images|facts\.\*|price\.discount|cohorts\.(on|pro\..+|sessions\.\*|offers\.\*|offers\.discount))$/
const APART = /^(\*|title|price|images|facts|benefits|bring|curriculum|proSessions|questions|made|markets|cohorts)$/
const LAYOUT: YamlLayout = { inline: (path) => INLINE.test(path), apart: (path) => APART.test(path) }

function fileText(value: unknown): string {
  return writeYaml(JSON.parse(JSON.stringify(value)), LAYOUT)
}
