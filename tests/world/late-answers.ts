/** The sandbox's late answers, when a test wants them: a page's look between must not depend on the machine's speed. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Holds back every late answer from now on. The returned function lets them come, and holds back no more. */
export async function holdLateAnswers(db: Db): Promise<() => Promise<void>> {
  await sql`create function sandbox.hold_answer() returns trigger language plpgsql as $$
    begin new.settles_at := now() + interval '1 hour'; return new; end $$`.execute(db)
  await sql`create trigger hold_answer before insert or update on sandbox.intent for each row
    when (new.settles_at is not null) execute function sandbox.hold_answer()`.execute(db)
  return async () => {
    await sql`drop function sandbox.hold_answer cascade`.execute(db)
    await sql`update sandbox.intent set settles_at = now() where status = 'processing'`.execute(db)
  }
}
