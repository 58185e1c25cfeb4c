/** One learner of a course, and the note of its teachers. docs/contract §42. */

import { isAttended } from '#domain/learning/completion.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { lockPerson } from '#people/accounts/queries/people.ts'
import { recordEvent, recordRead } from '#people/audit-log/record.ts'
import { getKindLabel, type MailKind } from '#people/mailing/mail-kinds.ts'
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

/** Their subjects can name an amount or the number of an order. */
const MONEY_MAILS: ReadonlySet<string> = new Set<MailKind>([
  'receipt',
  'receipt-again',
  'returned',
  'refund',
  'cohort-cancelled',
  'balance',
  'balance-paid',
  'charge-notice',
  'charge-failed',
  'dispute-open',
  'dispute-inquiry',
  'gift-card',
  'referral-reward',
  'referral-reversed',
])

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
  const seesMoney = permitted.value.may('learner.money', courseCode)
  return accepted({
    learner,
    actions: listActions(permitted.value.course!.roles),
    order:
      person.audience === 'admin' && permitted.value.may('site.setting', courseCode)
        ? { orderId: row.order_id, lineId: row.line_id }
        : null,
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
      subject: !seesMoney && MONEY_MAILS.has(kind) ? getKindLabel(kind) : subject,
      at: at.toISOString(),
      isSent: is_sent,
    })),
    waitlists: waitlists.map(({ name, cohort_code, party_size, created_at }) => ({
      cohortName: name || cohort_code,
      seats: party_size,
      since: created_at.toISOString(),
    })),
    note: note ? viewNote(note) : null,
  })
}

const viewNote = (note: NonNullable<Awaited<ReturnType<typeof getNote>>>) => ({
  text: note.text,
  at: note.updated_at.toISOString(),
  by: note.name,
})

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

/**
 * Empty deletes the note. Everybody who may see the learners writes the same note: a newer one than `seenAt` refuses with
 * `VERSION_CONFLICT` and that note. An equal text changes nothing. A deleted account takes no note.
 */
export async function saveLearnerNote(
  deps: Deps,
  person: ActingPerson,
  { enrolmentId, text, seenAt }: { enrolmentId: string; text: string; seenAt: string | null },
): Promise<Outcome<{ savedAt: string | null }>> {
  const row = await findLearnerRow(deps.db, enrolmentId)
  if (!row) return refused('LEARNER_NOT_FOUND')
  const { person_id: personId, course_code: courseCode } = row
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'learner.list', courseCode)
    if (!permitted.ok) return permitted.refusal.code === 'ROLE_NEEDED' ? permitted : refused('LEARNER_NOT_FOUND')
    if (!(await lockPerson(tx, personId))) return refused('LEARNER_NOT_FOUND')
    const note = await getNote(tx, personId, courseCode)
    if (text === (note?.text ?? '')) return accepted({ savedAt: note?.updated_at.toISOString() ?? null })
    if ((note?.updated_at.getTime() ?? null) !== (seenAt === null ? null : Date.parse(seenAt)))
      return refused('VERSION_CONFLICT', { data: { note: note ? viewNote(note) : null } })
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
