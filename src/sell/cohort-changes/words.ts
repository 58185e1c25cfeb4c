import { nameZone } from '#domain/dates/zone-name.ts'
import { formatDay, toZoneTime } from '#domain/schedule.ts'

/** `1 learner gets` or `14 learners get`, with the number first. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The day, the time and the name of the zone. */
export function formatMoment(at: Date, zone: string): string {
  return `${formatDay(at, zone)}, ${toZoneTime(at, zone).localTime} ${nameZone(zone)}`
}
