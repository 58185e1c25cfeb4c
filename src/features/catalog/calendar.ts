/** The sessions of a cohort as an iCalendar file (RFC 5545): local times with their zone. Ids and sequence numbers let calendars move and cancel sessions. */

import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { getSessionPath } from '#domain/learning/room-path.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import type { Secrets } from '#platform/secrets.ts'
import { getVisibility } from './listing.ts'
import { isListedCohort } from './queries/listing.ts'
import { listCalendarSessions } from './queries.ts'

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
  const sessions = await listCalendarSessions(db, cohortCode)
  if (sessions.length === 0) return null

  const host = new URL(siteUrl).hostname
  const isCancelled = sessions.every((session) => session.is_cancelled)
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = ical({
    name: sessions[0]!.course_title,
    method,
    prodId: { company: 'Understudy', product: 'Courses' },
  })
  calendar.timezone({ name: sessions[0]!.timezone_id, generator: getVtimezoneComponent })
  for (const session of sessions) {
    calendar.createEvent({
      id: `${session.id}@${host}`,
      // A calendar takes over a change only with a higher number (RFC 5546 §2.1.4), and a cancellation is a change.
      sequence: session.sequence + (session.is_cancelled ? 1 : 0),
      status: session.is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      start: session.starts_at,
      end: session.ends_at,
      timezone: session.timezone_id,
      summary: `${session.title} (${session.course_title})`,
      url: new URL(getSessionPath(session.id), siteUrl).href,
    })
  }
  return {
    filename: `${cohortCode.toLowerCase()}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  }
}
