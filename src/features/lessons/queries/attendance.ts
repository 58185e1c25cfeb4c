/** The statements about attendance. */
import { sql } from 'kysely'
import type { Attendance } from '#domain/learning/completion.ts'
import type { Tx } from '#platform/db/db.ts'

type Attended = { personId: string; sessionId: string }

/** Primary key. The first moment of joining stays. */
export async function putJoin(tx: Tx, { personId, sessionId }: Attended, at: Date): Promise<Attendance> {
  const row = await tx
    .insertInto('attendance')
    .values({ session_id: sessionId, person_id: personId, joined_at: at })
    .onConflict((on) =>
      on
        .columns(['session_id', 'person_id'])
        .doUpdateSet({ joined_at: sql<Date>`coalesce(attendance.joined_at, excluded.joined_at)` }),
    )
    .returning(['joined_at', 'verdict'])
    .executeTakeFirstOrThrow()
  return { joinedAt: row.joined_at, verdict: row.verdict }
}

/** Primary key. Null: there was no verdict to remove. Else whether the person joined. */
export async function removeVerdict(tx: Tx, { personId, sessionId }: Attended): Promise<{ hasJoined: boolean } | null> {
  const joined = await tx
    .updateTable('attendance')
    .set({ verdict: null, verdict_by: null, verdict_at: null })
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('joined_at', 'is not', null)
    .where('verdict', 'is not', null)
    .returning('person_id')
    .executeTakeFirst()
  if (joined) return { hasJoined: true }
  const deleted = await tx
    .deleteFrom('attendance')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('joined_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return deleted ? { hasJoined: false } : null
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
