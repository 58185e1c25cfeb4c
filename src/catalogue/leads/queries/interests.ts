/** All statements about interests, their links and their notices. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { createContactColumns, type InterestKind, type LeadContact } from '../queries.ts'

export type NoticeKind = 'opened' | 'dated' | 'closing'

/**
 * Unique (email, kind, course_code). A repeat changes nothing, because the address of the request is not verified. A
 * request after the news was turned off starts again.
 */
export async function addInterest(
  tx: Tx,
  kind: InterestKind,
  courseCode: string,
  contact: LeadContact,
): Promise<{ id: string; confirmed_at: Date | null }> {
  await tx
    .insertInto('interest')
    .values({ kind, course_code: courseCode, ...createContactColumns(contact) })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'kind', 'course_code'])
        .doUpdateSet({ created_at: sql<Date>`now()`, confirmed_at: null, left_at: null })
        .where('interest.left_at', 'is not', null),
    )
    .execute()
  return tx
    .selectFrom('interest')
    .select(['id', 'confirmed_at'])
    .where('email', '=', contact.email)
    .where('kind', '=', kind)
    .where('course_code', '=', courseCode)
    .executeTakeFirstOrThrow()
}

/** primary key */
export function getInterest(db: Db | Tx, id: string) {
  return db.selectFrom('interest').selectAll().where('id', '=', id).executeTakeFirst()
}

/** primary key; locked, so that nobody turns the news off meanwhile */
export function lockInterest(tx: Tx, id: string) {
  return tx.selectFrom('interest').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** primary key of interest_link */
export function getInterestByLink(db: Db | Tx, hash: Buffer) {
  return db
    .selectFrom('interest_link')
    .innerJoin('interest', 'interest.id', 'interest_link.interest_id')
    .selectAll('interest')
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export async function addInterestLink(tx: Tx, hash: Buffer, interestId: string): Promise<void> {
  await tx.insertInto('interest_link').values({ hash, interest_id: interestId }).execute()
}

/** Primary key. Turns the news on. Keeps the first time, unless it was off. */
export async function confirmInterest(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('interest')
    .set({ confirmed_at: at, left_at: null })
    .where('id', '=', id)
    .where((is) => is.or([is('confirmed_at', 'is', null), is('left_at', 'is not', null)]))
    .execute()
}

/** primary key; keeps the first time */
export async function leaveInterest(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('interest').set({ left_at: at }).where('id', '=', id).where('left_at', 'is', null).execute()
}

/** Primary key. False when the person got this news before. */
export async function addNotice(
  tx: Tx,
  notice: { interestId: string; cohortCode: string; kind: NoticeKind; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('interest_notice')
    .values({
      interest_id: notice.interestId,
      cohort_code: notice.cohortCode,
      kind: notice.kind,
      created_at: notice.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}
