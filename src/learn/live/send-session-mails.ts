/** Reminds learners of their sessions, and tells them once of a recording. docs/contract §15 and §22. */

import { type CalendarFile, createCalendarFile } from '#catalogue/catalog/calendar/calendar.ts'
import { getOpeningWindow, getReminderWindow, REMINDER_HOURS } from '#domain/learning/session-reminder.ts'
import type { Deps } from '#http/deps.ts'
import type { EmailContent } from '#people/mailing/email.tsx'
import { enqueueOptionalMail } from '#people/mailing/enqueue-optional-mail.ts'
import type { OptionalMailKind } from '#people/mailing/mail-kinds.ts'
import type { NewMail } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { createOpeningMail, createRecordingMail, createReminder } from './mail/session-mails.ts'
import { listRecordingRecipients, listReminders, type Recipient } from './queries/recipients.ts'
import { findSession, listSessionsOfRecording } from './queries/sessions.ts'
import { recordingAttachedJob } from './queue.ts'

const CHECK_AGAIN_MS = 2 * 60_000

/** Run each minute. A moved session has a new sequence number, so its learners are reminded again. */
export async function sendReminders(deps: Deps): Promise<void> {
  const calendars = new Map<string, CalendarFile | null>()
  for (const hours of REMINDER_HOURS) {
    const window = { ...getReminderWindow(hours, deps.clock()), key: `${hours}h` }
    const sessions = await listReminders(deps.db, 'session.soon', window)
    const remind = async (session: Recipient) => {
      const { cohort_code: code } = session
      if (!calendars.has(code)) calendars.set(code, await createCalendarFile(deps.db, code, deps.config.publicUrl))
      const extras = { attachments: listFiles(calendars.get(code)), usefulUntil: session.starts_at }
      await send(deps, 'session.soon', session, createReminder(deps, session, hours), extras)
    }
    await handleEach(deps.log, sessions, remind, ({ session_id: sessionId, person_id: personId }) => [
      'no reminder of a session',
      { sessionId, personId },
    ])
  }
}

/** Run each minute, from the opening to the start. A teacher who adds the meeting late, starts the e-mails late. */
export async function announceOpenings(deps: Deps): Promise<void> {
  const sessions = await listReminders(deps.db, 'session.open', { ...getOpeningWindow(deps.clock()), key: 'open' })
  const announce = (session: Recipient) =>
    send(deps, 'session.open', session, createOpeningMail(deps, session), { usefulUntil: session.starts_at })
  await handleEach(deps.log, sessions, announce, ({ session_id: sessionId, person_id: personId }) => [
    'no e-mail about the start of a session',
    { sessionId, personId },
  ])
}

/**
 * Waits for the end of the session and for the file. Later learners of the class get no e-mail.
 *
 * @param personId writes only to this person, when an admin sends the e-mail again
 */
export async function announceRecording(deps: Deps, sessionId: string, personId?: string): Promise<void> {
  const session = await findSession(deps.db, sessionId)
  if (!session?.recording_asset_id || session.cancelled_at || session.recording_state === 'failed') return
  const now = deps.clock()
  if (session.ends_at > now || session.recording_state !== 'ready') {
    const startAfter = new Date(Math.max(session.ends_at.getTime(), now.getTime() + CHECK_AGAIN_MS))
    return deps.jobs.enqueue(
      deps.db,
      recordingAttachedJob,
      { sessionId, personId },
      { key: personId ? `${sessionId} ${personId}` : sessionId, startAfter },
    )
  }
  for (const recipient of await listRecordingRecipients(deps.db, sessionId, personId))
    await send(deps, 'recording.ready', recipient, createRecordingMail(deps, recipient))
}

/** A recording that failed was given up by `announceRecording`. */
export async function awaitRetriedRecording(deps: Deps, assetId: string): Promise<void> {
  for (const sessionId of await listSessionsOfRecording(deps.db, assetId)) await announceRecording(deps, sessionId)
}

async function send(
  deps: Deps,
  kind: OptionalMailKind,
  session: Recipient,
  content: EmailContent,
  extras: Pick<NewMail, 'attachments' | 'usefulUntil'> = {},
): Promise<void> {
  const person = { id: session.person_id, email: session.email }
  const timezoneId = session.person_timezone_id ?? session.timezone_id
  await transact(deps.db, (tx) =>
    enqueueOptionalMail(deps, tx, { kind, person, about: session.about, content, timezoneId, ...extras }),
  )
}

const listFiles = (calendar?: CalendarFile | null) => (calendar ? [calendar] : [])
