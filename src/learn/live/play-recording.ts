/** Plays the recording of a session. docs/contract §15 and §18. */
import { type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import { playFiles } from '#learn/lessons/playback/play.ts'
import { listSessionAssets } from '#learn/lessons/queries/play-grants.ts'
import type { Playback } from '#learn/lessons/wire/play.ts'
import { requireOpenSession } from './session-access.ts'

/** A teacher may play it before the end of the session, to check the upload. */
export async function playRecording(
  deps: Deps,
  person: Pick<Person, 'personId' | 'sessionId' | 'audience'>,
  sessionId: string,
): Promise<Outcome<Playback>> {
  const open = await requireOpenSession(deps, deps.db, person, sessionId)
  if (!open.ok) return open
  const { session, facts, access } = open.value
  const isPlayable = session.recording_asset_id !== null && (facts.isTeacher || session.ends_at <= deps.clock())
  if (!isPlayable) return refused('ASSET_NOT_FOUND')
  const lesson = { lessonId: session.lesson_id, kind: 'live', courseCode: session.course_code }
  return playFiles(deps, person, access, await listSessionAssets(deps.db, sessionId), lesson)
}
