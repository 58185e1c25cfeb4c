/** Loads any number of complete courses in five statements, or six with trailers, and assembles them by code. */
import { getNextCohort } from '#domain/course.ts'
import { POLICY_FIGURES, type RefundFigures } from '#domain/orders/refund-policy.ts'
import type { Db } from '#platform/db/db.ts'
import { type CatalogCohort, type PricedOffer, toCatalogCohort, toPricedOffer } from './cohort-on-sale.ts'
import { deriveTexts } from './derived-texts.ts'
import { readDefinition, type StoredDefinition } from './files/definition.ts'
import { listTrailers, type TrailerFile } from './queries/trailers.ts'
import {
  type CohortScope,
  listCohortSessions,
  listCohorts,
  listCoursesByCodes,
  listCreators,
  listOffers,
} from './queries.ts'

export type LoadedSession = Awaited<ReturnType<typeof listCohortSessions>>[number]

export type LoadedCourse = {
  courseCode: string
  kind: 'course' | 'workshop' | 'masterclass'
  deliveryType: 'live' | 'on-demand'
  title: string
  url: string
  definition: StoredDefinition
  /** The film that the page plays. Null: none, hidden or not ready, or only a card is loaded. */
  trailer: TrailerFile | null
  /** For orders from now on. */
  refund: RefundFigures
  /** Whether people who enrol together pay less. */
  hasGroupDiscount: boolean
  /** What the operator adds to the refund rule. */
  refundNote: string
  creators: Awaited<ReturnType<typeof listCreators>>
  cohorts: CatalogCohort[]
  /** The cohort of the requested cohort code, else the next cohort, or null. */
  chosenCohort: CatalogCohort | null
  /** Sessions of the chosen cohort. */
  sessions: LoadedSession[]
  offers: PricedOffer[]
  enrolments: number
  isWithdrawn: boolean
  /** Null: without an end. */
  accessDays: number | null
  /** To everybody who completes it. */
  givesCertificate: boolean
}

/** Courses with the cohorts that a card can show: not those that are over. */
export async function loadCardCourses(db: Db, codes: readonly string[], now: Date): Promise<Map<string, LoadedCourse>> {
  return assemble(db, codes, await listCoursesByCodes(db, codes), now, { of: 'card', codes, now })
}

/** Courses with all their cohorts. */
export async function loadCourses(db: Db, codes: readonly string[], now: Date): Promise<Map<string, LoadedCourse>> {
  return assemble(db, codes, await listCoursesByCodes(db, codes), now, { of: 'all' })
}

/** One course with the given texts and teachers, such as those of its draft, and its own cohorts. */
export async function loadCourseWithTexts(
  db: Db,
  row: CourseRow,
  creators: readonly Omit<LoadedCourse['creators'][number], 'course_code'>[],
  now: Date,
): Promise<LoadedCourse> {
  const courses = await assemble(db, [row.course_code], [row], now, { of: 'all' })
  const { course_code } = row
  return { ...courses.get(course_code)!, creators: creators.map((creator) => ({ ...creator, course_code })) }
}

export type CourseRow = Awaited<ReturnType<typeof listCoursesByCodes>>[number]

/** `codes` are cohort or course codes. The map is keyed by them, in the requested order. */
async function assemble(
  db: Db,
  codes: readonly string[],
  rows: readonly CourseRow[],
  now: Date,
  scope: CohortScope,
): Promise<Map<string, LoadedCourse>> {
  const prefixes = rows.map((row) => row.course_code)
  const [creators, cohortRows] = await Promise.all([listCreators(db, prefixes), listCohorts(db, prefixes, scope)])
  // Maps by code: a linear search would take quadratic time for ten thousand courses.
  const rowByCode = new Map(rows.map((row) => [row.course_code, row]))
  const catalogCohorts = cohortRows.map((row) =>
    toCatalogCohort({ ...row, withdrawn_at: rowByCode.get(row.course_code)?.withdrawn_at ?? null }),
  )
  const cohortByCode = new Map(catalogCohorts.map((cohort) => [cohort.cohortCode, cohort]))
  const cohortsByPrefix = Map.groupBy(catalogCohorts, (cohort) => cohort.courseCode)
  const choose = (code: string) => cohortByCode.get(code) ?? getNextCohort(cohortsByPrefix.get(code) ?? [], now)
  const chosenByCode = new Map(codes.map((code) => [code, choose(code)]))
  const chosenCohortCodes = [...chosenByCode.values()].flatMap((cohort) => cohort?.cohortCode ?? [])
  const [sessions, offers, trailers] = await Promise.all([
    listCohortSessions(db, chosenCohortCodes),
    listOffers(db, [...cohortByCode.keys()], now),
    listTrailers(db, scope.of === 'all' ? rows.flatMap(listShownTrailers) : []),
  ])

  const creatorsByCourse = Map.groupBy(creators, (creator) => creator.course_code)
  const offersByCourse = Map.groupBy(offers, (offer) => cohortByCode.get(offer.cohort_code)?.courseCode)
  const sessionsByCohort = Map.groupBy(sessions, (session) => session.cohort_code)
  const loaded = new Map<string, LoadedCourse>()
  for (const [code, chosenCohort] of chosenByCode) {
    const row = rowByCode.get(chosenCohort?.courseCode ?? code)
    if (!row) continue
    const sessionsOfChosen = (chosenCohort && sessionsByCohort.get(chosenCohort.cohortCode)) ?? []
    loaded.set(code, {
      courseCode: row.course_code,
      kind: row.kind,
      deliveryType: row.delivery_type,
      title: row.title,
      url: row.path ?? `/c/${row.course_code}`,
      definition: followSessions(
        deriveTexts(readDefinition(row.definition), {
          title: row.title,
          deliveryType: row.delivery_type,
          sessions: sessionsOfChosen.map(({ starts_at: startsAt, ends_at: endsAt }) => ({ startsAt, endsAt })),
          timezoneId: chosenCohort?.timezoneId ?? 'UTC',
          capacity: chosenCohort?.capacity ?? null,
          accessDays: row.access_days,
        }),
        sessionsOfChosen,
      ),
      trailer: trailers.get(row.course_code) ?? null,
      refund: POLICY_FIGURES[row.refund_policy],
      hasGroupDiscount: row.has_group_discount,
      refundNote: row.refund_note ?? '',
      creators: creatorsByCourse.get(row.course_code) ?? [],
      cohorts: cohortsByPrefix.get(row.course_code) ?? [],
      chosenCohort: chosenCohort,
      sessions: sessionsOfChosen,
      offers: (offersByCourse.get(row.course_code) ?? []).map(toPricedOffer),
      enrolments: row.enrolled,
      isWithdrawn: row.withdrawn_at !== null,
      accessDays: row.access_days,
      givesCertificate: row.gives_certificate,
    })
  }
  return loaded
}

/** A withdrawn course advertises nothing. */
function listShownTrailers({ course_code: courseCode, definition, withdrawn_at }: CourseRow) {
  const { trailer: sha256, hiddenParts } = readDefinition(definition)
  return sha256 === null || withdrawn_at !== null || hiddenParts.includes('trailer') ? [] : [{ courseCode, sha256 }]
}

/**
 * The curriculum of the dates that the page shows: a session has its own length, and a live lesson that these dates do not
 * teach, such as one whose session was cancelled, is left out. Without dates it is the course's.
 */
function followSessions(definition: StoredDefinition, sessions: readonly LoadedSession[]): StoredDefinition {
  const byLesson = new Map(sessions.map((session) => [session.lesson_key, session]))
  const withLength = <Item extends { id: string; minutes: number }>(item: Item): Item => {
    const session = byLesson.get(item.id)
    return session ? { ...item, minutes: getMinutes(session) } : item
  }
  const proSessions = definition.proSessions.map(withLength)
  const isTaught = ({ id, kind }: { id: string; kind: string }) => kind !== 'live' || byLesson.has(id)
  const hasSeries = definition.curriculum.some(({ items }) => items.some(({ id }) => byLesson.has(id)))
  if (!hasSeries) return { ...definition, proSessions }
  const curriculum = definition.curriculum
    .map((group) => ({ ...group, items: group.items.filter(isTaught).map(withLength) }))
    .filter(({ items }) => items.length > 0)
  return { ...definition, curriculum, proSessions }
}

const getMinutes = ({ starts_at, ends_at }: LoadedSession) =>
  Math.max(1, Math.round((ends_at.getTime() - starts_at.getTime()) / 60_000))
