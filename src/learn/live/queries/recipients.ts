/** The learners who get the e-mails about a session. */
import { sql } from 'kysely'
import { JOIN_MINUTES } from '#domain/learning/session-window.ts'
import { MAIL_KINDS, type OptionalMailKind } from '#people/mailing/mail-kinds.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Index cohort_session_time, index of enrolment by cohort, unique mail.dedupe_key, primary key of mail_opt_out. Learners
 * with open access to sessions that start in a time, whose reminder was not written yet.
 */
export function listReminders(
  db: Db,
  kind: ReminderKind,
  { after, until, key }: { after: Date; until: Date; key: string },
) {
  return selectRecipients(db, kind, sql<string>`session.id || ':' || session.sequence || ${`:${key}`}::text`)
    .where('session.starts_at', '>', after)
    .where('session.starts_at', '<=', until)
    .limit(500)
    .execute()
}
/** `session.open` is for learners who can join a meeting and have not. */
export type ReminderKind = 'session.soon' | 'session.open'
export type Recipient = Awaited<ReturnType<typeof listReminders>>[number]

/**
 * The same indexes; the learners of one session who were not told of its recording yet.
 *
 * @param personId only this learner
 */
export function listRecordingRecipients(db: Db, sessionId: string, personId?: string) {
  return selectRecipients(db, 'recording.ready', sql<string>`session.id::text`)
    .where('session.id', '=', sessionId)
    .$if(personId !== undefined, (query) => query.where('person.id', '=', personId!))
    .execute()
}

/** The same indexes; whether a written reminder is still true: same start, seat open, not turned off. */
export async function isStillRecipient(
  db: Db,
  kind: ReminderKind,
  { personId, sessionId, sequence }: { personId: string; sessionId: string; sequence: number },
): Promise<boolean> {
  const row = await selectReachable(db, kind)
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where('session.sequence', '=', sequence)
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

function selectRecipients(db: Db, kind: OptionalMailKind, about: ReturnType<typeof sql<string>>) {
  return selectReachable(db, kind)
    .select([
      'session.id as session_id',
      'session.title',
      'session.starts_at',
      'session.timezone_id',
      'session.cohort_code',
      'course.title as course_title',
      'person.id as person_id',
      'person.email',
      'person.name',
      'person.timezone_id as person_timezone_id',
      about.as('about'),
    ])
    .where(
      sql<boolean>`not exists (select from mail where mail.dedupe_key = ${`${kind}:`}::text || person.id || ':' || ${about}
        and mail.replaced_at is null)`,
    )
    .orderBy('session.starts_at')
    .orderBy('person.id')
}

function selectReachable(db: Db, kind: OptionalMailKind) {
  return db
    .selectFrom('cohort_session as session')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .innerJoin('enrolment', 'enrolment.cohort_code', 'session.cohort_code')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .where('session.cancelled_at', 'is', null)
    .$if(kind === 'session.open', (query) =>
      query.where('session.sealed_meeting_url', 'is not', null).where(
        sql<boolean>`not exists (select from attendance where attendance.session_id = session.id
            and attendance.person_id = person.id and attendance.joined_at >= session.starts_at - make_interval(mins => ${JOIN_MINUTES.learnerBefore}))`,
      ),
    )
    .where('cohort.state', '<>', 'cancelled')
    .where('enrolment.state', '=', 'active')
    .where('enrolment.frozen_at', 'is', null)
    .where('orders.paused_at', 'is', null)
    .where('person.email_verified_at', 'is not', null)
    .where('person.deleted_at', 'is', null)
    .where((is) =>
      is.or([is('enrolment.access_ends_at', 'is', null), is('enrolment.access_ends_at', '>', sql<Date>`now()`)]),
    )
    .where(
      sql<boolean>`not exists (select from mail_opt_out off where off.address = person.email and off.category = ${MAIL_KINDS[kind].category})`,
    )
}
