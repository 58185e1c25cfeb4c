/**
 * Local times, time zones and instants. A session is planned as a local time in a zone, and its instant is derived
 * from that. The session therefore keeps its local hour when the clocks change.
 */

import { nameZone } from './dates/zone-name.ts'

export type ZoneTime = { localDate: string; localTime: string; utcOffset: string; displayText: string }

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const knownZones = new Set<string>()

/** Whether a text is an IANA zone name (`Asia/Manila`, `UTC`). Offsets such as `+08:00` are not. */
export function isTimeZone(zone: string): boolean {
  if (knownZones.has(zone)) return true
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(zone) || !isSupportedZone(zone)) return false
  // Names match in any case, so the number of spellings is unlimited: the cache is bounded.
  if (knownZones.size < 2000) knownZones.add(zone)
  return true
}

/**
 * The instant of a local time (`2027-01-12T20:00`) in a zone.
 *
 * @throws RangeError for a local time that the zone skips or repeats (the planner must choose another), for a text
 *   with its own offset or zone, and for an unknown zone
 */
export function toInstant(local: string, zone: string): Date {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(local)) throw new RangeError(`not a wall time: ${local}`)
  if (!isTimeZone(zone)) throw new RangeError(`not a time zone: ${zone}`)
  const instant = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'reject' })
  return new Date(instant.epochMilliseconds)
}

/** The local form of an instant in a zone: `2027-01-12`, `20:00`, `+08:00` and a sentence that names the city. */
export function toZoneTime(at: Date, zone: string): ZoneTime {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const localTime = zoned.toPlainTime().toString({ smallestUnit: 'minute' })
  return {
    localDate: zoned.toPlainDate().toString(),
    localTime,
    utcOffset: zoned.offset,
    displayText: `${formatWeekdayDate(zoned)}, ${localTime} ${nameZone(zoned.timeZoneId)} (${formatOffset(zoned.offset)})`,
  }
}

/** The local start and end of a session: `Tue 12 January 2027, 20:00–21:30`. */
export function formatSession(startsAt: Date, endsAt: Date, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(zone)
  return `${formatWeekdayDate(zoned)}, ${toZoneTime(startsAt, zone).localTime}–${toZoneTime(endsAt, zone).localTime}`
}

/** The local date of an instant in a zone: `12 January 2027`. */
export function formatDay(at: Date, zone: string): string {
  return formatDate(Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone))
}

/** The instant at which a day (`2027-01-12`) starts in a zone, also when clocks skip midnight. */
export function startOfDay(localDate: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(localDate).toZonedDateTime(zone).epochMilliseconds)
}

/** The instant at which yesterday started in a zone. */
export function startOfYesterday(now: Date, zone: string): Date {
  return daysBefore(now, zone, () => 1)
}

/** The instant at which today started in a zone. */
export function startOfToday(now: Date, zone: string): Date {
  return daysBefore(now, zone, () => 0)
}

/** The instant at which the Monday of this week started in a zone. */
export function startOfWeek(now: Date, zone: string): Date {
  return daysBefore(now, zone, (today) => today.dayOfWeek - 1)
}

function daysBefore(now: Date, zone: string, getDayCount: (today: Temporal.PlainDate) => number): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  return startOfDay(today.subtract({ days: getDayCount(today) }).toString(), zone)
}

/** `Tue 12 January 2027`. Month and weekday names are our own, so that the text is the same on every machine. */
function formatWeekdayDate(zoned: Temporal.ZonedDateTime): string {
  return `${WEEKDAYS[zoned.dayOfWeek - 1]} ${formatDate(zoned)}`
}

function formatDate(zoned: Temporal.ZonedDateTime): string {
  return `${zoned.day} ${MONTHS[zoned.month - 1]} ${zoned.year}`
}

/** `+08:00` → `GMT+8`, `+05:30` → `GMT+5:30`, `+00:00` → `GMT`. */
function formatOffset(offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  if (!hours || (hours === '00' && minutes === '00')) return 'GMT'
  return `GMT${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}

function isSupportedZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
