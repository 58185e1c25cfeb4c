/** The statements about the own requests of a logged-in person. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { OwnNews } from '../wire.ts'

type OwnNewsRow = {
  id: string
  course_code: string
  title: string
  kind: OwnNews['kind']
  confirmed_at: Date | null
}

/** Primary key of person, unique interest (email, kind, course_code). Only for a verified address. */
export async function listOwnNewsRows(db: Db, personId: string): Promise<OwnNewsRow[]> {
  const { rows } = await sql<OwnNewsRow>`
    select i.id, i.course_code, k.title, i.kind, i.confirmed_at
    from person p join interest i on i.email = p.email and i.kind in ('coming-soon', 'reminder') and i.left_at is null
      join course k on k.course_code = i.course_code and k.withdrawn_at is null
    where p.id = ${personId} and p.email_verified_at is not null and p.deleted_at is null
    order by i.created_at, i.id`.execute(db)
  return rows
}

/** Primary keys; whether the request is of the person's verified address and not turned off. */
export async function isOwnInterest(tx: Tx, personId: string, interestId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('interest')
    .innerJoin('person', 'person.email', 'interest.email')
    .select('interest.id')
    .where('interest.id', '=', interestId)
    .where('interest.kind', '<>', 'curriculum')
    .where('interest.left_at', 'is', null)
    .where('person.id', '=', personId)
    .where('person.email_verified_at', 'is not', null)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
