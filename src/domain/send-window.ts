/** The hours of a reader's day in which e-mails that are not urgent are sent. docs/contract §26. */
import { isTimeZone } from './schedule.ts'

/** Local hours: from 08:00 until before 20:00. */
const [FIRST_HOUR, END_HOUR] = [8, 20]

/**
 * The first moment from `at` on that lies in the window of the zone: `at` itself between 08:00 and 20:00, else the next
 * 08:00. On a day on which clocks skip 08:00, the moment after the gap. An unknown zone counts as UTC.
 */
export function getSendTime(at: Date, timezoneId: string | null): Date {
  const zone = timezoneId && isTimeZone(timezoneId) ? timezoneId : 'UTC'
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  if (local.hour >= FIRST_HOUR && local.hour < END_HOUR) return at
  const day = local.hour < FIRST_HOUR ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  const next = day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour: FIRST_HOUR }) })
  // A zone that skips a whole day, or repeats its evening, can put that moment before `at`.
  return next.epochMilliseconds > at.getTime() ? new Date(next.epochMilliseconds) : at
}
