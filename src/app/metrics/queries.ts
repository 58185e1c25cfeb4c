import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** `seconds`: the age of the oldest. */
export type Waiting = { kind: string; count: number; seconds: number }

/** pgboss.job: the index of its queues (state created, retry) */
export async function countWaitingJobs(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select name as kind, count(*)::int as count, extract(epoch from now() - min(start_after))::float8 as seconds
    from pgboss.job where state in ('created', 'retry') and start_after < now() group by name`.execute(db)
  return rows
}

/**
 * mail_unsent. An e-mail that is put off, for example until the reader's morning, does not wait yet. One with a problem
 * waits since it was written, also between its attempts.
 */
export async function countUnsentMails(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select state as kind, count(*)::int as count,
      extract(epoch from now() - min(case when problem is null then greatest(created_at, send_after) else created_at end))::float8 as seconds
    from mail where state in ('queued', 'sending') and (problem is not null or send_after is null or send_after <= now())
    group by state`.execute(db)
  return rows
}

/** media_step_queue */
export async function countMediaSteps(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select state as kind, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as seconds
    from media_step where state in ('waiting', 'running') group by state`.execute(db)
  return rows
}

/** payment_pkey: its ids begin with their time */
export async function countPaymentsOfLastHour(db: Db) {
  const { rows } = await sql<{ provider: string; state: string; count: number }>`
    select provider, state, count(*)::int as count from payment
    where id >= uuidv7(interval '-1 hour') group by provider, state`.execute(db)
  return rows
}
