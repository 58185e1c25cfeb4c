/** The statements about one learner of a course, for its teachers. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** enrolment_person; all seats of a person in a course, the newest first */
export async function listSeatsOfPerson(db: Db, personId: string, courseCode: string) {
  const { rows } = await sql<{
    id: string
    cohort_name: string
    cohort_code: string
    created_at: Date
    cancelled_at: Date | null
    state: string
    moved_from: string | null
  }>`select e.id::text, k.name as cohort_name, e.cohort_code, e.created_at, e.cancelled_at, e.state,
      (select coalesce(nullif(f.name, ''), f.cohort_code) from seat_move m join cohort f on f.cohort_code = m.from_cohort_code
        where m.order_id = e.order_id and m.seat = e.seat order by m.moved_at desc limit 1) as moved_from
    from enrolment e join cohort k on k.cohort_code = e.cohort_code
    where e.person_id = ${personId} and k.course_code = ${courseCode} and e.state <> 'unconfirmed'
    order by e.id desc limit 50`.execute(db)
  return rows
}

/** unique lesson (course_code, key), primary key of lesson_progress; published lessons in course order */
export function listLessonsOfPerson(db: Db, personId: string, courseCode: string) {
  return db
    .selectFrom('lesson')
    .innerJoin('module', 'module.id', 'lesson.module_id')
    .leftJoin('lesson_progress as progress', (join) =>
      join.onRef('progress.lesson_id', '=', 'lesson.id').on('progress.person_id', '=', personId),
    )
    .select(['lesson.id', 'lesson.title', 'progress.started_at', 'progress.completed_at'])
    .where('lesson.course_code', '=', courseCode)
    .where('lesson.state', '=', 'published')
    .orderBy('module.position')
    .orderBy('lesson.position')
    .execute()
}

/**
 * mail_address; the newest 50 e-mails to an address about a course: their key names an order, a seat, a session or a move
 * of this person in it.
 */
export async function listMailsAboutCourse(
  db: Db,
  { personId, email, courseCode }: { personId: string; email: string; courseCode: string },
) {
  const { rows } = await sql<{ id: string; kind: string; subject: string; at: Date; is_sent: boolean }>`
    with seats as (select e.id, e.order_id, e.seat from enrolment e join cohort k on k.cohort_code = e.cohort_code
        where e.person_id = ${personId} and k.course_code = ${courseCode}),
      own as (select id::text as id from seats
        union select order_id::text from seats
        union select r.id::text from refund_request r join seats s on s.order_id = r.order_id
        union select m.id::text from seat_move m join seats s on s.order_id = m.order_id and s.seat = m.seat
        union select x.id::text from cohort_session x join cohort k on k.cohort_code = x.cohort_code where k.course_code = ${courseCode}
        union select c.announcement_id::text from schedule_change c join cohort k on k.cohort_code = c.cohort_code
          where k.course_code = ${courseCode} and c.announcement_id is not null
        union select t.id::text from certificate t where t.person_id = ${personId} and t.course_code = ${courseCode})
    select m.id::text, m.kind, m.subject, coalesce(m.sent_at, m.created_at) as at, m.state = 'sent' as is_sent from mail m
    where m.to_address = ${email} and string_to_array(m.dedupe_key, ':') && (select array_agg(id) from own)
    order by m.created_at desc limit 50`.execute(db)
  return rows
}

/** waitlist_entry_email; the confirmed places on waitlists of a course */
export async function listWaitlistsOfPerson(db: Db, email: string, courseCode: string) {
  return db
    .selectFrom('waitlist_entry')
    .innerJoin('cohort', 'cohort.cohort_code', 'waitlist_entry.cohort_code')
    .select(['cohort.name', 'cohort.cohort_code', 'waitlist_entry.party_size', 'waitlist_entry.created_at'])
    .where('waitlist_entry.email', '=', email)
    .where('cohort.course_code', '=', courseCode)
    .where('waitlist_entry.left_at', 'is', null)
    .where('waitlist_entry.confirmed_at', 'is not', null)
    .orderBy('waitlist_entry.created_at')
    .execute()
}

/** primary key */
export function getNote(db: Db | Tx, personId: string, courseCode: string) {
  return db
    .selectFrom('learner_note')
    .leftJoin('person', 'person.id', 'learner_note.updated_by')
    .select(['learner_note.text', 'learner_note.updated_at', 'person.name'])
    .where('learner_note.person_id', '=', personId)
    .where('learner_note.course_code', '=', courseCode)
    .executeTakeFirst()
}

/** primary key */
export async function putNote(
  tx: Tx,
  { personId, courseCode, text, by }: { personId: string; courseCode: string; text: string; by: string },
): Promise<Date> {
  const note = { text, updated_at: sql<Date>`now()`, updated_by: by }
  const row = await tx
    .insertInto('learner_note')
    .values({ person_id: personId, course_code: courseCode, ...note })
    .onConflict((on) => on.columns(['person_id', 'course_code']).doUpdateSet(note))
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  return row.updated_at
}

/** primary key */
export async function deleteNote(tx: Tx, personId: string, courseCode: string): Promise<void> {
  await tx.deleteFrom('learner_note').where('person_id', '=', personId).where('course_code', '=', courseCode).execute()
}

/** primary key; for the deletion of an account */
export async function deleteNotes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('learner_note').where('person_id', '=', personId).execute()
}

/** primary key; for the data export, without the name of the teacher */
export function listNotesForExport(db: Db, personId: string) {
  return db
    .selectFrom('learner_note')
    .select(['course_code', 'text', 'updated_at'])
    .where('person_id', '=', personId)
    .orderBy('course_code')
    .execute()
}

/** enrolment_order, seat_move_order; the moves of a person's seats, for the data export */
export async function listMovesForExport(db: Db, personId: string) {
  const { rows } = await sql<{ from_cohort_code: string; to_cohort_code: string; moved_at: Date }>`
    select m.from_cohort_code, m.to_cohort_code, m.moved_at from enrolment e
      join seat_move m on m.order_id = e.order_id and m.seat = e.seat
    where e.person_id = ${personId} order by m.moved_at`.execute(db)
  return rows
}
