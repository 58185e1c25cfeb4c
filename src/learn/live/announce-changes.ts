/**
 * Tells learners of moved, cancelled and added sessions: one e-mail for each person and round, with the calendar files
 * of the changed courses. docs/contract §28.
 */

import { type CalendarFile, createCalendarFile } from '#catalogue/catalog/calendar/calendar.ts'
import { isAnnouncementDue } from '#domain/schedule-change.ts'
import type { Deps } from '#http/deps.ts'
import { renderEmail } from '#people/mailing/email.tsx'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { collectChangesOfSeats } from './changes-of-seats.ts'
import { createScheduleMail } from './mail/schedule-mail.ts'
import {
  completeAnnouncement,
  listAnnouncedChanges,
  listOpenAnnouncements,
  listSeatHolders,
  listWaitingChanges,
  lockAnnouncements,
  lockSeats,
  startAnnouncement,
} from './queries/schedule-changes.ts'

/** Run each minute. A round that a crash or a failure interrupted goes on, and nobody gets its e-mail twice. */
export async function announceChanges(deps: Deps): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockAnnouncements(tx)
    if (isAnnouncementDue(await listWaitingChanges(tx), deps.clock())) await startAnnouncement(tx)
  })
  for (const id of await listOpenAnnouncements(deps.db)) {
    const failedCount = await announce(deps, id)
    if (failedCount === 0) await completeAnnouncement(deps.db, id, deps.clock())
  }
}

type Announced = Awaited<ReturnType<typeof listAnnouncedChanges>>

/** @returns how many people did not get their e-mail yet */
async function announce(deps: Deps, announcementId: string): Promise<number> {
  const changes = await listAnnouncedChanges(deps.db, announcementId)
  const cohortCodes = [...new Set(changes.map(({ cohortCode }) => cohortCode))]
  const calendars = new Map<string, CalendarFile | null>()
  for (const code of cohortCodes) calendars.set(code, await createCalendarFile(deps.db, code, deps.config.publicUrl))
  return handleEach(
    deps.log,
    await listSeatHolders(deps.db, cohortCodes),
    (personId) => notify(deps, { announcementId, personId, changes, calendars }),
    (personId) => ['no e-mail about changed sessions', { announcementId, personId }],
  )
}

type Notice = {
  announcementId: string
  personId: string
  changes: Announced
  calendars: ReadonlyMap<string, CalendarFile | null>
}

/** Locks the seats, so that none ends before the e-mail is written. */
async function notify(deps: Deps, { announcementId, personId, changes, calendars }: Notice): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock()
    const seats = await lockSeats(tx, personId, [...calendars.keys()], now)
    const [person] = seats
    if (!person) return
    const own = collectChangesOfSeats(changes, seats, now)
    if (own.length === 0) return
    const changed = [...new Set(own.map(({ cohortCode }) => cohortCode))]
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `schedule.changed:${announcementId}:${personId}`,
      to: person.email,
      ...renderEmail(createScheduleMail(deps, person, own)),
      attachments: changed.flatMap((code) => calendars.get(code) ?? []),
    })
  })
}
