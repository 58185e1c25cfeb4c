/** All statements about referral codes, and about who may use them. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; keeps an earlier code. False if another person has the same code. */
export async function addCode(db: Db, personId: string, code: string): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`with added as (
      insert into referral_code (person_id, code) values (${personId}, ${code}) on conflict do nothing returning 1)
    select exists (select from added) or exists (select from referral_code where person_id = ${personId}) as own`.execute(
    db,
  )
  return rows[0]?.own ?? false
}

/** primary key */
export async function getCode(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('referral_code').select('code').where('person_id', '=', personId).executeTakeFirst()
  return row?.code ?? null
}

/** primary key */
export async function deleteCode(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('referral_code').where('person_id', '=', personId).execute()
}

/** unique referral_code.code; undefined if the owner's account was deleted */
export function findReferrer(db: Db | Tx, code: string) {
  return db
    .selectFrom('referral_code')
    .innerJoin('person', 'person.id', 'referral_code.person_id')
    .select(['person.id as personId', 'person.email'])
    .where('referral_code.code', '=', code)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Primary key of person, orders_person, enrolment by person; whether the person bought or took a seat before. */
export async function getCustomer(db: Db | Tx, personId: string) {
  const { rows } = await sql<{ email: string; isCustomer: boolean }>`select p.email,
      exists (select from orders o where o.person_id = p.id and o.state = 'complete')
        or exists (select from enrolment e where e.person_id = p.id) as "isCustomer"
    from person p where p.id = ${personId}`.execute(db)
  return rows[0]
}
