/** The statements about attendance. */
import { sql } from 'kysely'
import type { Attendance } from '#domain/learning/completion.ts'
import type { Tx } from '#platform/db/db.ts'

type Attended = { personId: string; sessionId: string }

type Joined = Omit<Attendance, 'startsAt'>

/** Primary key. The first moment of joining since `opensAt` stays. */
export async function putJoin(
  tx: Tx,
  { personId, sessionId }: Attended,
  { at, opensAt }: { at: Date; opensAt: Date },
): Promise<Joined> {
  const row = await tx
    .insertInto('attendance')
    .values({ session_id: sessionId, person_id: personId, joined_at: at })
    .onConflict((on) =>
      on.columns(['session_id', 'person_id']).doUpdateSet({
        joined_at: sql<Date>`case when attendance.joined_at >= ${opensAt}::timestamptz
          then attendance.joined_at else excluded.joined_at end`,
      }),
    )
    .returning(['joined_at', 'verdict'])
    .executeTakeFirstOrThrow()
  return { joinedAt: row.joined_at, verdict: row.verdict }
}

/** Primary keys, enrolment_person. Null: the person did not join, has no seat any more, or the session is cancelled. */
export async function getJoin(tx: Tx, { personId, sessionId }: Attended) {
  const row = await tx
    .selectFrom('attendance')
    .innerJoin('cohort_session as session', 'session.id', 'attendance.session_id')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .select([
      'session.starts_at as startsAt',
      'session.lesson_id as lessonId',
      'cohort.course_code as courseCode',
      'attendance.joined_at as joinedAt',
      'attendance.verdict',
    ])
    .where('attendance.session_id', '=', sessionId)
    .where('attendance.person_id', '=', personId)
    .where('session.cancelled_at', 'is', null)
    .where('cohort.state', '<>', 'cancelled')
    .where((is) =>
      is.exists(
        is
          .selectFrom('enrolment')
          .select('enrolment.id')
          .where('enrolment.person_id', '=', personId)
          .whereRef('enrolment.cohort_code', '=', 'session.cohort_code')
          .where('enrolment.state', '=', 'active'),
      ),
    )
    .executeTakeFirst()
  return row ?? null
}

/** Primary key. Null: there was no verdict to remove. Else when the person joined. */
export async function removeVerdict(
  tx: Tx,
  { personId, sessionId }: Attended,
): Promise<Pick<Attendance, 'joinedAt'> | null> {
  const joined = await tx
    .updateTable('attendance')
    .set({ verdict: null, verdict_by: null, verdict_at: null })
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('joined_at', 'is not', null)
    .where('verdict', 'is not', null)
    .returning('joined_at')
    .executeTakeFirst()
  if (joined) return { joinedAt: joined.joined_at }
  const deleted = await tx
    .deleteFrom('attendance')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('joined_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return deleted ? { joinedAt: null } : null
}

/** Primary key. False: the same verdict was there already. */
export async function putVerdict(
  tx: Tx,
  { personId, sessionId }: Attended,
  { verdict, verdictBy, at }: { verdict: 'present' | 'absent'; verdictBy: string; at: Date },
): Promise<boolean> {
  const noted = { verdict, verdict_by: verdictBy, verdict_at: at }
  const row = await tx
    .insertInto('attendance')
    .values({ session_id: sessionId, person_id: personId, ...noted })
    .onConflict((on) =>
      on
        .columns(['session_id', 'person_id'])
        .doUpdateSet(noted)
        .where(sql<boolean>`attendance.verdict is distinct from excluded.verdict`),
    )
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}
