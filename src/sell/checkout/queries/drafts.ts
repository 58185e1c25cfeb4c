/** Every statement about drafts of the short form. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'

export async function addGeneral(db: Db, row: Insertable<DB['general_enrolment']>): Promise<string> {
  const added = await db.insertInto('general_enrolment').values(row).returning('id').executeTakeFirstOrThrow()
  return added.id
}

/** primary key; the fields for the checkout, without personal data */
export function getDraft(db: Db, id: string) {
  return db
    .selectFrom('general_enrolment')
    .select(['cohort_code', 'offer_code', 'seats'])
    .where('id', '=', id)
    .where('outcome', '=', 'checkout')
    .executeTakeFirst()
}

/** general_enrolment_email; then a sequential scan for the address among the friends that others named */
export async function forgetGeneral(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('general_enrolment').where('email', '=', email).execute()
  await sql`update general_enrolment set friends = (
      select coalesce(jsonb_agg(friend), '[]') from jsonb_array_elements(friends) friend where friend ->> 'email' <> ${email})
    where friends @> ${JSON.stringify([{ email }])}::jsonb`.execute(tx)
}

/** general_enrolment_email */
export function listDraftsOfPerson(db: Db, email: string) {
  return db.selectFrom('general_enrolment').selectAll().where('email', '=', email).orderBy('created_at').execute()
}
