/** Gives announced dates, which have no session yet, a series of sessions, or other dates further ones. docs/contract §37. */
import {
  findCourseOfCohort,
  listCohortSessions,
  lockCohort,
  updateCohort,
} from '#catalogue/catalog/queries/edit-cohort.ts'
import { followSessions } from '#catalogue/catalog/queries/edit-session.ts'
import { addSessionTimes, putSessionTimes } from '#catalogue/catalog/queries/put-sessions.ts'
import { setMeetingOfCohort } from '#catalogue/catalog/queries/sessions.ts'
import { findMeeting } from '#catalogue/dates/queries.ts'
import { MAX_SESSIONS } from '#catalogue/dates/wire.ts'
import { noteCohortChange, planNewSessions } from '#catalogue/drafts/change-cohort.ts'
import { parseMeetingUrl } from '#domain/learning/meeting.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { applyAndListEffects } from './change-cohort.ts'
import type { CohortSeries } from './wire.ts'

type SeriesInput = Confirmation & { cohortCode: string; series: CohortSeries }

/** All of it, or nothing. Dates that have sessions get only further ones (`isMore`): the others move one by one. */
export function dateCohort(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, series, ...confirmation }: SeriesInput,
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, { change: { cohortCode, ...series }, ...confirmation }, async (tx) => {
    const courseCode = await findCourseOfCohort(tx, cohortCode)
    if (courseCode === null) return refused('COHORT_NOT_FOUND')
    const permitted = await requirePermission(tx, person, 'dates.edit', courseCode)
    if (!permitted.ok) return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('COHORT_NOT_FOUND') : permitted
    return applyAndListEffects(deps, tx, { courseCode, cohortCode, mayEndSessions: false }, () =>
      putSeries(deps, tx, person, { courseCode, cohortCode, series }),
    )
  })
}

async function putSeries(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { courseCode, cohortCode, series }: { courseCode: string; cohortCode: string; series: CohortSeries },
): Promise<Outcome<null>> {
  const { timezoneId, meetingUrl, state, sessions, proSessions } = series
  const cohort = await lockCohort(tx, cohortCode)
  if (!cohort || cohort.state === 'cancelled') return refused('COHORT_CANCELLED')
  const existing = await listCohortSessions(tx, cohortCode)
  if (series.isMore && existing.length > 0)
    return addSessions(deps, tx, person, { courseCode, cohort, existing, series })
  if (cohort.delivery_type !== 'live' || existing.length > 0)
    return refused('FIELD_INVALID', { fields: { sessions: 'These dates have sessions already. Move those instead' } })
  // Without a number nobody has chosen whether these dates have a limit, and the first sale could be one too many.
  if (state === 'open' && cohort.capacity === null)
    return refused('FIELD_INVALID', {
      fields: { state: 'Announce them first. Then choose their seats, or no limit, and open them' },
    })
  const url = meetingUrl === null ? null : parseMeetingUrl(meetingUrl)
  if (meetingUrl !== null && url === null) return refused('MEETING_INVALID')
  const planned = await planNewSessions(deps, tx, person, courseCode, { timezoneId, sessions, proSessions })
  if (!planned.ok) return planned
  await updateCohort(tx, cohortCode, { timezone_id: timezoneId })
  await putSessionTimes(tx, { ...cohort, timezone_id: timezoneId, sessions: planned.value })
  await followSessions(tx, cohortCode)
  if (url !== null) await setMeetingOfCohort(tx, cohortCode, deps.secrets.seal(url))
  if (state === 'open') await updateCohort(tx, cohortCode, { state })
  await noteCohortChange(deps, tx, person, { courseCode, cohortCode, fields: ['dates'] })
  return accepted(null)
}

type MoreSessions = {
  courseCode: string
  cohort: NonNullable<Awaited<ReturnType<typeof lockCohort>>>
  existing: Awaited<ReturnType<typeof listCohortSessions>>
  series: CohortSeries
}

/** In the zone of the dates. They get the meeting link of the last session, if no other one is given. */
async function addSessions(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { courseCode, cohort, existing, series: { meetingUrl, sessions } }: MoreSessions,
): Promise<Outcome<null>> {
  const { cohort_code: cohortCode, timezone_id: timezoneId } = cohort
  if (existing.length + sessions.length > MAX_SESSIONS)
    return refused('FIELD_INVALID', { fields: { sessions: `Dates can have ${MAX_SESSIONS} sessions at most` } })
  const url = meetingUrl === null ? null : parseMeetingUrl(meetingUrl)
  if (meetingUrl !== null && url === null) return refused('MEETING_INVALID')
  const taken = new Set(existing.map(({ key }) => key))
  const planned = await planNewSessions(deps, tx, person, courseCode, { timezoneId, sessions, proSessions: [] }, taken)
  if (!planned.ok) return planned
  // The answer of an earlier try may have been lost, and a second one adds nothing.
  const index = planned.value.findIndex(({ starts_at }) =>
    existing.some((session) => session.starts_at.getTime() === starts_at.getTime()),
  )
  if (index !== -1)
    return refused('FIELD_INVALID', {
      fields: { [`sessions.${index}.localStart`]: 'These dates have a session at this time already' },
    })
  const sealedMeetingUrl = url === null ? await findMeeting(tx, cohortCode) : deps.secrets.seal(url)
  await addSessionTimes(tx, { ...cohort, sealedMeetingUrl, sessions: planned.value })
  await followSessions(tx, cohortCode)
  await noteCohortChange(deps, tx, person, { courseCode, cohortCode, fields: ['dates'] })
  return accepted(null)
}
