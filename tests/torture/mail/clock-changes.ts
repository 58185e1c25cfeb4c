/**
 * Sessions in the nights of clock changes, in the zones of their readers, under a clock that a loop sets. Each reader gets
 * one reminder a day and one an hour before, counted in real hours, whose text has the time that the zone shows.
 */
import { REMINDER_HOURS } from '#domain/learning/session-reminder.ts'
import type { Deps } from '#http/deps.ts'
import { sendReminders } from '#learn/live/send-session-mails.ts'
import { givenSession } from '../../world/lessons.ts'
import { givenCourse } from '../../world/selling.ts'
import { withInstallation } from '../processing/worker-process.ts'
import { addLearners } from './reminders.ts'

export type ClockChangesReport = { sessions: number; reminders: number; faults: string[] }

/** The hour of the change, in UTC. */
const CHANGES = [
  ['Europe/Berlin', '2027-03-28T01:00Z'],
  ['Europe/Berlin', '2027-10-31T01:00Z'],
  ['America/New_York', '2027-03-14T07:00Z'],
  ['America/New_York', '2027-11-07T06:00Z'],
  ['Australia/Lord_Howe', '2027-10-02T15:30Z'],
  ['Australia/Lord_Howe', '2028-04-01T15:00Z'],
] as const
const MINUTE_MS = 60_000
/** Minutes around the change at which sessions start. */
const STARTS = [-60, -30, -1, 0, 1, 30, 59, 60, 90, 24 * 60]

type Session = { sessionId: string; startsAt: Date; zone: string; email: string }

export const tortureClockChanges = (): Promise<ClockChangesReport> => withInstallation(checkClockChanges)

/** `deps` have a database without other classes. */
export async function checkClockChanges(deps: Deps): Promise<ClockChangesReport> {
  const sessions: Session[] = []
  for (const [group, [zone, changesAt]] of CHANGES.entries())
    sessions.push(...(await addSessions(deps, group, zone, changesAt)))
  for (const at of listMoments(sessions)) await sendReminders({ ...deps, clock: () => at })
  return { sessions: sessions.length, ...(await judge(deps, sessions)) }
}

/** A class with one learner, who reads in the zone. */
async function addSessions(deps: Deps, group: number, zone: string, changesAt: string): Promise<Session[]> {
  const cohortCode = await givenCourse(deps, { seats: 5 })
  await addLearners(deps, cohortCode, group, 1)
  const email = `g${group}-1@understudy.test`
  await deps.db.updateTable('person').set({ timezone_id: zone }).where('email', '=', email).execute()
  const sessions: Session[] = []
  for (const minutes of STARTS) {
    const startsAt = new Date(Date.parse(changesAt) + minutes * MINUTE_MS)
    sessions.push({ ...(await givenSession(deps, cohortCode, { startsAt })), startsAt, zone, email })
  }
  return sessions
}

/** A minute before each reminder is due, when it is, when the session starts, and after it; in the order of time. */
function listMoments(sessions: readonly Session[]): Date[] {
  const moments = sessions.flatMap(({ startsAt }) =>
    [...REMINDER_HOURS.flatMap((hours) => [hours * 60 + 1, hours * 60]), 0, -1].map(
      (minutesBefore) => startsAt.getTime() - minutesBefore * MINUTE_MS,
    ),
  )
  return [...new Set(moments)].toSorted((one, other) => one - other).map((at) => new Date(at))
}

async function judge({ db }: Deps, sessions: readonly Session[]): Promise<{ reminders: number; faults: string[] }> {
  const faults: string[] = []
  const mails = await db.selectFrom('mail').selectAll().where('kind', '=', 'session.soon').execute()
  for (const { sessionId, startsAt, zone, email } of sessions)
    for (const hours of REMINDER_HOURS) {
      const name = `${zone}, ${startsAt.toISOString()}, ${hours} h before`
      const reminders = mails.filter(
        ({ dedupe_key }) => dedupe_key.includes(sessionId) && dedupe_key.endsWith(`:${hours}h`),
      )
      if (reminders.length !== 1) faults.push(`${reminders.length} reminders: ${name}`)
      for (const mail of reminders) {
        if (mail.to_address !== email) faults.push(`to ${mail.to_address}: ${name}`)
        if (mail.useful_until?.getTime() !== startsAt.getTime())
          faults.push(`useful until ${mail.useful_until}: ${name}`)
        const shown = formatIndependently(startsAt, zone)
        if (!mail.text_body.includes(shown))
          faults.push(`does not say ${shown}: ${name}: ${mail.text_body.slice(0, 200)}`)
      }
    }
  return { reminders: mails.length, faults }
}

/** By the formatter of the runtime, which our own does not use: date, time and offset from UTC. */
function formatIndependently(at: Date, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  const date = format({ day: 'numeric', month: 'long', year: 'numeric' }).format(at)
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
  const parts = format({ timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  const hour = time < '05:00' ? `${time} at night,` : time
  return `${date}, ${hour} ${timeZone.split('/')[1]?.replace('_', ' ')} time (${offset})`
}
