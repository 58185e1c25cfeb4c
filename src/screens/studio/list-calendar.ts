/** The sessions that a person teaches, by time. docs/contract §37. */
import { readDefinition } from '#catalogue/catalog/files/definition.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { type CourseRole, can, isAdminRole, type SiteRole } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { type ActingPerson, getSiteRole } from '#people/roles/queries.ts'
import { findNextCalendarStart, listCalendarSessions } from './queries.ts'
import type { CalendarSession } from './wire.ts'

const LONGEST_MS = 32 * 24 * 60 * 60 * 1000

type SessionRow = Awaited<ReturnType<typeof listCalendarSessions>>[number]
type Calendar = { sessions: CalendarSession[]; next: string | null }

/** An admin session with a site role lists the sessions of every course. At most 500 sessions. */
export async function listCalendar(
  deps: Deps,
  { personId, audience }: ActingPerson,
  query: { from: string; until: string },
): Promise<Outcome<Calendar>> {
  const [from, until] = [new Date(query.from), new Date(query.until)]
  if (until <= from || until.getTime() - from.getTime() > LONGEST_MS)
    return refused('FIELD_INVALID', { fields: { until: 'Please choose a time at most 32 days later' } })
  const site = audience === 'admin' ? await getSiteRole(deps.db, personId) : null
  const filter = { personId, isEveryCourse: isAdminRole(site) }
  const rows = await listCalendarSessions(deps.db, { ...filter, from, until })
  const next = await findNextCalendarStart(deps.db, { ...filter, from: until })
  return accepted({
    sessions: rows.map((row) => toCalendarSession(row, rows, site)),
    next: next?.toISOString() ?? null,
  })
}

/** `all`: the sessions among which another one at the same time is looked for. */
export function toCalendarSession(row: SessionRow, all: readonly SessionRow[], site: SiteRole | null): CalendarSession {
  const other = all.find((one) => one.id !== row.id && isAtOnce(one, row) && haveTeacher(one, row))
  const { images } = readDefinition(row.images ? { images: row.images } : {})
  return {
    sessionId: row.id,
    title: row.title,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    timezoneId: row.timezone_id,
    hasMeeting: row.has_meeting,
    course: { coursePrefixCode: row.course_code, title: row.course_title, hue: images.hue },
    cohortName: row.cohort_name,
    overlap: other ? `“${other.title}” of ${other.course_title}` : null,
    mayMove: can({ site, course: row.role as CourseRole | null }, 'dates.edit'),
  }
}

const isAtOnce = (one: SessionRow, other: SessionRow) => one.starts_at < other.ends_at && other.starts_at < one.ends_at

/** One of the teachers has both. */
const haveTeacher = (one: SessionRow, other: SessionRow) =>
  one.teachers.some((teacher) => other.teachers.includes(teacher))
