/** Adds dates to a course: a cohort, its sessions, and the prices and the meeting link of earlier dates. docs/contract §37. */
import { findCourseOfCohort, insertCohort, updateCohort } from '#catalogue/catalog/queries/edit-cohort.ts'
import { followSessions } from '#catalogue/catalog/queries/edit-session.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { putSessionTimes } from '#catalogue/catalog/queries/put-sessions.ts'
import { setMeetingOfCohort } from '#catalogue/catalog/queries/sessions.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { noteCohortChange, planNewSessions } from '#catalogue/drafts/change-cohort.ts'
import { createNewsEffect, listPeopleForNews } from '#catalogue/interests/list-news-effects.ts'
import { copyPrices } from '#catalogue/prices/new-offer.ts'
import { parseMeetingUrl } from '#domain/learning/meeting.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { proposeFreeCode } from './plan-series.ts'
import { findMeeting, listTakenCodes } from './queries.ts'
import type { NewCohort } from './wire.ts'

type AddInput = Confirmation & { courseCode: string; cohort: NewCohort }

/** All of it, or nothing. The people who asked for news of these dates are the effect. */
export function addCohort(
  deps: Deps,
  person: ActingPerson,
  { courseCode, cohort, ...confirmation }: AddInput,
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, { change: { courseCode, ...cohort }, ...confirmation }, async (tx) => {
    const permitted = await requirePermission(tx, person, 'dates.edit', courseCode)
    if (!permitted.ok) return permitted
    await lockCourse(tx, courseCode)
    const life = await getCourseLife(tx, courseCode)
    if (!life) return refused('COURSE_NOT_FOUND')
    if (life.delivery_type !== 'live')
      return refused('FIELD_INVALID', { fields: { sessions: 'This course has no dates' } })
    if (cohort.copyOf !== null && (await findCourseOfCohort(tx, cohort.copyOf)) !== courseCode)
      return refused('COHORT_NOT_FOUND')
    const mayPrice = (await requirePermission(tx, person, 'price.edit', courseCode)).ok
    return insertDates(deps, tx, person, { courseCode, mayPrice }, cohort)
  })
}

async function insertDates(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { courseCode, mayPrice }: { courseCode: string; mayPrice: boolean },
  { sessions, proSessions, ...cohort }: NewCohort,
): Promise<Outcome<Effect[]>> {
  const { name, state, seats, timezoneId, enrolClosesAt, copyOf } = cohort
  const meeting = await readMeeting(deps, tx, cohort)
  if (!meeting.ok) return meeting
  const [first] = sessions.toSorted((a, b) => a.localStart.localeCompare(b.localStart))
  const cohortCode = first
    ? await proposeFreeCode(tx, courseCode, first.localStart.slice(0, 7))
    : await proposeNumberedCode(tx, courseCode)
  if (!(await insertCohort(tx, { cohortCode, courseCode, state: first ? state : 'announced', timezoneId })))
    throw new Error(`cohort ${cohortCode} exists`)
  await updateCohort(tx, cohortCode, { name, capacity: seats })
  if (first) {
    const planned = await planNewSessions(deps, tx, person, courseCode, { timezoneId, sessions, proSessions })
    if (!planned.ok) return planned
    await putSessionTimes(tx, {
      cohort_code: cohortCode,
      course_code: courseCode,
      timezone_id: timezoneId,
      sessions: planned.value,
    })
    await followSessions(tx, cohortCode)
    const startsAt = planned.value[0]!.starts_at
    if (enrolClosesAt !== null && new Date(enrolClosesAt) < startsAt)
      await updateCohort(tx, cohortCode, { enrol_closes_at: new Date(enrolClosesAt) })
    if (meeting.value) await setMeetingOfCohort(tx, cohortCode, meeting.value)
  }
  if (copyOf !== null && mayPrice) await copyPrices(tx, copyOf, cohortCode)
  await noteCohortChange(deps, tx, person, { courseCode, cohortCode, fields: ['added'] })
  return accepted(createNewsEffect([], await listPeopleForNews(deps, tx, cohortCode)))
}

/** The typed address, sealed, else that of the copied cohort. */
async function readMeeting(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  { meetingUrl, copyOf }: Pick<NewCohort, 'meetingUrl' | 'copyOf'>,
): Promise<Outcome<Buffer | null>> {
  if (meetingUrl === null) return accepted(copyOf === null ? null : await findMeeting(tx, copyOf))
  const url = parseMeetingUrl(meetingUrl)
  return url === null ? refused('MEETING_INVALID') : accepted(secrets.seal(url))
}

/** `NG-2`, or the next number that is free, for dates without a day. */
async function proposeNumberedCode(tx: Tx, courseCode: string): Promise<string> {
  const codes = Array.from({ length: 200 }, (_, index) => `${courseCode}-${index + 1}`)
  const taken = new Set(await listTakenCodes(tx, codes))
  const code = codes.find((candidate) => !taken.has(candidate))
  if (!code) throw new Error(`no free code for a cohort of ${courseCode}`)
  return code
}
