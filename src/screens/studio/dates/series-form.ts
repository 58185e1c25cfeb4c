/** The fields of a series as text in a form, and the sessions that saving them makes. Pure. */
import type { CourseDates, DatedCohort, Series, SeriesInput } from '#catalogue/dates/wire.ts'
import { plainTyped } from '#domain/typed-text.ts'
import { toWallTime } from './wall-time.ts'

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export type SeriesForm = {
  name: string
  isAnnounced: boolean
  firstDay: string
  /** ISO numbers. */
  weekdays: number[]
  everyWeeks: string
  start: string
  minutes: string
  zone: string
  skippedDays: string[]
  count: string
  seats: string
  hasNoLimit: boolean
  meetingUrl: string
  state: 'open' | 'announced'
}

/** @param copyOf the cohort that is taught again. Its first day is left to the person */
export function createSeriesForm({ cohorts, lessons }: CourseDates, copyOf: DatedCohort | null): SeriesForm {
  const held = copyOf?.sessions.filter(({ isCancelled, isPro }) => !isCancelled && !isPro) ?? []
  const [first] = held
  const zone = copyOf?.timezoneId ?? cohorts[0]?.timezoneId ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const days = held.map(({ startsAt }) => toWallTime(startsAt, zone).day)
  const weekdays = days.map(getWeekday)
  return {
    name: '',
    isAnnounced: false,
    firstDay: '',
    weekdays: [...new Set(weekdays)].toSorted(),
    everyWeeks: String(countWeeksApart(days)),
    start: first ? toWallTime(first.startsAt, zone).start : '',
    minutes: String(
      first ? (Date.parse(first.endsAt) - Date.parse(first.startsAt)) / 60_000 : (lessons[0]?.minutes ?? 60),
    ),
    zone,
    skippedDays: [],
    count: String(held.length || lessons.length || 1),
    seats: copyOf?.capacity ? String(copyOf.capacity) : '',
    hasNoLimit: copyOf !== null && copyOf.capacity === null && copyOf.state === 'open',
    meetingUrl: '',
    state: 'open',
  }
}

const DAY_MS = 86_400_000
const MOST_WEEKS = 12

/**
 * The weeks from one week with sessions to the next, 1 to 12. A week that was left out makes no longer step: the number
 * divides all of them.
 *
 * @param days such as `2027-03-09`
 */
export function countWeeksApart(days: readonly string[]): number {
  const mondays = days.map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS - getWeekday(day))
  const weeks = [...new Set(mondays.map((monday) => Math.round(monday / 7)))].toSorted((a, b) => a - b)
  const steps = weeks.slice(1).map((week, index) => week - weeks[index]!)
  const apart = steps.reduce(getDivisor, 0)
  return apart >= 1 && apart <= MOST_WEEKS ? apart : 1
}

/** The greatest common one; of 0 and a number that number. */
const getDivisor = (one: number, other: number): number => (other === 0 ? one : getDivisor(other, one % other))

/** Monday is 1. @param day such as `2027-03-09` */
function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** What the server plans from. Null: not whole yet. A series without weekdays is on that of its first day. */
export function toSeriesInput(form: SeriesForm): SeriesInput | null {
  const count = Number(plainTyped(form.count))
  const everyWeeks = Number(plainTyped(form.everyWeeks))
  const isWhole = Number.isSafeInteger(count) && count >= 1 && count <= 200 && Number.isSafeInteger(everyWeeks)
  if (!/^2\d{3}-\d\d-\d\d$/.test(form.firstDay) || !/^\d\d:\d\d$/.test(form.start) || !isWhole) return null
  if (everyWeeks < 1 || everyWeeks > 12) return null
  return {
    firstDay: form.firstDay,
    weekdays: form.weekdays.length > 0 ? form.weekdays : [getWeekday(form.firstDay)],
    everyWeeks,
    start: form.start,
    minutes: Number(form.minutes),
    timezoneId: form.zone,
    skippedDays: form.skippedDays,
    count,
  }
}

/** @param moved local starts that replace those of the plan */
export function listSessions(plan: Series, moved: Readonly<Record<string, string>>, minutes: number) {
  return plan.sessions
    .filter(({ isSkipped }) => !isSkipped)
    .map(({ localStart }) => ({ localStart: moved[localStart] ?? localStart, minutes }))
}

export type ProSession = { lessonKey: string; title: string; minutes: number; day: string; start: string }
/** What the person chose for a pro session instead of the proposal. */
export type ProChange = { day?: string; start?: string; isLeftOut?: boolean }

/**
 * Each pro session of the course, as many days behind the first session as in the dates that are copied, at the same wall
 * time. One that those dates do not have has no day yet.
 *
 * @param firstDay of the new series, such as `2027-03-09`
 */
export function proposeProSessions(
  { proLessons }: Pick<CourseDates, 'proLessons'>,
  template: DatedCohort | null,
  firstDay: string,
): ProSession[] {
  const held = template?.sessions.filter(({ isCancelled }) => !isCancelled) ?? []
  const toWall = (session: DatedCohort['sessions'][number]) => toWallTime(session.startsAt, template!.timezoneId)
  const first = held.find(({ isPro }) => !isPro)
  return proLessons.map(({ lessonKey, title, minutes }) => {
    const before = held.find((session) => session.isPro && session.lessonKey === lessonKey)
    if (!before || !first) return { lessonKey, title, minutes, day: '', start: '' }
    const { day, start } = toWall(before)
    const daysBehind = Date.parse(day) - Date.parse(toWall(first).day)
    return {
      lessonKey,
      title,
      minutes: (Date.parse(before.endsAt) - Date.parse(before.startsAt)) / 60_000,
      day: new Date(Date.parse(firstDay) + daysBehind).toISOString().slice(0, 10),
      start,
    }
  })
}

/** The pro sessions that are saved, and the faults of those without a day or a time. */
export function listProSessions(proposed: readonly ProSession[], changes: Readonly<Record<string, ProChange>>) {
  const chosen = proposed
    .filter(({ lessonKey }) => !changes[lessonKey]?.isLeftOut)
    .map((one) => ({ ...one, ...changes[one.lessonKey] }))
  return {
    proSessions: chosen.map(({ lessonKey, day, start, minutes }) => ({
      lessonKey,
      localStart: `${day}T${start}`,
      minutes,
    })),
    faults: Object.fromEntries(
      chosen
        .filter(({ day, start }) => day === '' || start === '')
        .map(({ lessonKey }) => [`pro-${lessonKey}`, 'Please choose a day and a time, or leave it out']),
    ),
  }
}

/** The faults by field, before anything is sent. */
export function getSeriesFaults(
  form: SeriesForm,
  plan: Series | null,
  moved: Readonly<Record<string, string>>,
): Record<string, string> {
  const isSeats = form.hasNoLimit || /^[1-9]\d{0,5}$/.test(plainTyped(form.seats))
  const faulty = plan?.sessions.filter(({ fault, localStart }) => fault !== null && !moved[localStart]) ?? []
  return {
    ...(!isSeats && { seats: 'Seats are required, or choose No limit' }),
    ...(!form.isAnnounced && {
      ...(form.firstDay === '' && { firstDay: 'First day is required' }),
      ...(form.start === '' && { start: 'Time is required' }),
      ...(form.firstDay !== '' &&
        form.start !== '' &&
        (toSeriesInput(form) === null
          ? { count: 'Please enter 1 to 200 sessions, and 1 to 12 weeks' }
          : plan === null
            ? { plan: 'The sessions are still being planned. Please try again.' }
            : faulty.length > 0 && {
                plan: 'A session has a time that can’t be. Please choose another one at its row.',
              })),
    }),
  }
}
