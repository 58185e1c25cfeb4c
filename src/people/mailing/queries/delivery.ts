/** The statements of the delivery of e-mails. Times are arguments, because a test lets hours pass. */
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '#platform/db/db.ts'

/** A worker that has not finished by then is considered dead. Longer than the deadline of an attempt. */
const LEASE = sql`interval '2 minutes'`
const MAX_DUE = 1000

export type SendingMail = NonNullable<Awaited<ReturnType<typeof acquireMail>>>

/** Primary keys. Null when it is not due, was finished, or another worker is sending it. Contents are base64. */
export async function acquireMail(db: Db, id: string, now: Date) {
  return db
    .updateTable('mail')
    .set({ state: 'sending', attempts: sql<number>`attempts + 1`, sending_since: now, handed_over_at: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where((is) => is.or([is('send_after', 'is', null), is('send_after', '<=', now)]))
    .returningAll()
    .returning((mail) =>
      jsonArrayFrom(
        mail
          .selectFrom('mail_attachment')
          .select(['filename', 'content_type', sql<string>`encode(content, 'base64')`.as('content')])
          .whereRef('mail_id', '=', 'mail.id')
          .orderBy('position'),
      ).as('attachments'),
    )
    .executeTakeFirst()
}

/** The attempt of one worker. Once its lease has ended, its writes change nothing. */
type Attempt = Pick<SendingMail, 'id' | 'attempts'>

const ofAttempt = ({ id, attempts }: Attempt) =>
  sql<boolean>`id = ${id} and attempts = ${attempts} and state = 'sending'`

/** Primary key. False if another worker took over, so nothing may be sent. */
export async function noteHandOver(db: Db, attempt: Attempt, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ handed_over_at: now })
    .where(ofAttempt(attempt))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Primary key. The mail waits. `isAttempt` false: nothing was tried. */
export async function putBack(
  db: Db,
  attempt: Attempt,
  { sendAfter, isAttempt, problem }: { sendAfter: Date; isAttempt: boolean; problem: string | null },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      state: 'queued',
      attempts: isAttempt ? attempt.attempts : attempt.attempts - 1,
      send_after: sendAfter,
      problem,
    })
    .where(ofAttempt(attempt))
    .execute()
}

/** Primary key. The mail waits for its repeat after an unknown result. */
export async function putBackUnknown(db: Db, attempt: Attempt, sendAfter: Date, problem: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'queued', send_after: sendAfter, problem, unknown_count: sql<number>`unknown_count + 1` })
    .where(ofAttempt(attempt))
    .execute()
}

/** Primary key. `isUnknown`: the server may have the e-mail. */
export async function endUnsent(
  db: Db,
  attempt: Attempt,
  state: 'failed' | 'suppressed' | 'cancelled',
  problem: string,
  isUnknown = false,
): Promise<void> {
  const unknown_count = sql<number>`unknown_count + ${isUnknown ? 1 : 0}::int`
  await db.updateTable('mail').set({ state, problem, unknown_count }).where(ofAttempt(attempt)).execute()
}

/**
 * Primary keys. Also when the lease has ended meanwhile, because the server has the e-mail. `isReadable` leaves the content for
 * /dev/mail; else it is deleted, because its links and codes are only for the recipient. A bounce of the address is
 * forgotten, because the address exists again.
 */
export async function markSent(
  db: Db,
  { id, to_address: address }: Pick<SendingMail, 'id' | 'to_address'>,
  now: Date,
  isReadable: boolean,
): Promise<void> {
  const query = db.with('bounce', (bounce) =>
    bounce.deleteFrom('mail_suppression').where('address', '=', address).where('reason', '=', sql.lit('bounce')),
  )
  const sent = { state: 'sent', sent_at: now, problem: null } as const
  if (isReadable) {
    await query.updateTable('mail').set(sent).where('id', '=', id).where('state', '<>', 'sent').execute()
    return
  }
  await query
    .with('attachment', (attachment) => attachment.deleteFrom('mail_attachment').where('mail_id', '=', id))
    .updateTable('mail')
    .set({ ...sent, text_body: '', html_body: '', headers: '{}' })
    .where('id', '=', id)
    .execute()
}

/**
 * mail_unsent. Ends the attempts of dead workers. Before the content was handed over, the mail just waits again.
 * Afterwards the server may have it: it is repeated once if it may be repeated, else it has failed.
 */
export async function releaseExpiredLeases(db: Db, now: Date): Promise<number> {
  const problem = 'The process ended before the mail server’s answer was recorded. The e-mail may have arrived.'
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({
      state: sql<'queued'>`case when handed_over_at is null or (may_repeat and unknown_count = 0) then 'queued' else 'failed' end`,
      unknown_count: sql<number>`unknown_count + (handed_over_at is not null)::int`,
      problem: sql<string>`case when handed_over_at is null then problem else ${problem} end`,
    })
    .where('state', '=', 'sending')
    .where('sending_since', '<', sql<Date>`${now}::timestamptz - ${LEASE}`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** mail_unsent; the mails that are due, urgent ones first */
export async function listDueMails(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .select('id')
    .where('state', '=', 'queued')
    .where((is) => is.or([is('send_after', 'is', null), is('send_after', '<=', now)]))
    .orderBy('is_urgent', 'desc')
    .orderBy('created_at')
    .limit(MAX_DUE)
    .execute()
  return rows.map((row) => row.id)
}

/** Primary key of mail_hour, one conditional update. False if the hour's limit is reached. */
export async function takeFromHour(db: Db, now: Date, limit: number): Promise<boolean> {
  const { rows } =
    await sql`insert into mail_hour as taken (hour, count) values (date_trunc('hour', ${now}::timestamptz), 1)
    on conflict (hour) do update set count = taken.count + 1 where taken.count < ${limit} returning count`.execute(db)
  return rows.length === 1
}

/** primary key of mail_hour */
export async function deleteOldHours(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_hour').where('hour', '<', sql<Date>`${now}::timestamptz - interval '2 days'`).execute()
}

/** mail_unsent. The three days in which a mail is tried do not count from `since` on, or from the mail if that is later. */
export async function prolongQueuedMails(tx: Tx, since: Date): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ created_at: sql<Date>`created_at + (now() - greatest(created_at, ${since}))` })
    .where('state', '=', 'queued')
    .execute()
}
