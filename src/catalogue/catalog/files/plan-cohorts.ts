/**
 * Plans the dates of cohorts in the content files. The rule has weekdays and an hour, from a date or a number of days
 * after the import, which keeps a demo up to date. A file can also list each session. The results are local times in a
 * zone, and the instants derived from them.
 */
import { getNextWeekday, listSeriesDays, planSessionTime } from '#domain/dates/session-series.ts'
import type { CohortInput } from './cohort-schema.ts'
import { WEEKDAYS, type Weekday } from './content-fields.ts'
import type { CourseFile } from './content-schema.ts'
import type { ItemInput } from './lesson-schema.ts'

export type PlannedSession = {
  itemId: string
  title: string
  pro: boolean
  localStart: string
  startsAt: Date
  endsAt: Date
}
export type PlannedCohort = {
  createCohortCode: string
  form: CohortInput
  startsAt: Date | null
  endsAt: Date | null
  sessions: PlannedSession[]
}

type Item = { id: string; title: string; minutes: number; kind?: ItemInput['kind'] }
type TaughtItems = { curriculum: readonly { items: readonly Item[] }[]; proSessions: readonly Item[] }
export type DateRule = Pick<CohortInput, 'startsOn' | 'startsInDays' | 'on' | 'at' | 'pro' | 'sessions' | 'zone'>
/** A session before its local time is checked in its zone. */
type UnplannedSession = { item: Item; pro: boolean; local: string; minutes: number; path: (string | number)[] }

/** The first day of a cohort in its own zone: given, or its first weekday on or after `startsInDays` from `today`. */
function getFirstDay(form: DateRule, today: Date): Temporal.PlainDate {
  if (form.startsOn) return Temporal.PlainDate.from(form.startsOn)
  const importDay = Temporal.Instant.fromEpochMilliseconds(today.getTime()).toZonedDateTimeISO('UTC').toPlainDate()
  const earliest = importDay.add({ days: form.startsInDays ?? 0 })
  return form.on ? getNextWeekday(earliest, toNumber(form.on[0]!)) : earliest
}

/**
 * The code from the file, else a generated one: `NG-2027-01`, then `NG-2027-01B` for a second cohort in the month. An
 * on-demand course has one cohort, with the code of the course.
 */
export function listCohortCodes(course: Pick<CourseFile, 'code' | 'delivery' | 'cohorts'>, today: Date): string[] {
  if (course.delivery === 'on-demand') return course.cohorts.map(() => course.code)
  const seen = new Map<string, number>()
  return course.cohorts.map((form) => {
    if (form.code) return form.code
    const code = `${course.code}-${getFirstDay(form, today).toPlainYearMonth()}`
    const before = seen.get(code) ?? 0
    seen.set(code, before + 1)
    return createCohortCode(code, before)
  })
}

/** @param before the number of earlier cohorts of that month without their own code */
export function createCohortCode(month: string, before: number): string {
  return before === 0 ? month : `${month}${String.fromCharCode(65 + before)}`
}

/** `impossible`: local times that the zone skips or repeats, which the planner must change. */
export function planCohort(
  course: TaughtItems,
  form: CohortInput,
  createCohortCode: string,
  today: Date,
): { cohort: PlannedCohort; invalidTimes: { path: (string | number)[]; local: string }[] } {
  const sessions: PlannedSession[] = []
  const invalidTimes: { path: (string | number)[]; local: string }[] = []
  for (const meeting of listMeetings(course, form, today)) {
    const planned = planMeeting(meeting, form.zone)
    if (planned) sessions.push(planned)
    else invalidTimes.push(meeting)
  }
  sessions.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const cohort = {
    createCohortCode: createCohortCode,
    form,
    startsAt: sessions[0]?.startsAt ?? null,
    endsAt: sessions.length > 0 ? new Date(Math.max(...sessions.map((session) => session.endsAt.getTime()))) : null,
    sessions,
  }
  return { cohort: cohort, invalidTimes: invalidTimes }
}

function listMeetings(course: TaughtItems, form: DateRule, today: Date): UnplannedSession[] {
  if (form.sessions) return form.sessions.map((session, index) => createListedMeeting(course, session, index))
  return form.on && form.at ? listMeetingsByRule(course, form, form.on, form.at, getFirstDay(form, today)) : []
}

function createListedMeeting(
  course: TaughtItems,
  session: NonNullable<DateRule['sessions']>[number],
  index: number,
): UnplannedSession {
  const pro = course.proSessions.find((item) => item.id === session.item)
  const item = pro ?? course.curriculum.flatMap((group) => group.items).find((one) => one.id === session.item)!
  const path = ['sessions', index, 'at']
  return { item, pro: pro !== undefined, local: session.at, minutes: session.minutes ?? item.minutes, path }
}

/** The curriculum in order on the cohort's weekdays, and the pro sessions on their own days. */
function listMeetingsByRule(
  course: TaughtItems,
  form: DateRule,
  on: Weekday[],
  at: string,
  first: Temporal.PlainDate,
): UnplannedSession[] {
  const live = course.curriculum
    .flatMap((group) => group.items)
    .filter(({ kind }) => kind === undefined || kind === 'live')
  const rule = { firstDay: first.toString(), weekdays: on.map(toNumber), everyWeeks: 1 }
  const days = live.length === 0 ? [] : listSeriesDays(rule, live.length)
  const regular = live.map((item, index) => {
    return { item, pro: false, local: `${days[index]!.day}T${at}`, minutes: item.minutes, path: ['at'] }
  })
  const pro = Object.entries(form.pro).map(([id, proRule]) => {
    const item = course.proSessions.find((candidate) => candidate.id === id)!
    const evening = getNextWeekday(first.add({ days: 7 * (proRule.week - 1) }), toNumber(proRule.on))
    const path = proRule.at ? ['pro', id, 'at'] : ['pro', id]
    return { item, pro: true, local: `${evening}T${proRule.at ?? at}`, minutes: item.minutes, path }
  })
  return [...regular, ...pro]
}

/** Null for a local time that the zone skips or repeats. */
function planMeeting({ item, pro, local, minutes }: UnplannedSession, zone: string): PlannedSession | null {
  const time = planSessionTime(local, minutes, zone)
  if (time.fault) return null
  return { itemId: item.id, title: item.title, pro, localStart: local, startsAt: time.startsAt, endsAt: time.endsAt }
}

const toNumber = (weekday: Weekday): number => WEEKDAYS.indexOf(weekday) + 1
