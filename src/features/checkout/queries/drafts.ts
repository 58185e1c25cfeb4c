/** Every statement about what was typed into the short form of a page. */
import type { Insertable } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'

export async function addGeneral(db: Db, row: Insertable<DB['general_enrolment']>): Promise<string> {
  const added = await db.insertInto('general_enrolment').values(row).returning('id').executeTakeFirstOrThrow()
  return added.id
}

/** primary key; what a checkout opens with, and nothing of whoever typed it */
export function draftById(db: Db, id: string) {
  return db
    .selectFrom('general_enrolment')
    .select(['course_code', 'offer_code', 'seats'])
    .where('id', '=', id)
    .where('outcome', '=', 'checkout')
    .executeTakeFirst()
}

/** general_enrolment_email */
export async function forgetGeneral(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('general_enrolment').where('email', '=', email).execute()
}

/** general_enrolment_email */
export function generalOf(db: Db, email: string) {
  return db.selectFrom('general_enrolment').selectAll().where('email', '=', email).orderBy('created_at').execute()
}
