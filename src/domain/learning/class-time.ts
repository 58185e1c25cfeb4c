/** Sentences about the length and the hours of a course, made from its sessions. */
import { nameZone } from '../dates/zone-name.ts'

type Session = { startsAt: Date; endsAt: Date }

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MINUTES_PER_DAY = 24 * 60

/** `45 minutes`, `1 hour`, `1 hour 30 minutes`. Empty for 0. */
export function formatLength(minutes: number): string {
  const parts = [plural(Math.floor(minutes / 60), 'hour'), plural(minutes % 60, 'minute')]
  return parts.filter(Boolean).join(' ')
}

/** The length of a course with these sessions: `2 hours` for one, `3 sessions` within a week, else `4 weeks`. */
export function formatCourseLength(sessions: readonly Session[]): string {
  const [first] = sessions
  const last = sessions.at(-1)
  if (!first || !last) return ''
  if (first === last) return formatLength(getMinutes(first))
  const days = (last.startsAt.getTime() - first.startsAt.getTime()) / 60_000 / MINUTES_PER_DAY
  return days < 7 ? plural(sessions.length, 'session') : plural(Math.ceil((days + 1) / 7), 'week')
}

/**
 * When the class meets, in its own zone, in the order of the sessions: `One Saturday, 14:00 to 18:00 Accra time`,
 * `One Saturday, 10:00 to 12:00 and 14:00 to 16:00 Oslo time`, `Saturday and Sunday, 10:00 to 12:00 Amsterdam time`,
 * `Tuesdays and Fridays, 19:00 to 20:30 Lisbon time`. Without the hours if they differ. Empty without sessions.
 */
export function formatClassTime(sessions: readonly Session[], zone: string): string {
  if (sessions.length === 0) return ''
  const getDate = ({ startsAt }: Session) => toZoned(startsAt, zone).toPlainDate().toString()
  const dates = [...Map.groupBy(sessions, getDate).values()]
  const days = [...new Set(dates.map(([first]) => toZoned(first!.startsAt, zone).dayOfWeek))]
  const hours = new Set(dates.map((ofDate) => joinNames(ofDate.map((session) => formatHours(session, zone)))))
  const zoneName = nameZone(zone)
  const when = hours.size === 1 ? `${[...hours][0]} ${zoneName}` : zoneName
  return `${formatDays(days, dates.length, sessions.length)}, ${when}`
}

const formatHours = ({ startsAt, endsAt }: Session, zone: string) =>
  `${toClock(startsAt, zone)} to ${toClock(endsAt, zone)}`

function formatDays(days: readonly number[], dateCount: number, sessionCount: number): string {
  const names = days.toSorted((a, b) => a - b).map((day) => WEEKDAYS[day - 1]!)
  if (dateCount === 1) return `One ${names[0]}`
  if (names.length > 3) return plural(sessionCount, 'session')
  return joinNames(dateCount === names.length ? names : names.map((name) => `${name}s`))
}

function joinNames(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function plural(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`
}

const getMinutes = ({ startsAt, endsAt }: Session) => Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)

function toZoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}

const toClock = (at: Date, zone: string) => toZoned(at, zone).toPlainTime().toString({ smallestUnit: 'minute' })

/** `Tue`, `Tues`, `Tuesday` or `Tuesdays`. */
const DAY_IN_TEXT = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:days?|sdays?|nesdays?|rs|rsdays?|urdays?|s)?\b/g
const TIME_IN_TEXT = /\b(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?m\b|\b(\d{1,2})[:.](\d{2})\b/gi

/** `Mon to Fri`, and `7–8:30 pm` or `19–20:30`, whose first hour has no minutes or half of the day of its own. */
const DAY_RANGE = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\s*(?:[-–—]|to|until)\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i
const BARE_RANGE = /(?<![:.\d])\d{1,2}\s*(?:[-–—]|to)\s*\d/i

/**
 * Whether a typed text such as `Tuesdays, 19:30 London time` contradicts the sessions: it names weekdays, and a session is
 * on another one, or hours, and a session starts at another one. A text that names neither contradicts nothing, nor does a
 * range that is not read.
 *
 * @param zone of the class
 */
export function isClassTimeContradicted(typed: string, sessions: readonly Session[], zone: string): boolean {
  const days = new Set(DAY_RANGE.test(typed) ? [] : [...typed.matchAll(DAY_IN_TEXT)].map(([, day]) => day!))
  const hours = new Set(BARE_RANGE.test(typed) ? [] : [...typed.matchAll(TIME_IN_TEXT)].map(readClock))
  return sessions.some(({ startsAt }) => {
    const day = WEEKDAYS[toZoned(startsAt, zone).dayOfWeek - 1]!.slice(0, 3)
    return (days.size > 0 && !days.has(day)) || (hours.size > 0 && !hours.has(toClock(startsAt, zone)))
  })
}

/** `7 pm`, `7.30pm` and `19:30` as `19:00`, `19:30` and `19:30`. */
function readClock([, hour12, minute12, half, hour24, minute24]: RegExpExecArray): string {
  const hour = hour12 === undefined ? Number(hour24) : (Number(hour12) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${minute12 ?? minute24 ?? '00'}`
}
