/** Changes the seats, the dates and the price of a cohort. They count at once. docs/contract §36. */
import { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import {
  findCourseOfCohort,
  insertOffer,
  isCohortWanted,
  lockCohort,
  lockFirstOffer,
  updateCohort,
  updateOfferPrice,
} from '#catalogue/catalog/queries/edit-cohort.ts'
import { ensureLiveLessons } from '#catalogue/catalog/queries/outline.ts'
import { putSessionTimes } from '#catalogue/catalog/queries/put-sessions.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import { SITE_CURRENCY } from '#domain/money/currency.ts'
import { fromDecimal } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { toInstant } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import type { DraftOutline, DraftOutlineLesson } from './lesson-drafts.ts'
import { loadDraftState } from './load-draft.ts'
import type { CohortChange } from './wire.ts'

type LockedCohort = NonNullable<Awaited<ReturnType<typeof lockCohort>>>
type Lesson = DraftOutlineLesson

/** The stated length of a live lesson whose length nobody typed. */
const DEFAULT_MINUTES = 60

/** All of the change, or nothing. Refuses a foreign cohort like a missing one. */
export async function changeCohort(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, change }: { cohortCode: string; change: CohortChange },
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const courseCode = await findCourseOfCohort(tx, cohortCode)
    if (courseCode === null) return refused('COHORT_NOT_FOUND')
    const permitted = await requireCohortPermissions(tx, person, courseCode, change)
    if (!permitted.ok) return permitted
    // In this order everywhere: course, lessons, cohort, offer.
    await lockCourse(tx, courseCode)
    const now = deps.clock()
    const lessons = change.dates ? await ensureLessons(tx, courseCode, now) : []
    const cohort = await lockCohort(tx, cohortCode)
    if (!cohort) return refused('COHORT_NOT_FOUND')
    if (cohort.state === 'cancelled') return refused('COHORT_CANCELLED')
    const steps = [
      () => changeSeats(tx, cohort, change),
      () => changeDates(tx, cohort, change, lessons, now),
      () => changePrice(tx, cohort, change),
    ]
    for (const step of steps) {
      const done = await step()
      if (!done.ok) return done
    }
    await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'cohort-changed',
      object: { kind: 'cohort', id: cohortCode },
      details: { fields: Object.keys(change).toSorted().join(' ') },
    })
    return accepted(null)
  })
}

async function requireCohortPermissions(
  tx: Tx,
  person: ActingPerson,
  courseCode: string,
  { seats, dates, price }: CohortChange,
): Promise<Outcome<unknown>> {
  const actions = [
    'course.read' as const,
    ...(seats !== undefined || dates ? (['dates.edit'] as const) : []),
    ...(price !== undefined ? (['price.edit'] as const) : []),
  ]
  for (const action of actions) {
    const permitted = await requirePermission(tx, person, action, courseCode)
    if (permitted.ok) continue
    return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('COHORT_NOT_FOUND') : permitted
  }
  return accepted(null)
}

/** The cohort of a draft opens with its seats: nobody sees it yet. A published one stays open or announced. */
async function changeSeats(tx: Tx, cohort: LockedCohort, { seats }: CohortChange): Promise<Outcome<null>> {
  if (seats === undefined) return accepted(null)
  if (seats !== null && seats < cohort.taken)
    return refused('SEATS_BELOW_TAKEN', { fields: { seats: `${cohort.taken} seats are taken already` } })
  const isDraft = cohort.published_at === null
  await updateCohort(tx, cohort.cohort_code, { capacity: seats, ...(isDraft && { state: 'open' as const }) })
  return accepted(null)
}

/**
 * The live lessons that can have dates: those of the last version, and of a draft that was never published its own.
 * Titles of sessions are public at once, so they never come from text that is not.
 */
async function ensureLessons(tx: Tx, courseCode: string, now: Date): Promise<Lesson[]> {
  const state = await loadDraftState(tx, courseCode, now)
  if (!state) return []
  const outline = state.last ? CourseDocument.parse(state.last.document).outline : (state.units.outline as DraftOutline)
  const live = outline.modules.flatMap(({ lessons }) => lessons).filter(({ kind }) => kind === 'live')
  const rows = live.map(({ key, title, minutes }) => ({ key, title, minutes: minutes ?? DEFAULT_MINUTES }))
  await ensureLiveLessons(tx, courseCode, rows)
  return live
}

async function changeDates(
  tx: Tx,
  cohort: LockedCohort,
  { dates }: CohortChange,
  lessons: readonly Lesson[],
  now: Date,
): Promise<Outcome<null>> {
  if (!dates) return accepted(null)
  if (cohort.delivery_type !== 'live')
    return refused('FIELD_INVALID', { fields: { dates: 'This course has no dates' } })
  if (cohort.taken > 0 || (await isCohortWanted(tx, cohort.cohort_code))) return refused('DATES_TAKEN')
  const planned = planSessions(lessons, dates, now)
  if (!planned.ok) return planned
  const { sessions } = planned.value
  const startsAt = sessions[0]!.starts_at
  const closesAt = cohort.enrol_closes_at
  const isOutdated = closesAt !== null && (closesAt >= startsAt || closesAt.getTime() === cohort.starts_at?.getTime())
  await updateCohort(tx, cohort.cohort_code, {
    timezone_id: dates.timezoneId,
    starts_at: startsAt,
    ends_at: new Date(Math.max(...sessions.map(({ ends_at }) => ends_at.getTime()))),
    ...(isOutdated && { enrol_closes_at: null }),
  })
  await putSessionTimes(tx, { ...cohort, timezone_id: dates.timezoneId, sessions })
  return accepted(null)
}

const CLOCK_CHANGE = 'The clocks change at this hour on that day. Please choose another time'

/** The sessions by their start. A local time that the zone skips or repeats is refused at its row. */
function planSessions(
  lessons: readonly Lesson[],
  { sessions, timezoneId }: NonNullable<CohortChange['dates']>,
  now: Date,
) {
  const fields: Record<string, string> = {}
  const planned = sessions.flatMap(({ lessonKey, localStart, minutes }, index) => {
    const lesson = lessons.find(({ key }) => key === lessonKey)
    const startsAt = readInstant(localStart, timezoneId)
    if (!lesson) fields[`dates.sessions.${index}.lessonKey`] = 'This is no live session of the course'
    if (!startsAt) fields[`dates.sessions.${index}.localStart`] = CLOCK_CHANGE
    else if (startsAt <= now)
      fields[`dates.sessions.${index}.localStart`] = 'This time is past. Please choose a later one'
    if (!lesson || !startsAt) return []
    const ends_at = new Date(startsAt.getTime() + minutes * 60_000)
    return {
      lesson_key: lessonKey,
      title: lesson.title,
      pro: false,
      local_start: localStart,
      starts_at: startsAt,
      ends_at,
    }
  })
  if (new Set(sessions.map(({ lessonKey }) => lessonKey)).size < sessions.length)
    fields['dates.sessions'] = 'A session has one date'
  if (Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })
  return accepted({ sessions: planned.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime()) })
}

/** Null for a local time that the zone skips or repeats, and for a day that does not exist. */
function readInstant(localStart: string, timezoneId: string): Date | null {
  try {
    return toInstant(localStart, timezoneId)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

async function changePrice(tx: Tx, cohort: LockedCohort, { price }: CohortChange): Promise<Outcome<null>> {
  if (price === undefined) return accepted(null)
  const { minor } = fromDecimal(price, SITE_CURRENCY)
  const offer = await lockFirstOffer(tx, cohort.cohort_code)
  if (!offer) return addFirstOffer(tx, cohort.cohort_code, minor)
  const isLower = (amount: number | null) => amount === null || amount < minor
  if (!isLower(offer.discount_price_minor) || !isLower(offer.deposit_minor))
    return refused('FIELD_INVALID', { fields: { price: 'The early price and the deposit have to be lower than this' } })
  if (offer.before_price_minor !== null && offer.before_price_minor <= minor)
    return refused('FIELD_INVALID', { fields: { price: 'The struck-through price has to be higher than this' } })
  await updateOfferPrice(tx, offer.offer_code, minor)
  return accepted(null)
}

/** With the code of the cohort, or with a letter behind it where another offer has that code. */
async function addFirstOffer(tx: Tx, cohortCode: string, priceMinor: number): Promise<Outcome<null>> {
  for (const suffix of ['', '-A', '-B', '-C']) {
    const offer = { offerCode: `${cohortCode}${suffix}`, cohortCode, priceMinor, currency: SITE_CURRENCY }
    if (await insertOffer(tx, offer)) return accepted(null)
  }
  throw new Error(`no free code for an offer of ${cohortCode}`)
}
