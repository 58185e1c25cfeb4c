export type WhenForm =
  | 'long'
  | 'short'
  | 'day'
  | 'day-short'
  | 'date'
  | 'date-year'
  | 'time'
  | 'weekday-time'
  | 'weekday'
  | 'day-of-month'
  | 'month'
  | 'until'
  | 'weekdays-time'

const FORMS: Record<Exclude<WhenForm, 'until' | 'weekdays-time'>, (at: Parts) => string> = {
  long: (at) => `${at.weekday} ${at.day} ${at.month}, ${at.time}`,
  short: (at) => `${at.weekday} ${at.day} ${at.month.slice(0, 3)}, ${at.time}`,
  day: (at) => `${at.weekday} ${at.day} ${at.month}`,
  'day-short': (at) => `${at.weekday} ${at.day} ${at.month.slice(0, 3)}`,
  date: (at) => `${at.day} ${at.month}`,
  'date-year': (at) => `${at.day} ${at.month} ${at.year}`,
  time: (at) => at.time,
  'weekday-time': (at) => `${at.weekday} ${at.time}`,
  weekday: (at) => at.weekday,
  'day-of-month': (at) => at.day,
  month: (at) => at.month.slice(0, 3),
}

/**
 * `until` says no more of a date than the end after it does not say already: "12" before "30 January".
 * `weekdays-time` has in `end` the other days of the week, as instants with spaces between.
 */
export function whenText(at: string, zone: string, form: WhenForm, end?: string): string {
  const there = partsOf(at, zone)
  if (form === 'weekdays-time') {
    const days = [there, ...(end?.split(' ').map((day) => partsOf(day, zone)) ?? [])].map(({ weekday }) => weekday)
    return `${days.join(', ').replace(/, (\w+)$/, ' & $1')}, ${there.time}`
  }
  if (form !== 'until') return FORMS[form](there)
  return FORMS[end && partsOf(end, zone).month === there.month ? 'day-of-month' : 'date'](there)
}

type Parts = { weekday: string; day: string; month: string; year: string; time: string }

function partsOf(at: string, zone: string): Parts {
  const found = Object.fromEntries(
    formatOf(zone)
      .formatToParts(new Date(at))
      .map((part) => [part.type, part.value]),
  )
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '' } = found
  return { weekday, day, month, year, time: `${hour}:${minute}` }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
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
