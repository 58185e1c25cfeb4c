/** Writes the catalogue as content files. The same catalogue always gives the same text, in reading order. */
import { isDeepStrictEqual } from 'node:util'
import type { StoredAsset } from '#media/queries/assets.ts'
import { writeYaml, type YamlLayout } from '#platform/yaml-file.ts'
import type { CatalogueRows, CohortRow, CourseRow, PromoCodeRow } from '../catalogue-rows.ts'
import { pickTexts } from '../wire/course-texts.ts'
import {
  createCohortFields,
  createEndFields,
  createPriceFields,
  createRecordingFields,
  formatAmount,
  formatInstant,
  type OfferRow,
} from './cohort-fields.ts'
import type { FileFields } from './content-fields.ts'
import { createExportFolder, type ExportedTrack, type ExportFolder, type FindAsset } from './export-folder.ts'
import { createCurriculumFields, createProSessionFields, createRuleFields } from './lesson-fields.ts'
import { createCohortCode } from './plan-cohorts.ts'

/** The texts and media of each file by its path below the folder. */
export type CatalogueFiles = {
  texts: Map<string, string>
  assets: Map<string, StoredAsset>
  /** The paths of pictures in texts. They are written even without media. */
  images: Set<string>
  tracks: Map<string, ExportedTrack>
}

/** @param relativeTo the day from which dates are counted; null for absolute dates */
export function createCatalogueFiles(
  rows: CatalogueRows,
  relativeTo: Date | null,
  findAsset: FindAsset,
): CatalogueFiles {
  const getNote = (delivery: string) => rows.refundTerms.find((row) => row.delivery_type === delivery)?.note
  const creators = rows.creators.map(({ slug, name, initials, quote, biography, links }) => ({
    slug,
    name,
    initials,
    quote: quote ?? undefined,
    biography: undefinedWhenEmpty(biography),
    links: undefinedWhenEmpty(links),
  }))
  const files: CatalogueFiles = {
    texts: new Map([
      ['creators.yaml', fileText(creators)],
      ['refund-terms.yaml', fileText({ live: getNote('live'), 'on-demand': getNote('on-demand') })],
      ['promo-codes.yaml', fileText(rows.promoCodes.map((row) => createPromoCodeFields(row, relativeTo)))],
    ]),
    assets: new Map(),
    images: new Set(),
    tracks: new Map(),
  }
  for (const course of rows.courses) {
    const path = `courses/${course.course_code.toLowerCase()}`
    const items = [...course.curriculum.flatMap((module) => module.items), ...course.proSessions]
    const folder = createExportFolder(
      course.course_code,
      items.map(({ id }) => id),
      findAsset,
    )
    files.texts.set(`${path}.yaml`, fileText(createCourseFields(course, rows, relativeTo, folder)))
    for (const [name, text] of folder.texts) files.texts.set(`${path}/${name}`, text)
    for (const [name, asset] of folder.assets) files.assets.set(`${path}/${name}`, asset)
    for (const name of folder.images) files.images.add(`${path}/${name}`)
    for (const [name, track] of folder.tracks) files.tracks.set(`${path}/${name}`, track)
  }
  return files
}

function createCourseFields(
  course: CourseRow,
  rows: CatalogueRows,
  relativeTo: Date | null,
  folder: ExportFolder,
): FileFields {
  const { definition } = course
  const { images } = definition
  const cohorts = rows.cohorts.filter((cohort) => cohort.course_code === course.course_code)
  const listOffers = (cohort: CohortRow) => rows.offers.filter((offer) => offer.cohort_code === cohort.cohort_code)
  const price = cohorts[0] && listOffers(cohorts[0])[0]
  return {
    code: course.course_code,
    position: course.position,
    kind: course.kind,
    delivery: course.delivery_type,
    listed: course.listed ? undefined : false,
    withdrawnAt: formatInstant(course.withdrawn_at),
    creators: course.creators,
    pages: course.pages,
    compareWith: undefinedWhenEmpty(definition.compareWith),
    title: course.title,
    ...createTextFields(definition),
    level: definition.level ?? undefined,
    studentCount: definition.studentCount,
    price: {
      currency: price?.currency,
      ...(price && createPriceFields(price, relativeTo)),
      subtext: definition.priceSubtext || undefined,
      discountText: definition.discountText || undefined,
    },
    refunds: course.refund_policy,
    groupDiscount: course.has_group_discount ? undefined : false,
    images: { hue: images.hue, motif: images.motif, seed: images.seed, focal: images.focal },
    cover: createPhotoFields(definition.cover, 'cover', folder),
    sharePhoto: createPhotoFields(definition.sharePhoto, 'share', folder),
    trailer: createTrailerFields(course, folder),
    curriculumFile: createCurriculumFileFields(definition, folder),
    facts: undefinedWhenEmpty(definition.facts.map(({ label, value }) => ({ label, value }))),
    benefits: undefinedWhenEmpty(definition.benefits),
    requirements: undefinedWhenEmpty(definition.requirements),
    curriculum: createCurriculumFields(course, folder),
    proSessions: undefinedWhenEmpty(createProSessionFields(course)),
    ...createRuleFields(course),
    questions: undefinedWhenEmpty(definition.questions.map(({ question, answer }) => ({ question, answer }))),
    studentWork: createStudentWorkFields(definition, folder),
    hiddenParts: undefinedWhenEmpty(definition.hiddenParts),
    markets: createMarketFields(definition),
    cohorts: createCohortFieldsList(course, cohorts, relativeTo, folder).map((form, index) => ({
      ...form,
      offers: price && createOfferFieldsList(listOffers(cohorts[index]!), price, relativeTo),
    })),
  }
}

/** Without those that are empty. */
function createTextFields(texts: CourseRow['definition']): FileFields {
  return Object.fromEntries(Object.entries(pickTexts(texts)).filter(([, text]) => text !== ''))
}

function createTrailerFields({ definition, trailerTracks, curriculum }: CourseRow, folder: ExportFolder) {
  const { trailer } = definition
  if (trailer === null) return undefined
  const lesson = curriculum.flatMap(({ items }) => items).find(({ media }) => media?.sha256 === trailer)
  return folder.addMedia(lesson?.id ?? folder.trailerBase, { sha256: trailer, tracks: trailerTracks })
}

function createCurriculumFileFields({ curriculumFile }: CourseRow['definition'], folder: ExportFolder) {
  return curriculumFile === null ? undefined : folder.addFile('curriculum', { sha256: curriculumFile })
}

function createPhotoFields(
  photo: CourseRow['definition']['cover'] | undefined,
  key: string,
  folder: ExportFolder,
): FileFields | undefined {
  if (!photo) return undefined
  const { sha256, alt, focalX, focalY } = photo
  return { ...folder.addFile(key, { sha256 }), alt: alt || undefined, focalX, focalY }
}

function createStudentWorkFields({ studentWork }: CourseRow['definition'], folder: ExportFolder) {
  if (!studentWork) return undefined
  const { note, works, stories } = studentWork
  return {
    note: note || undefined,
    works: undefinedWhenEmpty(
      works.map(({ title, by, length, hue, motif, seed, photo }, index) => ({
        title,
        by,
        length: length ?? undefined,
        hue,
        motif,
        seed,
        photo: createPhotoFields(photo, `work-${index + 1}`, folder),
      })),
    ),
    stories: undefinedWhenEmpty(stories.map(({ quote, name, about }) => ({ quote, name, about }))),
  }
}

function createMarketFields({ markets }: CourseRow['definition']) {
  return undefinedWhenEmpty(
    markets.map(({ country, sectionTitle, promise, testimonials }) => ({
      country,
      sectionTitle: sectionTitle ?? undefined,
      promise: promise ?? undefined,
      testimonials: undefinedWhenEmpty(testimonials.map(({ quote, name, location }) => ({ quote, name, location }))),
    })),
  )
}

/** Omits a code that the import would generate anyway. */
function createCohortFieldsList(
  course: CourseRow,
  cohorts: CohortRow[],
  relativeTo: Date | null,
  folder: ExportFolder,
): FileFields[] {
  if (course.delivery_type === 'on-demand')
    return cohorts.map((cohort) => createCohortFields(course, cohort, undefined, relativeTo))
  const cohortFields = cohorts.map(
    (cohort): FileFields => ({
      ...createCohortFields(course, cohort, cohort.cohort_code, relativeTo),
      recordings: createRecordingFields(cohort, folder),
    }),
  )
  if (!relativeTo) return cohortFields
  const months = new Map<string, number>()
  return cohortFields.map((form, index) => {
    const cohort = cohorts[index]!
    if (form.startsInDays === undefined) return form
    const month = `${course.course_code}-${cohort.sessions[0]?.local_start.slice(0, 7)}`
    const before = months.get(month) ?? 0
    if (cohort.cohort_code !== createCohortCode(month, before)) return form
    months.set(month, before + 1)
    return { ...form, code: undefined }
  })
}

/** Undefined when the cohort has the price of the course. */
function createOfferFieldsList(offers: OfferRow[], price: OfferRow, relativeTo: Date | null): FileFields[] | undefined {
  const defaultOffer = {
    offer_code: offers[0]?.cohort_code,
    cohort_code: offers[0]?.cohort_code,
    position: 0,
    expires_at: null,
    name: '',
  }
  if (offers.length === 1 && isDeepStrictEqual({ ...offers[0] }, { ...price, ...defaultOffer })) return undefined
  return offers.map((offer) => ({
    code: offer.offer_code === offer.cohort_code ? undefined : offer.offer_code,
    name: offer.name || undefined,
    ...createPriceFields(offer, relativeTo),
    ...createEndFields('expires', offer.expires_at, relativeTo),
  }))
}

function createPromoCodeFields(row: PromoCodeRow, relativeTo: Date | null): FileFields {
  return {
    code: row.code,
    label: row.label,
    percentOff: row.percent_off ?? undefined,
    amountOff: row.amount_off_minor === null ? undefined : formatAmount(row.amount_off_minor, row.currency),
    currency: row.currency === 'USD' ? undefined : row.currency,
    minSeats: row.min_seats === 1 ? undefined : row.min_seats,
    courses: row.scope === 'courses' ? row.codes : undefined,
    offers: row.scope === 'offers' ? row.codes : undefined,
    startsAt: formatInstant(row.starts_at),
    ...createEndFields('ends', row.expires_at, relativeTo),
    useLimit: row.use_limit ?? undefined,
    perPerson: row.per_person ?? undefined,
    note: row.note || undefined,
  }
}

function undefinedWhenEmpty<Entry>(list: Entry[]): Entry[] | undefined {
  return list.length > 0 ? list : undefined
}

const INLINE =
  /^(creators|pages|compareWith|images|cover|sharePhoto|studentWork\.works\.photo|curriculumFile|facts\.\*|price\.discount|cohorts\.(on|pro\.[^.]+|sessions\.\*|offers\.\*|offers\.discount)|access|completion|curriculum\.release|(curriculum\.items|proSessions)\.(release|needs|files\.\*)|((.+\.)?media|trailer)\.(captions|subtitles|chapters))$/
const SEPARATED =
  /^(\*|title|price|images|trailer|facts|benefits|requirements|curriculum|proSessions|access|certificate|questions|studentWork|markets|cohorts)$/
const LAYOUT: YamlLayout = { isInline: (path) => INLINE.test(path), hasEmptyLineBefore: (path) => SEPARATED.test(path) }

function fileText(value: unknown): string {
  return writeYaml(JSON.parse(JSON.stringify(value)), LAYOUT)
}
