/** The statements about what a site needs before it sells. */
import type { Db } from '#platform/db/db.ts'

/** mail_kind and mail_state; the newest test of the mail server, and the newest e-mail that it accepted */
export async function getMailProof(db: Db) {
  const [test, sent] = await Promise.all([
    db
      .selectFrom('mail')
      .select(['state', 'created_at', 'problem'])
      .where('kind', '=', 'site-test')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('mail')
      .select('sent_at')
      .where('state', '=', 'sent')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    lastTest: test ? { state: test.state, at: test.created_at, problem: test.problem } : null,
    lastSentAt: sent?.sent_at ?? null,
  }
}

/** primary key; the table has one row */
export async function getPrivacyReadAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('site_setting').select('privacy_read_at').executeTakeFirstOrThrow()
  return row.privacy_read_at
}
