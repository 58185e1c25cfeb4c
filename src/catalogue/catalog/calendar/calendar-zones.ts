/**
 * Definitions of time zones in a calendar file (RFC 5545 §3.6.5), made from the zone data of the runtime. So a file agrees
 * with every time that the site shows, also after a country has changed its rules.
 */

/**
 * The zone in which an event is written, or null for UTC: if the zone is UTC by any of its names, and if the clocks show
 * the start or end twice, because calendar programs disagree about which one is meant.
 */
export function getEventZone(start: Date, end: Date, zone: string): string | null {
  const times = [start, end].map((at) => toZoned(at, zone))
  const isUtc = times[0]!.equals(times[0]!.withTimeZone('UTC'))
  return isUtc || times.some(isShownTwice) ? null : zone
}

function isShownTwice(at: Temporal.ZonedDateTime): boolean {
  const resolve = (disambiguation: 'earlier' | 'later') =>
    at.toPlainDateTime().toZonedDateTime(at.timeZoneId, { disambiguation })
  return !resolve('earlier').equals(resolve('later'))
}

/**
 * The offsets of a zone between two instants: the one that applies at `from`, and each later one up to `until`. They are
 * listed and not described by a rule, because rules end without notice.
 */
export function defineZone(zone: string, from: Date, until: Date): string {
  const start = toZoned(from, zone)
  const first = isTransition(start) ? start : start.getTimeZoneTransition('previous')
  const observances = [first ? describeChange(first) : describe(EARLIEST, start.offset, start.offset)]
  for (let change = start.getTimeZoneTransition('next'); change && change.epochMilliseconds <= until.getTime(); ) {
    observances.push(describeChange(change))
    change = change.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flat(), 'END:VTIMEZONE'].join('\r\n')
}

/** Before every session, for a zone whose clocks never changed. */
const EARLIEST = '19700101T000000'

function isTransition(at: Temporal.ZonedDateTime): boolean {
  return at.subtract({ nanoseconds: 1 }).offset !== at.offset
}

function describeChange(change: Temporal.ZonedDateTime): string[] {
  const { offset: before, offsetNanoseconds } = change.subtract({ nanoseconds: 1 })
  // The start is the local time that the clocks would have shown without the change.
  const local = change.toInstant().add({ nanoseconds: offsetNanoseconds }).toZonedDateTimeISO('UTC').toPlainDateTime()
  return describe(local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, ''), before, change.offset)
}

function describe(localStart: string, before: string, after: string): string[] {
  const kind = toSeconds(after) > toSeconds(before) ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localStart}`,
    `TZOFFSETFROM:${before.replaceAll(':', '')}`,
    `TZOFFSETTO:${after.replaceAll(':', '')}`,
    `END:${kind}`,
  ]
}

function toSeconds(offset: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}

function toZoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}
