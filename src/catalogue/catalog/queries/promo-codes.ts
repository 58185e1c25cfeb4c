/** The statements by which the studio makes and ends promo codes. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { PromoCode } from '#platform/db/types.gen.ts'
import { noteStudioChange } from './studio-changes.ts'

/** primary key; false when the code is taken */
export async function insertPromoCode(
  tx: Tx,
  row: Omit<Insertable<PromoCode>, 'uses' | 'created_at'>,
): Promise<boolean> {
  const written = await tx
    .insertInto('promo_code')
    .values(row)
    .onConflict((on) => on.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  if (written) await noteStudioChange(tx, 'promoCodes', row.code)
  return written !== undefined
}

/** primary key; locks the code until the transaction ends */
export function lockPromoCode(tx: Tx, code: string) {
  return tx
    .selectFrom('promo_code')
    .select(['code', 'scope', 'codes', 'expires_at'])
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** primary key; locks the codes of an import until its transaction ends */
export async function lockPromoCodes(tx: Tx, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const rows = tx.selectFrom('promo_code').select('code').where('code', 'in', codes)
  await rows.orderBy('code').forNoKeyUpdate().execute()
}

/** primary key; from now on no new price has the code */
export async function expirePromoCode(tx: Tx, code: string): Promise<void> {
  await tx.updateTable('promo_code').set({ expires_at: sql`now()` }).where('code', '=', code).execute()
  await noteStudioChange(tx, 'promoCodes', code)
}

/** primary keys of course, cohort and offer; the courses that codes of any of the three belong to */
export async function listCoursesOfCodes(
  tx: Db | Tx,
  codes: readonly string[],
): Promise<{ code: string; courseCode: string }[]> {
  const { rows } = await sql<{ code: string; courseCode: string }>`
    select course_code as code, course_code as "courseCode" from course where course_code = any(${[...codes]}::text[])
    union select cohort_code, course_code from cohort where cohort_code = any(${[...codes]}::text[])
    union select offer_code, course_code from offer join cohort using (cohort_code) where offer_code = any(${[...codes]}::text[])`.execute(
    tx,
  )
  return rows
}

/** primary keys of course and cohort; those of the given codes that are one of the two */
export async function listCourseAndCohortCodes(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select course_code as code from course where course_code = any(${[...codes]}::text[])
    union select cohort_code from cohort where cohort_code = any(${[...codes]}::text[])`.execute(tx)
  return rows.map(({ code }) => code)
}

/** orders_promo; the open and complete orders with the code of a signed-in person, by account or mailbox */
export async function countOwnUses(db: Db, code: string, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders
    where promo_code = ${code} and state in ('open', 'complete')
      and (person_id = ${personId} or to_mailbox(email) = (select to_mailbox(lower(email)) from person where id = ${personId}))`.execute(
    db,
  )
  return rows[0]!.count
}

/** orders_promo; whether the person of a new order has more uses of its code than one person may have */
export async function hasTooManyUses(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is_too_many: boolean }>`
    select promo_code.per_person is not null and promo_code.per_person < (select count(*) from orders as other
      where other.promo_code = promo_code.code and other.state in ('open', 'complete')
        and (to_mailbox(other.email) = to_mailbox(own.email) or other.person_id = own.person_id)) as is_too_many
    from orders as own join promo_code on promo_code.code = own.promo_code where own.id = ${orderId}`.execute(tx)
  return rows[0]?.is_too_many ?? false
}
