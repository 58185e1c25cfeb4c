/** Plans a series of sessions, before anything is saved. docs/contract §37. */
import { listLessonsForDates, nameMissingLessons } from '#catalogue/drafts/live-lessons.ts'
import { listSeriesDays, planSessionTime, proposeCohortCode } from '#domain/dates/session-series.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { listSessionsOfTeachers, listTakenCodes } from './queries.ts'
import type { PlannedSession, Series, SeriesInput } from './wire.ts'

export async function planSeries(
  deps: Deps,
  person: ActingPerson,
  { courseCode, ...input }: SeriesInput & { courseCode: string },
): Promise<Outcome<Series>> {
  const permitted = await requirePermission(deps.db, person, 'dates.edit', courseCode)
  if (!permitted.ok) return permitted
  const lessons = await listLessonsForDates(deps.db, courseCode, deps.clock())
  if (!lessons) return refused('COURSE_NOT_FOUND')
  const newLessons = nameMissingLessons(lessons, input.count)
  const titles = [...lessons.map(({ title }) => title), ...newLessons]
  const planned = planRows(input, titles, deps.clock())
  if (!planned) return refused('FIELD_INVALID', { fields: { firstDay: 'This day does not exist' } })
  const month = planned.find(({ isSkipped }) => !isSkipped)!.day.slice(0, 7)
  return accepted({
    sessions: await markOverlaps(deps.db, person.personId, courseCode, planned),
    cohortCode: await proposeFreeCode(deps.db, courseCode, month),
    newLessons,
  })
}

type Row = Omit<PlannedSession, 'startsAt' | 'endsAt' | 'overlap'> & { startsAt: Date | null; endsAt: Date | null }

/** Null for a first day that does not exist. */
function planRows(
  { firstDay, weekdays, everyWeeks, skippedDays, count, start, minutes, timezoneId }: SeriesInput,
  titles: readonly string[],
  now: Date,
): Row[] | null {
  try {
    let taught = 0
    return listSeriesDays({ firstDay, weekdays: weekdays.toSorted(), everyWeeks, skippedDays }, count).map(
      ({ day, isSkipped }) => {
        const row = { day, isSkipped, localStart: `${day}T${start}`, startsAt: null, endsAt: null, nearest: [] }
        if (isSkipped) return { ...row, title: null, fault: null }
        const title = titles[taught++] ?? null
        const time = planSessionTime(row.localStart, minutes, timezoneId)
        if (time.fault) return { ...row, title, fault: time.fault, nearest: time.nearest }
        const { startsAt, endsAt } = time
        return { ...row, title, startsAt, endsAt, fault: startsAt <= now ? ('past' as const) : null }
      },
    )
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A draft of other teachers is named to nobody else. */
async function markOverlaps(
  db: Db | Tx,
  personId: string,
  courseCode: string,
  rows: readonly Row[],
): Promise<PlannedSession[]> {
  const times = rows.flatMap(({ startsAt, endsAt }) =>
    startsAt && endsAt ? [startsAt.getTime(), endsAt.getTime()] : [],
  )
  const range = { from: new Date(Math.min(...times)), until: new Date(Math.max(...times)) }
  const others = times.length === 0 ? [] : await listSessionsOfTeachers(db, personId, courseCode, range)
  return rows.map(({ startsAt, endsAt, ...row }) => {
    const other = startsAt && endsAt && others.find((one) => one.startsAt < endsAt && startsAt < one.endsAt)
    return {
      ...row,
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      overlap: other ? nameOverlap(other) : null,
    }
  })
}

function nameOverlap({
  title,
  courseTitle,
  isKnown,
}: {
  title: string
  courseTitle: string
  isKnown: boolean
}): string {
  return isKnown ? `“${title}” of ${courseTitle}` : 'another session of a teacher of this course'
}

/** `NG-2027-03`, or with a letter behind it. @param month of the first session */
export async function proposeFreeCode(db: Db | Tx, courseCode: string, month: string): Promise<string> {
  const base = `${courseCode}-${month}`
  const letters = Array.from({ length: 25 }, (_, index) => `${base}${String.fromCharCode(66 + index)}`)
  const taken = new Set(await listTakenCodes(db, [base, ...letters]))
  const code = proposeCohortCode(courseCode, month, (candidate) => taken.has(candidate))
  if (code === null) throw new Error(`no free code for a cohort of ${base}`)
  return code
}
