/** Local times that always mean one instant. `schedule.ts` refuses skipped and repeated times; an opening cannot. */
import { isTimeZone } from '../schedule.ts'

/**
 * The instant of a local date (`2027-01-12`, from 00:00) or a local time (`2027-01-12T09:00`) in a zone. A skipped
 * time means the same distance after the change, as wall clocks show it. A repeated time means its first occurrence.
 * A date whose midnight is skipped starts with its first minute. docs/contract §11.
 *
 * @throws RangeError for another form, an impossible date and an unknown zone
 */
export function toOpeningInstant(local: string, zone: string): Date {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/.test(local)) throw new RangeError(`not a local time: ${local}`)
  requireZone(zone)
  const time = Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  const isMidnight = time.hour === 0 && time.minute === 0
  const zoned = isMidnight
    ? time.toPlainDate().toZonedDateTime(zone)
    : time.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return new Date(zoned.epochMilliseconds)
}

/**
 * The start, in a zone, of the day that is some days after the local day of an instant.
 *
 * @throws RangeError for an unknown zone
 */
export function startOfLaterDay(at: Date, days: number, zone: string): Date {
  return new Date(toZoned(at, zone).toPlainDate().add({ days }).toZonedDateTime(zone).epochMilliseconds)
}

/**
 * The instant some calendar days later, at the same local time in a zone.
 *
 * @throws RangeError for an unknown zone
 */
export function addLocalDays(at: Date, days: number, zone: string): Date {
  return new Date(toZoned(at, zone).add({ days }).epochMilliseconds)
}

function toZoned(at: Date, zone: string): Temporal.ZonedDateTime {
  requireZone(zone)
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}

function requireZone(zone: string): void {
  if (!isTimeZone(zone)) throw new RangeError(`not a time zone: ${zone}`)
}
