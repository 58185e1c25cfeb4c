/**
 * Changes the seats, the dates and the price of a cohort, in the caller's transaction. They count at once; the caller
 * lists what that does to people (docs/contract §36 and §37).
 */
import {
  findCourseOfCohort,
  listCohortSessions,
  lockCohort,
  updateCohort,
} from '#catalogue/catalog/queries/edit-cohort.ts'
import { lockOffers, updateOffer } from '#catalogue/catalog/queries/edit-offers.ts'
import { followSessions } from '#catalogue/catalog/queries/edit-session.ts'
import { putSessionTimes } from '#catalogue/catalog/queries/put-sessions.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import { createOffer, insertUnderFreeCode } from '#catalogue/prices/new-offer.ts'
import { SITE_CURRENCY } from '#domain/money/currency.ts'
import { fromDecimal } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { toInstant } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { ensureLessonsForDates, ensureLiveLessons, type LiveLesson } from './live-lessons.ts'
import type { CohortChange } from './wire.ts'

type LockedCohort = NonNullable<Awaited<ReturnType<typeof lockCohort>>>
type CohortSessionRow = Awaited<ReturnType<typeof listCohortSessions>>[number]

type ChangeInput = { cohortCode: string; change: CohortChange }

/** Whether the person may make the change: the code of the course. A foreign cohort is like a missing one. */
export async function requireCohortChange(
  tx: Tx,
  person: ActingPerson,
  { cohortCode, change }: ChangeInput,
): Promise<Outcome<string>> {
  const courseCode = await findCourseOfCohort(tx, cohortCode)
  if (courseCode === null) return refused('COHORT_NOT_FOUND')
  const permitted = await requireCohortPermissions(tx, person, courseCode, change)
  return permitted.ok ? accepted(courseCode) : permitted
}

/** All of the change, or a refusal, after which the caller rolls back. The caller has checked that it is permitted. */
export async function applyCohortChange(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  courseCode: string,
  { cohortCode, change }: ChangeInput,
): Promise<Outcome<null>> {
  // In this order everywhere: course, lessons, cohort, offer.
  await lockCourse(tx, courseCode)
  const now = deps.clock()
  const lessons = change.dates ? await ensureLiveLessons(tx, courseCode, now) : []
  const cohort = await lockCohort(tx, cohortCode)
  if (!cohort) return refused('COHORT_NOT_FOUND')
  if (cohort.state === 'cancelled') return refused('COHORT_CANCELLED')
  await updateCohort(tx, cohortCode, {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.state && { state: change.state }),
  })
  const steps = [
    () => changeSeats(tx, cohort, change),
    () => changeDates(tx, cohort, change, lessons, now),
    () => changeClosing(tx, cohortCode, change),
    () => changePrice(tx, cohort, change),
    () => openWithDates(tx, cohortCode, change),
  ]
  for (const step of steps) {
    const done = await step()
    if (!done.ok) return done
  }
  await noteCohortChange(deps, tx, person, { courseCode, cohortCode, fields: Object.keys(change) })
  return accepted(null)
}

/** Lessons, completions and access of the course follow, and the audit log says who changed what. */
export async function noteCohortChange(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { courseCode, cohortCode, fields }: { courseCode: string; cohortCode: string; fields: readonly string[] },
): Promise<void> {
  await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
  await recordEvent(deps, tx, {
    actor: { kind: person.audience, id: person.personId },
    action: 'cohort-changed',
    object: { kind: 'cohort', id: cohortCode },
    details: { fields: fields.toSorted().join(' ') },
  })
}

async function requireCohortPermissions(
  tx: Tx,
  person: ActingPerson,
  courseCode: string,
  { price, ...rest }: CohortChange,
): Promise<Outcome<unknown>> {
  const actions = [
    'course.read' as const,
    ...(Object.values(rest).some((value) => value !== undefined) ? (['dates.edit'] as const) : []),
    ...(price !== undefined ? (['price.edit'] as const) : []),
  ]
  for (const action of actions) {
    const permitted = await requirePermission(tx, person, action, courseCode)
    if (permitted.ok) continue
    return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('COHORT_NOT_FOUND') : permitted
  }
  return accepted(null)
}

/**
 * The cohort of a draft opens once it has seats and dates: nobody sees it yet. A published one stays open or announced.
 * Live dates without a day are never open.
 */
async function openWithDates(tx: Tx, cohortCode: string, change: CohortChange): Promise<Outcome<null>> {
  const { state, starts_at, delivery_type, published_at } = (await lockCohort(tx, cohortCode))!
  const isDateless = delivery_type === 'live' && starts_at === null
  if (change.state === 'open' && isDateless)
    return refused('FIELD_INVALID', { fields: { state: 'Please add dates before enrolment opens' } })
  const isPlanned = change.seats !== undefined || change.dates !== undefined
  if (published_at === null && isPlanned && !change.state && state === 'announced' && !isDateless)
    await updateCohort(tx, cohortCode, { state: 'open' })
  return accepted(null)
}

async function changeSeats(tx: Tx, cohort: LockedCohort, { seats }: CohortChange): Promise<Outcome<null>> {
  if (seats === undefined) return accepted(null)
  if (seats !== null && seats < cohort.taken)
    return refused('SEATS_BELOW_TAKEN', { fields: { seats: `${cohort.taken} seats are taken already` } })
  await updateCohort(tx, cohort.cohort_code, { capacity: seats })
  return accepted(null)
}

async function changeDates(
  tx: Tx,
  cohort: LockedCohort,
  { dates }: CohortChange,
  lessons: readonly LiveLesson[],
  now: Date,
): Promise<Outcome<null>> {
  if (!dates) return accepted(null)
  if (cohort.delivery_type !== 'live')
    return refused('FIELD_INVALID', { fields: { dates: 'This course has no dates' } })
  const existing = await listCohortSessions(tx, cohort.cohort_code)
  const planned = planSessions(lessons, existing, dates, now)
  if (!planned.ok) return planned
  await updateCohort(tx, cohort.cohort_code, { timezone_id: dates.timezoneId })
  await putSessionTimes(tx, { ...cohort, timezone_id: dates.timezoneId, sessions: planned.value })
  await followSessions(tx, cohort.cohort_code)
  return accepted(null)
}

const CLOCK_CHANGE = 'The clocks change at this hour on that day. Please choose another time'
const PAST = 'This time is past. Please choose a later one'

/**
 * The sessions by their start. A local time that the zone skips or repeats is refused at its row, and so is a time that
 * is past. A session that has begun keeps its time, and cannot be left out.
 */
function planSessions(
  lessons: readonly LiveLesson[],
  existing: readonly CohortSessionRow[],
  { sessions, timezoneId }: NonNullable<CohortChange['dates']>,
  now: Date,
) {
  const fields: Record<string, string> = {}
  const planned = sessions.flatMap(({ lessonKey, localStart, minutes }, index) => {
    const lesson = lessons.find(({ key }) => key === lessonKey)
    const startsAt = readInstant(localStart, timezoneId)
    const endsAt = startsAt && new Date(startsAt.getTime() + minutes * 60_000)
    const before = existing.find(({ key }) => key === lessonKey)
    const isSame = endsAt !== null && isAt(before, startsAt!, endsAt)
    if (!lesson) fields[`dates.sessions.${index}.lessonKey`] = 'This is no live session of the course'
    if (!startsAt) fields[`dates.sessions.${index}.localStart`] = CLOCK_CHANGE
    else if (before && before.starts_at <= now && !isSame)
      fields[`dates.sessions.${index}.localStart`] = 'This session has begun, so its time stays'
    else if (startsAt <= now && !isSame) fields[`dates.sessions.${index}.localStart`] = PAST
    if (!lesson || !startsAt || !endsAt) return []
    const { title, pro } = lesson
    return { lesson_key: lessonKey, title, pro, local_start: localStart, starts_at: startsAt, ends_at: endsAt }
  })
  const keys = new Set(sessions.map(({ lessonKey }) => lessonKey))
  if (keys.size < sessions.length) fields['dates.sessions'] = 'A session has one date'
  if (existing.some(({ key, starts_at }) => starts_at <= now && !keys.has(key)))
    fields['dates.sessions'] = 'Sessions that have begun stay'
  if (Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })
  return accepted(planned.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime()))
}

function isAt(session: CohortSessionRow | undefined, startsAt: Date, endsAt: Date): boolean {
  return session?.starts_at.getTime() === startsAt.getTime() && session.ends_at.getTime() === endsAt.getTime()
}

type SeriesDates = {
  timezoneId: string
  sessions: readonly { localStart: string; minutes: number }[]
  proSessions: readonly { lessonKey: string; localStart: string; minutes: number }[]
}

/**
 * A series for the first lessons of the course, and its pro sessions. Missing lessons are added to the draft. A time that
 * cannot be is refused at its row: `sessions.2.localStart`, `proSessions.0.localStart`.
 *
 * @param taken the keys of the lessons whose sessions the dates have: the series is for the lessons after them
 */
export async function planNewSessions(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  person: ActingPerson,
  courseCode: string,
  { timezoneId, proSessions, ...series }: SeriesDates,
  taken: ReadonlySet<string> = new Set(),
) {
  const now = deps.clock()
  const sessions = series.sessions.toSorted((a, b) => a.localStart.localeCompare(b.localStart))
  const lessons = await ensureLessonsForDates(tx, person, { courseCode, count: sessions.length, taken, now })
  const proLessons =
    proSessions.length === 0 ? [] : (await ensureLiveLessons(tx, courseCode, now)).filter(({ pro }) => pro)
  const rows = [...sessions.map((session, index) => ({ lessonKey: lessons[index]!.key, ...session })), ...proSessions]
  const planned = planSessions([...lessons, ...proLessons], [], { timezoneId, sessions: rows }, now)
  if (planned.ok) return planned
  const nameField = (field: string) =>
    field.replace(/^dates\.sessions(?:\.(\d+))?/, (_match, index?: string) => {
      if (index === undefined) return 'sessions'
      const pro = Number(index) - sessions.length
      return pro < 0 ? `sessions.${index}` : `proSessions.${pro}`
    })
  const fields = Object.entries(planned.refusal.fields ?? {}).map(
    ([field, fault]) => [nameField(field), fault] as const,
  )
  return refused('FIELD_INVALID', { fields: Object.fromEntries(fields) })
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

/** The new time of one session. Refused like a row of a cohort's dates. */
export function planSessionTimes(
  { localStart, minutes, timezoneId }: { localStart: string; minutes: number; timezoneId: string },
  now: Date,
): Outcome<{ localStart: string; startsAt: Date; endsAt: Date }> {
  const startsAt = readInstant(localStart, timezoneId)
  if (!startsAt) return refused('FIELD_INVALID', { fields: { localStart: CLOCK_CHANGE } })
  if (startsAt <= now) return refused('FIELD_INVALID', { fields: { localStart: PAST } })
  return accepted({ localStart, startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000) })
}

/** An end of enrolment at or after the start is the start itself. Dates that were changed before decide. */
async function changeClosing(tx: Tx, cohortCode: string, { enrolClosesAt }: CohortChange): Promise<Outcome<null>> {
  if (enrolClosesAt === undefined) return accepted(null)
  const { starts_at: startsAt } = (await lockCohort(tx, cohortCode))!
  const closesAt = enrolClosesAt === null ? null : new Date(enrolClosesAt)
  const isAtStart = closesAt !== null && startsAt !== null && closesAt >= startsAt
  await updateCohort(tx, cohortCode, { enrol_closes_at: isAtStart ? null : closesAt })
  return accepted(null)
}

/** Of the offer that pages show. The other amounts of the offer stay. */
async function changePrice(tx: Tx, cohort: LockedCohort, { price }: CohortChange): Promise<Outcome<null>> {
  if (price === undefined) return accepted(null)
  const { minor } = fromDecimal(price, SITE_CURRENCY)
  const [offer] = await lockOffers(tx, cohort.cohort_code)
  if (!offer) {
    await insertUnderFreeCode(tx, cohort.cohort_code, createOffer(minor))
    return accepted(null)
  }
  const isLower = (amount: number | null) => amount === null || amount < minor
  if (!isLower(offer.discount_price_minor) || !isLower(offer.deposit_minor))
    return refused('FIELD_INVALID', { fields: { price: 'The early price and the deposit have to be lower than this' } })
  if (offer.before_price_minor !== null && offer.before_price_minor <= minor)
    return refused('FIELD_INVALID', { fields: { price: 'The struck-through price has to be higher than this' } })
  await updateOffer(tx, offer.offer_code, { price_minor: minor })
  return accepted(null)
}
