/** One learner of a course, and the note of its teachers. docs/contract §42. */

import { isAttended } from '#domain/learning/completion.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent, recordRead } from '#people/audit-log/record.ts'
import { getKindLabel } from '#people/mailing/mail-kinds.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { listActions, requireLearnerScope } from './learner-scope.ts'
import { findLearnerRow, type LearnerRowColumns } from './queries/matching-learners.ts'
import {
  deleteNote,
  getNote,
  listLessonsOfPerson,
  listMailsAboutCourse,
  listSeatsOfPerson,
  listWaitlistsOfPerson,
  putNote,
} from './queries/one-learner.ts'
import { listAttendance, listSessionsOfCohorts } from './queries/page-facts.ts'
import { viewLearners } from './view-learners.ts'
import type { LearnerDetail } from './wire.ts'

export async function readLearner(
  deps: Deps,
  person: ActingPerson,
  enrolmentId: string,
): Promise<Outcome<LearnerDetail>> {
  const row = await findLearnerRow(deps.db, enrolmentId)
  if (!row) return refused('LEARNER_NOT_FOUND')
  const permitted = await requireLearnerScope(deps, person, 'learner.list', { course: row.course_code })
  if (!permitted.ok) return permitted.refusal.code === 'ROLE_NEEDED' ? permitted : refused('LEARNER_NOT_FOUND')
  const { person_id: personId, email, course_code: courseCode } = row
  const [[learner], seats, mails, waitlists, note, lessons, sessions] = await Promise.all([
    viewLearners(deps.db, [row], permitted.value),
    listSeatsOfPerson(deps.db, personId, courseCode),
    listMailsAboutCourse(deps.db, { personId, email, courseCode }),
    listWaitlistsOfPerson(deps.db, email, courseCode),
    getNote(deps.db, personId, courseCode),
    listLessons(
      deps,
      row,
      new Set(
        permitted.value.scope.released
          .filter(({ cohortCode }) => cohortCode === row.cohort_code)
          .map(({ lessonId }) => lessonId),
      ),
    ),
    listSessions(deps, row),
  ])
  if (!learner) return refused('LEARNER_NOT_FOUND')
  await recordRead(deps, {
    actor: { kind: person.audience, id: person.personId },
    action: 'learner-viewed',
    object: { kind: 'enrolment', id: enrolmentId },
    details: { courseCode },
  })
  return accepted({
    learner,
    actions: listActions(permitted.value.course!.roles),
    orderId: person.audience === 'admin' && permitted.value.may('site.setting', courseCode) ? row.order_id : null,
    timezoneId: row.timezone_id,
    enrolments: seats.map((seat) => ({
      enrolmentId: seat.id,
      cohortName: seat.cohort_name || seat.cohort_code,
      joinedAt: seat.created_at.toISOString(),
      endedAt: seat.cancelled_at?.toISOString() ?? null,
      movedFrom: seat.moved_from,
    })),
    lessons,
    sessions,
    mails: mails.map(({ id, kind, subject, at, is_sent }) => ({
      mailId: id,
      kind: getKindLabel(kind),
      subject,
      at: at.toISOString(),
      isSent: is_sent,
    })),
    waitlists: waitlists.map(({ name, cohort_code, party_size, created_at }) => ({
      cohortName: name || cohort_code,
      seats: party_size,
      since: created_at.toISOString(),
    })),
    note: note ? { text: note.text, at: note.updated_at.toISOString(), by: note.name } : null,
  })
}

/** `releasedIds`: open so far by the dates. */
async function listLessons(
  { db }: Deps,
  { person_id, course_code }: LearnerRowColumns,
  releasedIds: ReadonlySet<string>,
): Promise<LearnerDetail['lessons']> {
  const rows = await listLessonsOfPerson(db, person_id, course_code)
  return rows.map(({ id, title, started_at, completed_at }) => ({
    lessonId: id,
    title,
    state: completed_at ? 'done' : started_at ? 'started' : releasedIds.has(id) ? 'open' : 'later',
    completedAt: completed_at?.toISOString() ?? null,
  }))
}

async function listSessions(
  { db, clock }: Deps,
  { person_id, cohort_code }: LearnerRowColumns,
): Promise<LearnerDetail['sessions']> {
  const now = clock()
  const sessions = (await listSessionsOfCohorts(db, [cohort_code])).filter(({ cancelled_at }) => cancelled_at === null)
  const attendance = await listAttendance(
    db,
    [person_id],
    sessions.map(({ id }) => id),
  )
  return sessions.map((session) => {
    const own = attendance.find(({ session_id }) => session_id === session.id)
    const isThere = own && isAttended({ startsAt: own.starts_at, joinedAt: own.joined_at, verdict: own.verdict }, now)
    return {
      sessionId: session.id,
      title: session.title,
      startsAt: session.starts_at.toISOString(),
      timezoneId: session.timezone_id,
      state: session.starts_at > now ? 'ahead' : isThere ? 'attended' : 'missed',
    }
  })
}

/** Empty deletes the note. Everybody who may see the learners writes the same note. */
export async function saveLearnerNote(
  deps: Deps,
  person: ActingPerson,
  { enrolmentId, text }: { enrolmentId: string; text: string },
): Promise<Outcome<{ savedAt: string | null }>> {
  const row = await findLearnerRow(deps.db, enrolmentId)
  if (!row) return refused('LEARNER_NOT_FOUND')
  const { person_id: personId, course_code: courseCode } = row
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'learner.list', courseCode)
    if (!permitted.ok) return permitted.refusal.code === 'ROLE_NEEDED' ? permitted : refused('LEARNER_NOT_FOUND')
    const savedAt = text === '' ? null : await putNote(tx, { personId, courseCode, text, by: person.personId })
    if (savedAt === null) await deleteNote(tx, personId, courseCode)
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'learner-noted',
      object: { kind: 'enrolment', id: enrolmentId },
      details: { courseCode },
    })
    return accepted({ savedAt: savedAt?.toISOString() ?? null })
  })
}
