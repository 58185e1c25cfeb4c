/** The statements about join tickets. Only the hash of a ticket is stored. */
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'

type NewTicket = { hash: Buffer; sessionId: string; member: ActingPerson; expiresAt: Date }

export async function addTicket(db: Db, { hash, sessionId, member, expiresAt }: NewTicket): Promise<void> {
  await db
    .insertInto('join_ticket')
    .values({
      hash,
      session_id: sessionId,
      person_id: member.personId,
      audience: member.audience,
      expires_at: expiresAt,
    })
    .execute()
}

/** Primary key. Null: used before, expired, or of another session. One conditional update, so two uses cannot both succeed. */
export async function consumeTicket(
  tx: Tx,
  { hash, sessionId, now }: { hash: Buffer; sessionId: string; now: Date },
): Promise<ActingPerson | null> {
  const row = await tx
    .updateTable('join_ticket')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['person_id', 'audience'])
    .executeTakeFirst()
  return row ? { personId: row.person_id, audience: row.audience } : null
}
