/**
 * Dates of the content's runs: by a rule (weekdays and an hour, from a day or from so many days after the import, so
 * that a demo is never out of date), or each meeting by itself. What comes out is wall times in a zone, and the
 * instants worked out from them.
 */
import { instantOf } from '#domain/schedule.ts'
import type { CohortForm } from './cohort-schema.ts'
import { WEEKDAYS, type Weekday } from './content-fields.ts'
import type { CourseFile } from './content-schema.ts'

export type PlannedSession = {
  itemId: string
  title: string
  pro: boolean
  localStart: string
  startsAt: Date
  endsAt: Date
}
export type PlannedCohort = {
  courseCode: string
  form: CohortForm
  startsAt: Date | null
  endsAt: Date | null
  sessions: PlannedSession[]
}

type Item = { id: string; title: string; minutes: number; kind?: 'live' | 'lesson' | undefined }
type Taught = { curriculum: readonly { items: readonly Item[] }[]; proSessions: readonly Item[] }
export type Rule = Pick<CohortForm, 'startsOn' | 'startsInDays' | 'on' | 'at' | 'pro' | 'sessions' | 'zone'>
/** A meeting before it is asked whether its zone has that time. */
type Meeting = { item: Item; pro: boolean; local: string; minutes: number; path: (string | number)[] }

/** The day on which a cohort begins, in its own zone: told, or its first weekday on or after `startsInDays` from `today`. */
function firstDay(form: Rule, today: Date): Temporal.PlainDate {
  if (form.startsOn) return Temporal.PlainDate.from(form.startsOn)
  const seedDay = Temporal.Instant.fromEpochMilliseconds(today.getTime()).toZonedDateTimeISO('UTC').toPlainDate()
  const earliest = seedDay.add({ days: form.startsInDays ?? 0 })
  return form.on ? nextOn(earliest, form.on[0]!) : earliest
}

/**
 * The code that the file gives. Where it gives none: `NG-2027-01`, and `NG-2027-01B` for the second such cohort in one
 * month. The one cohort of an on-demand course has the course's own code.
 */
export function cohortCodes(course: Pick<CourseFile, 'code' | 'delivery' | 'cohorts'>, today: Date): string[] {
  if (course.delivery === 'on-demand') return course.cohorts.map(() => course.code)
  const seen = new Map<string, number>()
  return course.cohorts.map((form) => {
    if (form.code) return form.code
    const code = `${course.code}-${firstDay(form, today).toPlainYearMonth()}`
    const before = seen.get(code) ?? 0
    seen.set(code, before + 1)
    return cohortCode(code, before)
  })
}

/** @param before how many cohorts of that month have no code of their own and stand above */
export function cohortCode(month: string, before: number): string {
  return before === 0 ? month : `${month}${String.fromCharCode(65 + before)}`
}

/** `impossible`: wall times that the zone skips or has twice, which whoever plans them must choose anew. */
export function planCohort(
  course: Taught,
  form: CohortForm,
  courseCode: string,
  today: Date,
): { cohort: PlannedCohort; impossible: { path: (string | number)[]; local: string }[] } {
  const sessions: PlannedSession[] = []
  const impossible: { path: (string | number)[]; local: string }[] = []
  for (const meeting of meetingsOf(course, form, today)) {
    const planned = planMeeting(meeting, form.zone)
    if (planned) sessions.push(planned)
    else impossible.push(meeting)
  }
  sessions.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const cohort = {
    courseCode,
    form,
    startsAt: sessions[0]?.startsAt ?? null,
    endsAt: sessions.length > 0 ? new Date(Math.max(...sessions.map((session) => session.endsAt.getTime()))) : null,
    sessions,
  }
  return { cohort: cohort, impossible }
}

function meetingsOf(course: Taught, form: Rule, today: Date): Meeting[] {
  if (form.sessions) return form.sessions.map((told, index) => toldMeeting(course, told, index))
  return form.on && form.at ? meetingsByRule(course, form, form.on, form.at, firstDay(form, today)) : []
}

function toldMeeting(course: Taught, told: NonNullable<Rule['sessions']>[number], index: number): Meeting {
  const pro = course.proSessions.find((item) => item.id === told.item)
  const item = pro ?? course.curriculum.flatMap((group) => group.items).find((one) => one.id === told.item)!
  const path = ['sessions', index, 'at']
  return { item, pro: pro !== undefined, local: told.at, minutes: told.minutes ?? item.minutes, path }
}

/** The curriculum in order on the cohort's weekdays, and the pro sessions on days of their own. */
function meetingsByRule(course: Taught, form: Rule, on: Weekday[], at: string, first: Temporal.PlainDate): Meeting[] {
  const live = course.curriculum.flatMap((group) => group.items).filter((item) => item.kind !== 'lesson')
  let day = first
  const regular = live.map((item, index) => {
    if (index > 0) day = nextOn(day.add({ days: 1 }), on[index % on.length]!)
    return { item, pro: false, local: `${day}T${at}`, minutes: item.minutes, path: ['at'] }
  })
  const pro = Object.entries(form.pro).map(([id, when]) => {
    const item = course.proSessions.find((candidate) => candidate.id === id)!
    const evening = nextOn(first.add({ days: 7 * (when.week - 1) }), when.on)
    const path = when.at ? ['pro', id, 'at'] : ['pro', id]
    return { item, pro: true, local: `${evening}T${when.at ?? at}`, minutes: item.minutes, path }
  })
  return [...regular, ...pro]
}

/** Null for a wall time that the zone skips or has twice. */
function planMeeting({ item, pro, local, minutes }: Meeting, zone: string): PlannedSession | null {
  try {
    const startsAt = instantOf(local, zone)
    const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
    return { itemId: item.id, title: item.title, pro, localStart: local, startsAt, endsAt }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function nextOn(from: Temporal.PlainDate, weekday: Weekday): Temporal.PlainDate {
  return from.add({ days: (WEEKDAYS.indexOf(weekday) + 8 - from.dayOfWeek) % 7 })
}
