/** Statements that delete buyers whose unpaid orders were deleted. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ExpiryCursor } from './expiry-cursor.ts'

const RETENTION_MS = 30 * 86_400_000

/**
 * Reads the next `limit` people without a password, and deletes those without any other data. Most of them have orders
 * and stay: one statement over all of them exceeds its time limit. Indexes: person_without_password, then the indexes of
 * the foreign keys.
 */
export async function deleteUnusedPeople(
  db: Db,
  now: Date,
  limit: number,
  after: ExpiryCursor,
): Promise<ExpiryCursor | null> {
  const unreferenced = (await listReferencesToPerson(db)).map(
    ({ table, column }) => sql`not exists (select from ${sql.raw(table)} r where r.${sql.ref(column)} = p.id)`,
  )
  const { rows } = await sql<ExpiryCursor & { count: number }>`
    with candidate as materialized (
      select p.id, p.created_at from person p
      where p.password_hash is null and p.deleted_at is null and p.roles = array['learner']
        and p.created_at < ${new Date(now.getTime() - RETENTION_MS)}
        and (p.created_at, p.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)
      order by p.created_at, p.id limit ${limit}),
    deleted as (
      delete from person where id in (
        select p.id from candidate join person p on p.id = candidate.id
        where not exists (select from identity i where i.person_id = p.id)
          and not exists (select from passkey k where k.person_id = p.id)
          and not exists (select from session s where s.person_id = p.id and s.ended_at is null and s.expires_at > ${now})
          and not exists (select from orders o where o.email = p.email)
          and not exists (select from ledger_account a where a.kind = 'credit' and split_part(a.id, ':', 2) = p.id::text)
          and ${sql.join(unreferenced, sql` and `)}
        for update of p skip locked))
    select created_at::text as "createdAt", id::text, (count(*) over ())::int as count
    from candidate order by created_at desc, id desc limit 1`.execute(db)
  const last = rows[0]
  return last && last.count === limit ? { createdAt: last.createdAt, id: last.id } : null
}

/** pg_constraint; references without `on delete cascade` or `set null` */
async function listReferencesToPerson(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'person'::regclass and c.confdeltype in ('a', 'r')`.execute(db)
  return rows
}
