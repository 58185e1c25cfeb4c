/** A teacher's changes of a session: meeting address, recap and recording. docs/contract §15. */

import { listBrokenLinks } from '#catalogue/catalog/files/lesson-texts/text-links.ts'
import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import {
  findRecordingAsset,
  listRecordingAssets,
  type SessionChange,
  updateSession,
} from '#catalogue/catalog/queries/sessions.ts'
import { getMeetingHost, parseMeetingUrl } from '#domain/learning/meeting.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Action } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { findSession, listCourseSessions, type MeetingRow } from './queries/sessions.ts'
import { recordingAttachedJob } from './queue.ts'
import type { SessionUpdate, TaughtSession, TaughtSessions } from './wire/studio.ts'

/** Refuses the session of a foreign course like a missing one. */
export async function requireTaughtSession(
  db: Db | Tx,
  member: ActingPerson,
  sessionId: string,
  action: Action = 'session.manage',
): Promise<Outcome<MeetingRow>> {
  const session = await findSession(db, sessionId)
  if (!session) return refused('SESSION_NOT_FOUND')
  const permitted = await requirePermission(db, member, action, session.course_code)
  if (permitted.ok) return accepted(session)
  return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('SESSION_NOT_FOUND') : permitted
}

export async function changeSession(
  deps: Deps,
  member: ActingPerson,
  { sessionId, ...update }: SessionUpdate & { sessionId: string },
): Promise<Outcome<TaughtSession>> {
  const changed = await inOneTransaction(deps.db, async (tx) => {
    const session = await requireTaughtSession(tx, member, sessionId)
    if (!session.ok) return session
    const change = await toChange(deps, tx, session.value, update)
    if (!change.ok) return change
    await updateSession(tx, sessionId, change.value)
    if (change.value.recording_asset_id)
      await deps.jobs.enqueue(tx, recordingAttachedJob, { sessionId }, { key: sessionId })
    await recordEvent(deps, tx, {
      actor: { kind: member.audience, id: member.personId },
      action: 'session-changed',
      object: { kind: 'session', id: sessionId },
      details: { fields: Object.keys(update).sort().join(' ') },
    })
    return accepted(null)
  })
  if (!changed.ok) return changed
  return accepted(toTaughtSession(deps, (await findSession(deps.db, sessionId))!))
}

async function toChange(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  session: MeetingRow,
  { meetingUrl, recap, recordingAssetId }: SessionUpdate,
): Promise<Outcome<SessionChange>> {
  const change: SessionChange = {}
  if (meetingUrl !== undefined) {
    const url = meetingUrl === null ? null : parseMeetingUrl(meetingUrl)
    if (meetingUrl !== null && url === null) return refused('MEETING_INVALID')
    change.sealed_meeting_url = url === null ? null : secrets.seal(url)
  }
  if (recap !== undefined) {
    const [broken] = listBrokenLinks(recap ?? '')
    if (broken) return refused('RECAP_LINK_INVALID', { reason: broken.fault })
    change.recap = recap?.trim() || null
  }
  if (recordingAssetId !== undefined) {
    if (recordingAssetId && !(await findRecordingAsset(tx, session.course_code, recordingAssetId)))
      return refused('ASSET_NOT_FOUND')
    change.recording_asset_id = recordingAssetId
  }
  return accepted(change)
}

export async function loadTaughtSessions(
  deps: Deps,
  member: ActingPerson,
  courseCode: string,
): Promise<Outcome<TaughtSessions>> {
  const permitted = await requirePermission(deps.db, member, 'session.manage', courseCode)
  if (!permitted.ok) return permitted
  const [courseTitle, sessions, recordings] = await Promise.all([
    getCourseTitle(deps.db, courseCode),
    listCourseSessions(deps.db, courseCode),
    listRecordingAssets(deps.db, courseCode),
  ])
  // A site role allows every code, also one that no course has.
  if (courseTitle === null) return refused('COURSE_NOT_FOUND')
  return accepted({
    courseTitle,
    sessions: sessions.map((session) => toTaughtSession(deps, session)),
    recordings: recordings.map(({ id: assetId, filename }) => ({ assetId, filename })),
  })
}

/** A teacher sees the host name of the meeting, never its address. */
function toTaughtSession({ secrets }: Pick<Deps, 'secrets'>, session: MeetingRow): TaughtSession {
  const { sealed_meeting_url: sealed, recording_asset_id: assetId } = session
  return {
    sessionId: session.id,
    lessonKey: session.lesson_key,
    title: session.title,
    startsAt: session.starts_at.toISOString(),
    endsAt: session.ends_at.toISOString(),
    timezoneId: session.timezone_id,
    isCancelled: session.cancelled_at !== null,
    cohort: { courseCode: session.cohort_code, name: session.cohort_name },
    meetingHost: sealed ? getMeetingHost(secrets.open(sealed)) : null,
    recap: session.recap,
    recording: assetId
      ? { assetId, filename: session.recording_filename ?? '', state: session.recording_state! }
      : null,
  }
}
