/** The courses of the studio with what their cards say: seats, state, money kept. docs/contract §21 and §46. */
import { takesPayments } from '#catalogue/catalog/awaits-payments.ts'
import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { toCatalogCohort } from '#catalogue/catalog/cohort-on-sale.ts'
import { listCohorts } from '#catalogue/catalog/queries.ts'
import { loadDraftState } from '#catalogue/drafts/load-draft.ts'
import { getCohortStatus, getCourseState } from '#domain/course.ts'
import { money, toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { type CourseSums, getUsualCurrency, sumMoneyByCourse } from '#screens/admin/queries/money.ts'
import { listTaughtCourses } from './taught-courses.ts'
import type { StudioCard, StudioCourse } from './wire.ts'

/** Each draft costs some ten statements. */
const DRAFTS_READ = 6

type CohortRow = Awaited<ReturnType<typeof listCohorts>>[number]
/** The money of this month, by course code. */
type KeptMoney = { currency: string; since: Date; sums: readonly CourseSums[] }

/** With the same number of statements for any number of courses, apart from the first drafts. */
export async function listStudioCards(deps: Deps, person: ActingPerson): Promise<StudioCard[]> {
  return (await loadStudioCards(deps, person)).cards
}

export async function loadStudioCards(
  deps: Deps,
  person: ActingPerson,
): Promise<{ cards: StudioCard[]; kept: KeptMoney }> {
  const now = deps.clock()
  const courses = await listTaughtCourses(deps, person)
  const codes = courses.map(({ coursePrefixCode }) => coursePrefixCode)
  const [cohorts, kept, missing, awaiting] = await Promise.all([
    listCohorts(deps.db, codes, { of: 'card', codes: [], now }),
    loadKeptMoney(deps, courses.some(maySeeMoney)),
    countMissing(deps, courses),
    listAwaiting(deps, codes),
  ])
  const byCourse = Map.groupBy(cohorts, (row) => row.course_code)
  const cards = courses.map((course) => ({
    ...course,
    ...describeSale(course, byCourse.get(course.coursePrefixCode) ?? [], now),
    ...(awaiting.has(course.coursePrefixCode) && { sale: 'awaits-payments' as const }),
    kept: maySeeMoney(course) ? toKept(kept, [course.coursePrefixCode]) : null,
    missingCount: missing.get(course.coursePrefixCode) ?? null,
  }))
  return { cards, kept }
}

/** The courses that could be bought if the site took payments. */
async function listAwaiting(deps: Deps, codes: readonly string[]): Promise<Set<string>> {
  const cards = takesPayments(deps) ? [] : await listCourseCards(deps, { codes })
  return new Set(cards.filter(({ state }) => state.awaitsPayments).map(({ coursePrefixCode }) => coursePrefixCode))
}

export const maySeeMoney = ({ actions }: Pick<StudioCourse, 'actions'>): boolean => actions.includes('learner.money')

/** Charged minus refunded minus disputed, of all the courses. */
export function toKept({ currency, sums }: KeptMoney, courseCodes: readonly string[]) {
  const own = sums.filter(({ course_code }) => course_code !== null && courseCodes.includes(course_code))
  const minor = own.reduce((sum, row) => sum + row.charged_minor - row.refunded_minor - row.disputed_minor, 0)
  return toWire(money(minor, currency))
}

async function loadKeptMoney({ db, clock }: Deps, isWanted: boolean): Promise<KeptMoney> {
  const now = clock()
  const startOfMonth = (after: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + after, 1))
  const since = startOfMonth(0)
  const currency = await getUsualCurrency(db)
  const sums = isWanted ? await sumMoneyByCourse(db, { start: since, end: startOfMonth(1), currency }) : []
  return { currency, since, sums }
}

async function countMissing({ db, clock }: Deps, courses: readonly StudioCourse[]): Promise<Map<string, number>> {
  const mayPublish = ({ actions }: StudioCourse) => actions.includes('course.publish')
  const drafts = courses
    .filter(({ state }) => state === 'draft')
    .sort((one, other) => Number(mayPublish(other)) - Number(mayPublish(one)))
    .slice(0, DRAFTS_READ)
  const counts = new Map<string, number>()
  for (const { coursePrefixCode } of drafts) {
    const draft = await loadDraftState(db, coursePrefixCode, clock())
    if (draft) counts.set(coursePrefixCode, draft.needs.filter(({ isDone }) => !isDone).length)
  }
  return counts
}

function describeSale(
  { state, deliveryType }: StudioCourse,
  rows: readonly CohortRow[],
  now: Date,
): Pick<StudioCard, 'sale' | 'seats'> {
  const cohorts = rows.map((row) => toCatalogCohort({ ...row, withdrawn_at: null }))
  const current = cohorts.filter((cohort) => getCohortStatus(cohort, now) !== 'ended')
  const hasNoLimit = current.some(({ capacity }) => capacity === null)
  return {
    sale: state === 'published' ? getCourseState(cohorts, deliveryType, now).code : null,
    seats:
      current.length === 0
        ? null
        : {
            taken: sum(current.map(({ taken }) => taken)),
            capacity: hasNoLimit ? null : sum(current.map(({ capacity }) => capacity ?? 0)),
          },
  }
}

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0)
