/** A cohort's sessions as an iCalendar file (RFC 5545): local times with their zone, and ids that stay, so that a moved session moves. */

import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import type { Secrets } from '#platform/secrets.ts'
import { seenBy } from './listing.ts'
import { isListedCohort } from './queries/listing.ts'
import { calendarOf } from './queries.ts'

export type CalendarFile = { filename: string; contentType: string; content: Buffer }

/**
 * Where a learner or buyer gets the file. The key opens this cohort's dates also where its course is on no list; it
 * is the same for everybody, and names nobody.
 */
export function calendarPath(secrets: Secrets, courseCode: string): string {
  return `/calendar/${courseCode}.ics?key=${keyFor(secrets, courseCode)}`
}

/** The file for an address that anybody may type: of a listed course, or with the key. */
export async function openCalendar(deps: Deps, courseCode: string, key: unknown): Promise<CalendarFile | null> {
  const isAllowed = isKey(deps.secrets, courseCode, key) || (await isListedCohort(deps.db, courseCode, seenBy(deps)))
  return isAllowed ? calendarFile(deps.db, courseCode, deps.config.publicUrl) : null
}

function isKey(secrets: Secrets, courseCode: string, key: unknown): boolean {
  return typeof key === 'string' && secrets.isMac('calendar', courseCode, key)
}

function keyFor(secrets: Secrets, courseCode: string): string {
  return secrets.mac('calendar', courseCode).toString('base64url')
}

/** Null for an unknown run, or one without dates. `siteUrl` makes the ids unique and is where each entry leads. */
export async function calendarFile(db: Db, courseCode: string, siteUrl: string): Promise<CalendarFile | null> {
  const sessions = await calendarOf(db, courseCode)
  if (sessions.length === 0) return null

  const host = new URL(siteUrl).hostname
  const calendar = ical({
    name: sessions[0]!.course_title,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Understudy', product: 'Courses' },
  })
  calendar.timezone({ name: sessions[0]!.timezone_id, generator: getVtimezoneComponent })
  for (const session of sessions) {
    calendar.createEvent({
      id: `${courseCode}-${session.position}@${host}`,
      start: session.starts_at,
      end: session.ends_at,
      timezone: session.timezone_id,
      summary: `${session.title} (${session.course_title})`,
      url: new URL('/portal', siteUrl).href,
    })
  }
  return {
    filename: `${courseCode.toLowerCase()}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(calendar.toString()),
  }
}
