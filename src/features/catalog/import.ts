/** Makes the database's catalogue what a folder of content files says: all of it, or nothing. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CatalogueRows } from './catalogue-rows.ts'
import { type Content, readContent } from './content.ts'
import { type Change, differences, type Kind } from './differences.ts'
import { plannedRows } from './planned.ts'
import {
  freePages,
  lockCatalogue,
  putCohort,
  putCourse,
  putCreators,
  putOffers,
  putPromoCode,
  putRefundTerms,
  removers,
  storedRows,
  unlessReferredTo,
} from './queries/import.ts'

export type Imported = {
  changes: Change[]
  kept: { kind: Kind; code: string }[]
  /** Cohorts that are cancelled and that the files would open again. They stay cancelled. */
  stayCancelled: string[]
}

/** For the way back out of a transaction that was only tried, or that met what cannot be. */
class TakenBack extends Error {}

/**
 * Refused with every fault as `reason`, one a line, by file, line and column. What the files do not name stays,
 * unless `removes`; a trial (`isTrial`) does it all and takes it back.
 *
 * @param today from which the files count their days
 */
export async function importContent(
  { db }: Pick<Deps, 'db'>,
  folder: string,
  today: Date,
  { isTrial = false, removes = false } = {},
): Promise<Outcome<Imported>> {
  const content = await readContent(folder, today)
  if (!content.ok) return content
  const wanted = plannedRows(content.value, today)
  const imported: Imported = { changes: [], kept: [], stayCancelled: [] }
  const faults: string[] = []
  try {
    await db.transaction().execute(async (tx) => {
      await lockCatalogue(tx)
      const stored = await storedRows(tx)
      const { planned, stayCancelled } = keepCancelled(stored, wanted)
      Object.assign(imported, differences(stored, planned, removes), { stayCancelled })
      faults.push(...takenPages(stored, imported, content.value))
      if (faults.length === 0) faults.push(...(await carryOut(tx, imported.changes, stored, planned, content.value)))
      if (isTrial || faults.length > 0) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return faults.length > 0 ? refused('FIELD_INVALID', { reason: faults.join('\n') }) : accepted(imported)
}

/** Files may be older than a cancellation: a cancelled cohort stays cancelled, whatever they say. */
function keepCancelled(
  stored: CatalogueRows,
  wanted: CatalogueRows,
): { planned: CatalogueRows; stayCancelled: string[] } {
  const cancelled = new Set(
    stored.cohorts.filter(({ state }) => state === 'cancelled').map((cohort) => cohort.course_code),
  )
  const reopened = wanted.cohorts.filter((cohort) => cohort.state !== 'cancelled' && cancelled.has(cohort.course_code))
  const cohorts = wanted.cohorts.map((cohort) =>
    reopened.includes(cohort) ? { ...cohort, state: 'cancelled' as const } : cohort,
  )
  return { planned: { ...wanted, cohorts: cohorts }, stayCancelled: reopened.map((cohort) => cohort.course_code) }
}

/** Answers what cannot be. What goes, goes first, so that its codes and addresses are free. */
async function carryOut(
  tx: Tx,
  changes: Change[],
  stored: CatalogueRows,
  planned: CatalogueRows,
  content: Content,
): Promise<string[]> {
  const codes = (kind: Kind, ...hows: Change['how'][]) =>
    new Set(changes.filter((one) => one.kind === kind && hows.includes(one.how)).map((one) => one.code))
  const put = (kind: Kind) => codes(kind, 'new', 'changed')
  const faults: string[] = []
  const wasCancelled = new Set(
    stored.cohorts.filter(({ state }) => state === 'cancelled').map((cohort) => cohort.course_code),
  )

  await freePages(tx, [...codes('courses', 'changed', 'removed')])
  const gone = goneBefore(stored, codes('courses', 'removed'), codes('cohorts', 'removed'), codes('offers', 'removed'))
  for (const kind of ['offers', 'cohorts', 'courses'] as const) faults.push(...(await remove(tx, kind, gone[kind])))
  await putRefundTerms(
    tx,
    planned.refundTerms.filter((row) => put('refundTerms').has(row.delivery_type)),
  )
  await putCreators(
    tx,
    planned.creators.filter((row) => put('creators').has(row.slug)),
  )
  for (const row of planned.promoCodes.filter((one) => put('promoCodes').has(one.code))) {
    const uses = await putPromoCode(tx, row)
    if (uses !== null) faults.push(`promo code ${row.code}: it was used ${uses} times, more than \`useLimit\` says`)
  }
  for (const row of planned.courses.filter((one) => put('courses').has(one.prefix_code))) await putCourse(tx, row)
  for (const row of planned.cohorts.filter((one) => put('cohorts').has(one.course_code))) {
    const isCancelling = row.state === 'cancelled' && !wasCancelled.has(row.course_code)
    const taken = await putCohort(tx, row, isCancelling)
    if (taken === null) continue
    faults.push(
      isCancelling
        ? faultAtCohort(content, row.course_code, 'state', `${seatsTaken(taken)}. ${CANCEL_IN_ADMIN}`)
        : faultAtCohort(content, row.course_code, 'seats', `${taken} seats are taken: there cannot be fewer`),
    )
  }
  await putOffers(
    tx,
    planned.offers.filter((row) => put('offers').has(row.offer_code)),
  )
  for (const kind of ['creators', 'promoCodes'] as const)
    faults.push(...(await remove(tx, kind, codes(kind, 'removed'))))
  return faults
}

const CANCEL_IN_ADMIN = 'Cancel these dates on the admin’s orders page: the buyers get their money back and an e-mail'
const seatsTaken = (taken: number) => (taken === 1 ? '1 seat is taken' : `${taken} seats are taken`)

/** A course takes its cohorts along, and a cohort its offers: each is told once, as the whole that it belongs to. */
function goneBefore(
  { cohorts, offers }: CatalogueRows,
  goneCourses: ReadonlySet<string>,
  goneCohorts: ReadonlySet<string>,
  goneOffers: ReadonlySet<string>,
) {
  const own = cohorts.filter((cohort) => goneCohorts.has(cohort.course_code) && !goneCourses.has(cohort.prefix_code))
  const alone = offers.filter((offer) => goneOffers.has(offer.offer_code) && !goneCohorts.has(offer.course_code))
  return {
    courses: goneCourses,
    cohorts: new Set(own.map((cohort) => cohort.course_code)),
    offers: new Set(alone.map((offer) => offer.offer_code)),
  }
}

const REFERRING: Readonly<Record<string, string>> = {
  orders: 'there are orders for it',
  enrolment: 'people are enrolled in it',
  cohort_cancellation: 'an admin cancelled it',
  seat_hold: 'somebody is paying for a seat in it',
  waitlist_entry: 'people wait for a seat in it',
  interest: 'people asked to hear about it',
  course_creator: 'they teach a course that stays',
}
const INSTEAD = {
  courses: 'Keep its file, and close it for good with `withdrawnAt`.',
  cohorts: 'Keep it, with `state: cancelled`.',
  offers: 'Keep it, with `expiresAt` in the past.',
  creators: 'Keep them.',
  promoCodes: 'Keep it, with `endsAt` in the past.',
}
const CALLED = { courses: 'course', cohorts: 'cohort', offers: 'offer', creators: 'creator', promoCodes: 'promo code' }

async function remove(tx: Tx, kind: keyof typeof removers, codes: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = []
  for (const code of codes) {
    const table = await unlessReferredTo(tx, () => removers[kind](tx, code))
    if (table === null) continue
    const why = REFERRING[table] ?? `\`${table}\` refers to it`
    faults.push(`${CALLED[kind]} ${code} cannot be removed: ${why}. ${INSTEAD[kind]}`)
  }
  return faults
}

/** Addresses that belong to a course which the files do not know. */
function takenPages(stored: CatalogueRows, { kept }: Imported, content: Content): string[] {
  const staying = stored.courses.filter((course) =>
    kept.some(({ kind, code }) => kind === 'courses' && code === course.prefix_code),
  )
  return content.courses.flatMap(({ file }) =>
    file.pages.flatMap((page, index) => {
      const owner = staying.find((course) => course.pages.includes(page))
      return owner ? content.told(file.code, ['pages', index], `\`${page}\` is a page of ${owner.prefix_code}`) : []
    }),
  )
}

function faultAtCohort(content: Content, courseCode: string, field: 'seats' | 'state', message: string): string {
  const { file, index } = content.courses
    .flatMap(({ file, cohorts }) => cohorts.map((cohort, index) => ({ file, index, code: cohort.courseCode })))
    .find((cohort) => cohort.code === courseCode)!
  return content.told(file.code, ['cohorts', index, field], message)
}
