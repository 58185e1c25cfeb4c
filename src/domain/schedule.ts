/**
 * Time: wall clocks, zones and instants. A session is promised as a wall time in a zone; the instant
 * is worked out from it, so that it stays at its hour when clocks change in between.
 */

const zones = new Map<string, boolean>()

/** Whether a text is an IANA zone name (`Asia/Manila`, `UTC`). Offsets such as `+08:00` are not. */
export function isTimeZone(zone: string): boolean {
  const known = zones.get(zone)
  if (known !== undefined) return known
  const answer = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(zone) && formats(zone)
  if (zones.size < 2000) zones.set(zone, answer)
  return answer
}

/**
 * The instant of a wall time (`2027-01-12T20:00`) in a zone.
 *
 * @throws RangeError for a wall time that the zone skips or has twice: whoever plans it must say which is meant
 */
export function instantOf(local: string, zone: string): Date {
  const instant = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'reject' })
  return new Date(instant.epochMilliseconds)
}

/** An instant as a zone's people see it: `2027-01-12`, `20:00`, `+08:00` and a sentence that names the place. */
export function inZone(at: Date, zone: string): { localDate: string; localTime: string; utcOffset: string; displayText: string } {
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const localTime = there.toPlainTime().toString({ smallestUnit: 'minute' })
  return {
    localDate: there.toPlainDate().toString(),
    localTime,
    utcOffset: there.offset,
    displayText: `${dayFormat(zone).format(at).replace(',', '')}, ${localTime} in ${placeOf(zone)} (${gmt(there.offset)})`,
  }
}

/** The place that a zone is named after: `Asia/Manila` → `Manila`. */
export function placeOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** Until when all of the money comes back: 7 days before the first session; null without one. Price rule 9. */
export function refundUntil(firstSessionAt: Date | null): Date | null {
  return firstSessionAt && new Date(firstSessionAt.getTime() - 7 * 24 * 60 * 60 * 1000)
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Kept: making one costs more than using it a thousand times. */
function dayFormat(zone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
    dayFormats.set(zone, format)
  }
  return format
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
