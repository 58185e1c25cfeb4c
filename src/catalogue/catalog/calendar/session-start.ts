/** The times of live sessions in words, for e-mails and documents. */
import { formatSession, toZoneTime } from '#domain/schedule.ts'
import type { Db } from '#platform/db/db.ts'
import { formatMeetings } from '#ui/format-meetings.ts'
import { markNight } from '#ui/format-time.ts'
import { listCalendarSessions } from '../queries.ts'

/** `Tue 12 January 2027, 20:00 Manila time (GMT+8)`. A start at night is marked: `02:00 at night, London time (GMT)`. */
export function formatSessionStart(at: Date, zone: string): string {
  const { localTime, displayText } = toZoneTime(at, zone)
  const hour = markNight(localTime)
  return hour === localTime ? displayText : displayText.replace(localTime, `${hour},`)
}

/** `Tue 12 January 2027, 20:00–21:30`. A start at night is marked: `02:00–03:30 at night`. */
export function formatSessionHours(startsAt: Date, endsAt: Date, zone: string): string {
  const hours = formatSession(startsAt, endsAt, zone)
  const { localTime } = toZoneTime(startsAt, zone)
  return markNight(localTime) === localTime ? hours : `${hours} at night`
}

type CalendarSession = Pick<Awaited<ReturnType<typeof listCalendarSessions>>[number], 'starts_at' | 'is_cancelled'>

export async function loadOtherHours(db: Db, cohortCode: string, zone: string): Promise<string | null> {
  return describeOtherHours(await listCalendarSessions(db, cohortCode), zone)
}

/**
 * Null if every session starts at the same local hour. Otherwise a sentence, because the reader of a first start expects
 * that hour for all: after a change of the clocks, a class may have another hour in the reader's zone.
 */
export function describeOtherHours(sessions: readonly CalendarSession[], zone: string): string | null {
  const starts = sessions
    .filter((session) => !session.is_cancelled)
    .map((session) => session.starts_at)
    .toSorted((a, b) => a.getTime() - b.getTime())
  if (new Set(starts.map((at) => toZoneTime(at, zone).localTime)).size < 2) return null
  const meetings = formatMeetings(
    starts.map((at) => at.toISOString()),
    zone,
  )
  return `Not every session starts at that hour: ${meetings}.`
}
