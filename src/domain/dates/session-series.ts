/**
 * The days of a series of sessions, and their times in a zone. Course files and the studio plan with the same functions.
 * docs/contract §37.
 */
import { isTimeZone, toInstant } from '../schedule.ts'

export type SeriesRule = {
  /** The series begins at the first of the weekdays on or after this day: `2027-03-09`. */
  firstDay: string
  /** ISO numbers, Monday is 1, in the order in which they are taught. */
  weekdays: readonly number[]
  /** 1: every week. */
  everyWeeks: number
  /** Days without a session, which do not count. */
  skippedDays?: readonly string[]
}

export type SeriesDay = { day: string; isSkipped: boolean }

/**
 * The days of a series until `count` of them are taught, with the skipped ones among them. A week begins on Monday: with
 * `everyWeeks` 2 the week after each week with sessions is free.
 *
 * @throws RangeError for a day that does not exist, a rule without weekdays, and weeks or a count below 1
 */
export function listSeriesDays(
  { firstDay, weekdays, everyWeeks, skippedDays = [] }: SeriesRule,
  count: number,
): SeriesDay[] {
  if (weekdays.length === 0 || weekdays.some((weekday) => !Number.isInteger(weekday) || weekday < 1 || weekday > 7))
    throw new RangeError(`not weekdays: ${weekdays.join(' ')}`)
  if (!Number.isSafeInteger(everyWeeks) || everyWeeks < 1) throw new RangeError(`not a number of weeks: ${everyWeeks}`)
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`not a number of sessions: ${count}`)
  const from = Temporal.PlainDate.from(firstDay, { overflow: 'reject' })
  const starts = weekdays.map((weekday) => getNextWeekday(from, weekday))
  const [earliest] = starts.toSorted(Temporal.PlainDate.compare)
  let turn = starts.findIndex((start) => start.equals(earliest!))
  let day = earliest!
  const days: SeriesDay[] = []
  for (let taught = 0; taught < count; ) {
    const isSkipped = skippedDays.includes(day.toString())
    days.push({ day: day.toString(), isSkipped })
    if (!isSkipped) taught++
    turn = (turn + 1) % weekdays.length
    const next = getNextWeekday(day.add({ days: 1 }), weekdays[turn]!)
    day = getMonday(next).equals(getMonday(day)) ? next : next.add({ weeks: everyWeeks - 1 })
  }
  return days
}

export type PlannedTime =
  | { fault: null; startsAt: Date; endsAt: Date }
  /** The local time is skipped or repeated. `nearest`: possible local times before and after it. */
  | { fault: 'skipped' | 'repeated'; nearest: string[] }

/**
 * The instants of a session by its local start (`2027-03-09T18:00`) in a zone.
 *
 * @throws RangeError for a day that does not exist, another form, and an unknown zone
 */
export function planSessionTime(localStart: string, minutes: number, zone: string): PlannedTime {
  const wall = Temporal.PlainDateTime.from(localStart, { overflow: 'reject' })
  if (!isTimeZone(zone)) throw new RangeError(`not a time zone: ${zone}`)
  const startsAt = readInstant(localStart, zone)
  if (startsAt) return { fault: null, startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000) }
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' }).toPlainDateTime()
  return {
    fault: later.equals(wall) ? 'repeated' : 'skipped',
    nearest: [findPossible(wall, -STEP_MINUTES, zone), findPossible(wall, STEP_MINUTES, zone)].filter(
      (time) => time !== null,
    ),
  }
}

const STEP_MINUTES = 30
/** Clocks skip or repeat three hours at most. Samoa once skipped a day, where nothing is near. */
const MAX_STEPS = 8

function findPossible(wall: Temporal.PlainDateTime, stepMinutes: number, zone: string): string | null {
  for (let step = 1; step <= MAX_STEPS; step++) {
    const time = wall.add({ minutes: step * stepMinutes }).toString({ smallestUnit: 'minute' })
    if (readInstant(time, zone)) return time
  }
  return null
}

/** Null for a local time that the zone skips or repeats. */
function readInstant(local: string, zone: string): Date | null {
  try {
    return toInstant(local, zone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The first day with this ISO weekday, on or after a day. */
export function getNextWeekday(from: Temporal.PlainDate, weekday: number): Temporal.PlainDate {
  return from.add({ days: (weekday + 7 - from.dayOfWeek) % 7 })
}

const getMonday = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })

/**
 * The code that is proposed for a cohort: `NG-2027-03` by its first day, then `NG-2027-03B` and so on.
 *
 * @param isTaken whether a cohort or an offer has a code
 */
export function proposeCohortCode(
  courseCode: string,
  month: string,
  isTaken: (code: string) => boolean,
): string | null {
  const base = `${courseCode}-${month}`
  const candidates = [base, ...Array.from({ length: 25 }, (_, index) => `${base}${String.fromCharCode(66 + index)}`)]
  return candidates.find((code) => !isTaken(code)) ?? null
}
