/**
 * Dates of the content's runs. They are told relative to a day, so that a demo is never out of date;
 * what comes out is wall times in a zone, and the instants worked out from them.
 */
import { instantOf } from '#domain/schedule.ts'
import { type CohortForm, type CourseFile, WEEKDAYS } from './content-schema.ts'

export type PlannedSession = {
  itemId: string
  title: string
  pro: boolean
  localStart: string
  startsAt: Date
  endsAt: Date
}
export type PlannedRun = {
  courseCode: string
  form: CohortForm
  startsAt: Date | null
  endsAt: Date | null
  sessions: PlannedSession[]
}

type Weekday = (typeof WEEKDAYS)[number]
type Item = { id: string; title: string; minutes: number }

/** The day on which a run begins, in its own zone: its first weekday on or after `startsInDays` from `today`. */
function firstDay(form: CohortForm, today: Date): Temporal.PlainDate {
  const seedDay = Temporal.Instant.fromEpochMilliseconds(today.getTime()).toZonedDateTimeISO('UTC').toPlainDate()
  const earliest = seedDay.add({ days: form.startsInDays ?? 0 })
  return form.on ? nextOn(earliest, form.on[0]!) : earliest
}

/** `NG-2027-01`; a second run in one month is `NG-2027-01B`. The one run of an on-demand course has the course's own code. */
export function runCodes(course: CourseFile, today: Date): string[] {
  if (course.delivery === 'on-demand') return [course.code]
  const seen = new Map<string, number>()
  return course.cohorts.map((form) => {
    const code = `${course.code}-${firstDay(form, today).toPlainYearMonth()}`
    const before = seen.get(code) ?? 0
    seen.set(code, before + 1)
    return before === 0 ? code : `${code}${String.fromCharCode(65 + before)}`
  })
}

/** @throws RangeError for a wall time that its zone skips or has twice */
export function planRun(course: CourseFile, form: CohortForm, courseCode: string, today: Date): PlannedRun {
  const sessions = form.on && form.at ? sessionsOf(course, form, form.on, form.at, firstDay(form, today)) : []
  return {
    courseCode,
    form,
    startsAt: sessions[0]?.startsAt ?? null,
    endsAt: sessions.length > 0 ? new Date(Math.max(...sessions.map((session) => session.endsAt.getTime()))) : null,
    sessions,
  }
}

/** The curriculum in order on the run's weekdays, and the pro sessions on days of their own; all by time. */
function sessionsOf(course: CourseFile, form: CohortForm, on: Weekday[], at: string, first: Temporal.PlainDate) {
  const live = course.curriculum.flatMap((group) => group.items).filter((item) => item.kind !== 'lesson')
  let day = first
  const regular = live.map((item, index) => {
    if (index > 0) day = nextOn(day.add({ days: 1 }), on[index % on.length]!)
    return session(item, false, day, at, form.zone)
  })
  const pro = Object.entries(form.pro).map(([id, when]) => {
    const week = first.add({ days: 7 * (when.week - 1) })
    const item = course.proSessions.find((candidate) => candidate.id === id)!
    return session(item, true, nextOn(week, when.on), when.at ?? at, form.zone)
  })
  return [...regular, ...pro].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

function session(item: Item, pro: boolean, day: Temporal.PlainDate, at: string, zone: string): PlannedSession {
  const localStart = `${day}T${at}`
  const startsAt = instantOf(localStart, zone)
  return {
    itemId: item.id,
    title: item.title,
    pro,
    localStart,
    startsAt,
    endsAt: new Date(startsAt.getTime() + item.minutes * 60_000),
  }
}

function nextOn(from: Temporal.PlainDate, weekday: Weekday): Temporal.PlainDate {
  return from.add({ days: (WEEKDAYS.indexOf(weekday) + 8 - from.dayOfWeek) % 7 })
}
