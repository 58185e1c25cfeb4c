/** A run's sessions as an iCalendar file (RFC 5545): local times with their zone, and ids that stay, so that a moved session moves. */

import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { Db } from '#platform/db/db.ts'
import { calendarOf } from './queries.ts'

export type CalendarFile = { filename: string; contentType: string; content: Buffer }

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
