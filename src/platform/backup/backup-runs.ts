/** The record of the backups of an installation: the table backup_run. */
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export type BackupState = {
  /** The end of the last whole nightly backup; of the last one by hand if there is no nightly one. */
  lastAt: Date | null
  file: string | null
  /** When a backup was last restored for a trial, without a fault. */
  verifiedAt: Date | null
  /** Of the last backup of that kind that ended, or of a verification that no good one of a later backup followed. */
  fault: string | null
}

const LATE_MS = 48 * 60 * 60 * 1000

/** Whether two nights passed without a backup. */
export const isBackupLate = (lastAt: Date, now: Date) => now.getTime() - lastAt.getTime() > LATE_MS

/** Primary key. False for a database from before the table. */
export async function startRun(db: Db, id: string, kind: 'nightly' | 'manual', file: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('backup_run') is not null as known`.execute(db)
  if (!rows[0]?.known) return false
  await db.insertInto('backup_run').values({ id, kind, file }).execute()
  return true
}

/** Primary key. @param missing files that rows name and the store does not have: a fault, although the backup is made */
export async function finishRun(
  db: Db,
  id: string,
  { bytes, missing }: { bytes: number; missing: readonly string[] },
): Promise<void> {
  const fault =
    missing.length > 0 ? `${missing.length} uploaded files were missing at that time, first ${missing[0]}.` : null
  await db
    .updateTable('backup_run')
    .set({ finished_at: sql`now()`, bytes, verification_fault: fault })
    .where('id', '=', id)
    .execute()
}

/** primary key */
export async function failRun(db: Db, id: string, fault: string): Promise<void> {
  await db.updateTable('backup_run').set({ fault }).where('id', '=', id).execute()
}

/** Primary key. Does nothing for a backup of another installation. @param fault null: the backup has none */
export async function recordVerification(db: Db, id: string, fault: string | null): Promise<void> {
  await db
    .updateTable('backup_run')
    .set(fault === null ? { verified_at: sql`now()`, verification_fault: null } : { verification_fault: fault })
    .where('id', '=', id)
    .where('finished_at', 'is not', null)
    .execute()
}

/** A row for each night. A damaged file may not tell its id. @param file the path, as the backup's process named it */
export async function recordDamage(db: Db, file: string, fault: string): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ verification_fault: fault })
    .where('file', '=', file)
    .where('finished_at', 'is not', null)
    .execute()
}

/** backup_run_started; a row for each night */
export async function getBackupState(db: Db): Promise<BackupState> {
  const { rows } = await sql<BackupState>`
    with of_kind as (select * from backup_run
      where kind = 'nightly' or not exists (select from backup_run where kind = 'nightly'))
    select last.finished_at as "lastAt", last.file,
      (select max(verified_at) from backup_run) as "verifiedAt",
      coalesce((select fault from of_kind where finished_at is not null or fault is not null order by started_at desc limit 1),
        (select verification_fault from backup_run where verification_fault is not null
          and started_at > all (select started_at from backup_run where verified_at is not null and verification_fault is null)
          order by started_at desc limit 1)) as fault
    from (select 1) as one
    left join lateral (select finished_at, file from of_kind where finished_at is not null
      order by started_at desc limit 1) as last on true`.execute(db)
  return rows[0]!
}

/** backup_run_started; null before the first whole nightly backup */
export async function getLastNightly(db: Db): Promise<{ finishedAt: Date; bytes: number | null } | null> {
  const row = await db
    .selectFrom('backup_run')
    .select(['finished_at', 'bytes'])
    .where('kind', '=', 'nightly')
    .where('finished_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at ? { finishedAt: row.finished_at, bytes: row.bytes } : null
}

/** backup_run_started */
export async function deleteOldRuns(db: Db): Promise<void> {
  await db.deleteFrom('backup_run').where('started_at', '<', sql<Date>`now() - interval '400 days'`).execute()
}
