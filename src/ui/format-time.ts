export type TimeFormat =
  | 'long'
  | 'short'
  | 'day'
  | 'day-short'
  | 'date'
  | 'date-year'
  | 'time'
  | 'class-time'
  | 'class-start'
  | 'weekday'
  | 'day-of-month'
  | 'month'
  | 'date-range'
  | 'date-pair'

type DateRange = 'date-range' | 'date-pair'

const FORMS: Record<Exclude<TimeFormat, DateRange>, (at: TimeParts) => string> = {
  long: (at) => `${at.weekday} ${at.day} ${at.month}, ${at.time}`,
  short: (at) => `${at.weekday} ${at.day} ${at.month.slice(0, 3)}, ${at.time}`,
  day: (at) => `${at.weekday} ${at.day} ${at.month}`,
  'day-short': (at) => `${at.weekday} ${at.day} ${at.month.slice(0, 3)}`,
  date: (at) => `${at.day} ${at.month}`,
  'date-year': (at) => `${at.day} ${at.month} ${at.year}`,
  time: (at) => at.time,
  'class-time': (at) => markNight(at.time),
  'class-start': (at) => `${at.weekday} ${at.day} ${at.month}, ${markNight(at.time)}`,
  weekday: (at) => at.weekday,
  'day-of-month': (at) => at.day,
  month: (at) => at.month.slice(0, 3),
}

/** The longest session. A shorter time is one day, also if it ends after midnight. */
const LONGEST_SESSION_MS = 10 * 60 * 60 * 1000

/**
 * `class-time` and `class-start` mark a night. With an end, `long`, `short` and `time` are the hours of a session, where
 * a start at night is marked: "Tue 12 January, 02:00–03:30 at night". `date-range` and `date-pair` need an end: "12 to 30
 * January" and "12 and 30 January", or the date alone if both are on it.
 */
export function formatTime(at: string, zone: string, form: TimeFormat, end?: string): string {
  const start = getTimeParts(at, zone)
  const last = getTimeParts(end ?? at, zone)
  if (form === 'date-range' || form === 'date-pair') {
    const isOneDay = FORMS['date-year'](start) === FORMS['date-year'](last)
    const isOneSession = end !== undefined && Date.parse(end) - Date.parse(at) <= LONGEST_SESSION_MS
    if (isOneDay || isOneSession) return FORMS[form === 'date-range' ? 'day' : 'date'](start)
    const first = FORMS[start.month === last.month ? 'day-of-month' : 'date'](start)
    return `${first} ${form === 'date-range' ? 'to' : 'and'} ${FORMS.date(last)}`
  }
  if (!end) return FORMS[form](start)
  // The word joiner keeps the hours in one line.
  return `${FORMS[form](start)}–\u2060${last.time}${isNight(start.time) ? ' at night' : ''}`
}

/** "02:00 at night": a class in another part of the world may be at an hour when its learner sleeps. */
export const markNight = (time: string) => (isNight(time) ? `${time} at night` : time)

export const isNight = (time: string) => time < '05:00'

export type TimeParts = { weekday: string; day: string; month: string; year: string; time: string }

export function getTimeParts(at: string, zone: string): TimeParts {
  const values = Object.fromEntries(
    getFormat(zone)
      .formatToParts(new Date(at))
      .map((part) => [part.type, part.value]),
  )
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '' } = values
  return { weekday, day, month, year, time: `${hour}:${minute}` }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(zone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(zone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  formats.set(zone, format)
  return format
}
