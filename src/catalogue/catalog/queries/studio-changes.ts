/** The statements that note which live rows the studio has changed, for the next import. docs/contract §44. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

type StudioKind = 'courses' | 'creators' | 'cohorts' | 'offers' | 'promoCodes'

/** primary key */
export async function noteStudioChange(tx: Tx, kind: StudioKind, code: string): Promise<void> {
  await tx
    .insertInto('studio_change')
    .values({ kind, code })
    .onConflict((on) => on.columns(['kind', 'code']).doUpdateSet({ changed_at: sql`now()` }))
    .execute()
}

/** Seq scan: the rows that were changed since an import last named them. */
export function listStudioChanges(tx: Tx) {
  return tx.selectFrom('studio_change').select(['kind', 'code', 'changed_at']).execute()
}

/**
 * Primary key; files and studio agree on these rows, or the rows are gone.
 *
 * @param notes as they were read before the rows: a newer change stays noted
 */
export async function forgetStudioChanges(tx: Tx, notes: Awaited<ReturnType<typeof listStudioChanges>>): Promise<void> {
  for (const { kind, code, changed_at } of notes)
    await tx
      .deleteFrom('studio_change')
      .where('kind', '=', kind)
      .where('code', '=', code)
      .where(sql<Date>`date_trunc('milliseconds', changed_at)`, '=', changed_at)
      .execute()
}
