export type TimeFormat =
  | 'long'
  | 'short'
  | 'day'
  | 'day-short'
  | 'date'
  | 'date-year'
  | 'time'
  | 'class-time'
  | 'weekday'
  | 'day-of-month'
  | 'month'
  | 'until'

const FORMS: Record<Exclude<TimeFormat, 'until'>, (at: TimeParts) => string> = {
  long: (at) => `${at.weekday} ${at.day} ${at.month}, ${at.time}`,
  short: (at) => `${at.weekday} ${at.day} ${at.month.slice(0, 3)}, ${at.time}`,
  day: (at) => `${at.weekday} ${at.day} ${at.month}`,
  'day-short': (at) => `${at.weekday} ${at.day} ${at.month.slice(0, 3)}`,
  date: (at) => `${at.day} ${at.month}`,
  'date-year': (at) => `${at.day} ${at.month} ${at.year}`,
  time: (at) => at.time,
  'class-time': (at) => markNight(at.time),
  weekday: (at) => at.weekday,
  'day-of-month': (at) => at.day,
  month: (at) => at.month.slice(0, 3),
}

/** `until` omits the parts of a date that its end repeats: "12" before "30 January". `class-time` marks a night. */
export function formatTime(at: string, zone: string, form: TimeFormat, end?: string): string {
  const parts = getTimeParts(at, zone)
  if (form !== 'until') return FORMS[form](parts)
  return FORMS[end && getTimeParts(end, zone).month === parts.month ? 'day-of-month' : 'date'](parts)
}

/** "02:00 at night": a class in another part of the world may be at an hour when its learner sleeps. */
export const markNight = (time: string) => (time < '06:00' ? `${time} at night` : time)

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
