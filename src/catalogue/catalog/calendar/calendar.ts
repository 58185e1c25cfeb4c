/** The sessions of a cohort as an iCalendar file (RFC 5545): local times with their zone. Ids and sequence numbers let calendars move and cancel sessions. */

import ical, { escape as escapeText, type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { getSessionPath } from '#domain/learning/room-path.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import type { Secrets } from '#platform/secrets.ts'
import { getVisibility } from '../listing.ts'
import { isListedCohort } from '../queries/listing.ts'
import { listCalendarSessions } from '../queries.ts'
import { defineZone, getEventZone } from './calendar-zones.ts'

export type CalendarFile = { filename: string; contentType: string; content: Buffer }

/**
 * The address of the calendar file for learners and buyers. Its key also works for courses that are not listed. The
 * key is the same for all people, so it identifies nobody.
 */
export function createCalendarPath(secrets: Secrets, cohortCode: string): string {
  return `/calendar/${cohortCode}.ics?key=${createKey(secrets, cohortCode)}`
}

/** The file for an address that anybody can guess: only for a listed course, or with the key. */
export async function getCalendarFile(deps: Deps, cohortCode: string, key: unknown): Promise<CalendarFile | null> {
  const isAllowed =
    isValidKey(deps.secrets, cohortCode, key) || (await isListedCohort(deps.db, cohortCode, getVisibility(deps)))
  return isAllowed ? createCalendarFile(deps.db, cohortCode, deps.config.publicUrl) : null
}

function isValidKey(secrets: Secrets, cohortCode: string, key: unknown): boolean {
  return typeof key === 'string' && secrets.isMac('calendar', cohortCode, key)
}

function createKey(secrets: Secrets, cohortCode: string): string {
  return secrets.mac('calendar', cohortCode).toString('base64url')
}

/** Null for an unknown cohort, or one without dates. `siteUrl` makes the event ids unique and is the target of each event. */
export async function createCalendarFile(db: Db, cohortCode: string, siteUrl: string): Promise<CalendarFile | null> {
  return toCalendarFile(cohortCode, await listCalendarSessions(db, cohortCode), siteUrl)
}

/** Null without sessions. */
export function toCalendarFile(
  cohortCode: string,
  sessions: readonly SessionEvent[],
  siteUrl: string,
): CalendarFile | null {
  if (sessions.length === 0) return null
  const isCancelled = sessions.every((session) => session.is_cancelled)
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = createCalendar(sessions[0]!.course_title, method)
  for (const session of sessions) addSessionEvent(calendar, session, siteUrl)
  return {
    filename: `${cohortCode.toLowerCase()}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  }
}

/** Each event names its own zone, and the file defines every zone that it uses. */
export function createCalendar(name: string, method: ICalCalendarMethod): ICalCalendar {
  const calendar = ical({
    // The library escapes the texts of events alone.
    name: escapeText(toCalendarText(name), false),
    method,
    prodId: { company: 'Understudy', product: 'Courses' },
  })
  // With a zone of the calendar, the library would write DTSTAMP as a local time.
  calendar.timezone({ name: null, generator: (zone) => defineZone(zone, ...getPeriod(calendar)) })
  return calendar
}

/** Control characters are not allowed in a text (RFC 5545 §3.3.11). */
export function toCalendarText(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
}

/** From the first to the last moment of the events. */
function getPeriod(calendar: ICalCalendar): [Date, Date] {
  const times = calendar.events().flatMap((event) => [event.start(), event.end() ?? event.start()].map(toEpochMs))
  return [new Date(Math.min(...times)), new Date(Math.max(...times))]
}

/** Of `addSessionEvent`, or of a whole day. */
function toEpochMs(time: unknown): number {
  return time instanceof Temporal.ZonedDateTime ? time.epochMilliseconds : new Date(time as Date).getTime()
}

type SessionEvent = Awaited<ReturnType<typeof listCalendarSessions>>[number]

/** The same session is the same event in every calendar of the site. */
export function addSessionEvent(calendar: ICalCalendar, session: SessionEvent, siteUrl: string): void {
  calendar.createEvent({
    id: createEventId(session.id, siteUrl),
    // A calendar takes over a change only with a higher number (RFC 5546 §2.1.4), and a cancellation is a change.
    sequence: session.sequence + (session.is_cancelled ? 1 : 0),
    status: session.is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // The library would write a Date in the zone of the server.
    start: toZonedDateTime(session.starts_at, session.timezone_id),
    end: toZonedDateTime(session.ends_at, session.timezone_id),
    timezone: getEventZone(session.starts_at, session.ends_at, session.timezone_id),
    summary: toCalendarText(isolated`${session.title} (${session.course_title})`),
    url: new URL(getSessionPath(session.id), siteUrl).href,
  })
}

/** An id that no other site uses. */
export function createEventId(id: string, siteUrl: string): string {
  return `${id}@${new URL(siteUrl).hostname}`
}

function toZonedDateTime(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}
