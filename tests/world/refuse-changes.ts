/** Makes the database refuse to write chosen rows, as a row with a fault does. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type Refused = {
  event: 'insert' | 'update' | 'delete'
  table: string
  /** On `old` or `new`, in SQL. */
  condition: string
}

/** @returns lets the rows be written again */
export async function refuseChanges(db: Db, { event, table, condition }: Refused): Promise<() => Promise<void>> {
  await sql`create or replace function refuse_change() returns trigger language plpgsql
    as $$ begin raise exception 'refused by a test'; end $$`.execute(db)
  await sql`create trigger refuse_change before ${sql.raw(event)} on ${sql.table(table)} for each row
    when (${sql.raw(condition)}) execute function refuse_change()`.execute(db)
  return async () => {
    await sql`drop trigger refuse_change on ${sql.table(table)}`.execute(db)
  }
}
