/** When a person on the reminder list hears that enrolment closes. docs/contract §25. */
import { toZoneTime } from './schedule.ts'

export const CLOSING_HOURS = 48
/** The e-mail is written between these local times of the person. */
const [EARLIEST, LATEST] = ['08:00', '21:00']

/** The time from which the reminder may be written. */
export function getClosingFrom(closesAt: Date): Date {
  return new Date(closesAt.getTime() - CLOSING_HOURS * 3_600_000)
}

/**
 * Whether the reminder is due: in the last 48 hours before enrolment closes, in the daytime of the person.
 *
 * @throws RangeError for an unknown zone
 */
export function isClosingReminderDue(closesAt: Date, zone: string, now: Date): boolean {
  if (now >= closesAt || now < getClosingFrom(closesAt)) return false
  const { localTime } = toZoneTime(now, zone)
  return localTime >= EARLIEST && localTime < LATEST
}
