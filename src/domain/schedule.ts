/**
 * Time: wall clocks, zones and instants. A session is promised as a wall time in a zone; the instant
 * is worked out from it, so that it stays at its hour when clocks change in between.
 */

export type ZoneTime = { localDate: string; localTime: string; utcOffset: string; displayText: string }

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const knownZones = new Set<string>()

/** Whether a text is an IANA zone name (`Asia/Manila`, `UTC`). Offsets such as `+08:00` are not. */
export function isTimeZone(zone: string): boolean {
  if (knownZones.has(zone)) return true
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(zone) || !formats(zone)) return false
  // Names are read in any case, so there is no end of spellings: only so many are kept.
  if (knownZones.size < 2000) knownZones.add(zone)
  return true
}

/**
 * The instant of a wall time (`2027-01-12T20:00`) in a zone.
 *
 * @throws RangeError for a wall time that the zone skips or has twice (whoever plans it must choose another),
 *   for a text that carries an offset or zone of its own, and for an unknown zone
 */
export function instantOf(local: string, zone: string): Date {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(local)) throw new RangeError(`not a wall time: ${local}`)
  if (!isTimeZone(zone)) throw new RangeError(`not a time zone: ${zone}`)
  const instant = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'reject' })
  return new Date(instant.epochMilliseconds)
}

/** An instant as a zone's people see it: `2027-01-12`, `20:00`, `+08:00` and a sentence that names the place. */
export function inZone(at: Date, zone: string): ZoneTime {
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const localTime = there.toPlainTime().toString({ smallestUnit: 'minute' })
  return {
    localDate: there.toPlainDate().toString(),
    localTime,
    utcOffset: there.offset,
    displayText: `${dayOf(there)}, ${localTime} in ${placeOf(there.timeZoneId)} (${gmt(there.offset)})`,
  }
}

/** The day of an instant as a zone's people write it: `12 January 2027`. */
export function dayIn(at: Date, zone: string): string {
  return dateOf(Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone))
}

/** The instant at which a day (`2027-01-12`) begins in a zone, where clocks skip midnight too. */
export function startOfDay(localDate: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(localDate).toZonedDateTime(zone).epochMilliseconds)
}

/** The instant at which the day before began, as a zone's people count days. */
export function startOfYesterday(now: Date, zone: string): Date {
  return daysBefore(now, zone, () => 1)
}

/** The instant at which this day began there. */
export function startOfToday(now: Date, zone: string): Date {
  return daysBefore(now, zone, () => 0)
}

/** The instant at which the Monday of this week began there. */
export function startOfWeek(now: Date, zone: string): Date {
  return daysBefore(now, zone, (today) => today.dayOfWeek - 1)
}

function daysBefore(now: Date, zone: string, count: (today: Temporal.PlainDate) => number): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  return startOfDay(today.subtract({ days: count(today) }).toString(), zone)
}

/** The place that a zone is named after, as it is called today: `Asia/Manila` → `Manila`, `Asia/Calcutta` → `Kolkata`. */
export function placeOf(zone: string): string {
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return RENAMED[place] ?? place
}

/** Whether two names mean the clocks of one place. Browsers go on to use the names of before. */
export function isSameZone(a: string, b: string): boolean {
  return placeOf(a) === placeOf(b)
}

/** From the links of the IANA data, where the city itself is spelled otherwise now. */
const RENAMED: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  'Coral Harbour': 'Atikokan',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
  Truk: 'Chuuk',
}

/** Until when all of the money comes back: 7 days before the first session; null without one. Price rule 9. */
export function refundUntil(firstSessionAt: Date | null): Date | null {
  return firstSessionAt && new Date(firstSessionAt.getTime() - 7 * 24 * 60 * 60 * 1000)
}

/** `Tue 12 January 2027`, in words of our own: the same on every machine, whatever its language data. */
function dayOf(there: Temporal.ZonedDateTime): string {
  return `${WEEKDAYS[there.dayOfWeek - 1]} ${dateOf(there)}`
}

function dateOf(there: Temporal.ZonedDateTime): string {
  return `${there.day} ${MONTHS[there.month - 1]} ${there.year}`
}

/** `+08:00` → `GMT+8`, `+05:30` → `GMT+5:30`, `+00:00` → `GMT`. */
function gmt(offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  if (!hours || (hours === '00' && minutes === '00')) return 'GMT'
  return `GMT${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}

function formats(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
