/**
 * The list of deleted accounts beside the backups. An older backup still has these accounts, and its restore deletes them
 * again. The list has only ids and times.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { StartupError } from '#config/config.ts'
import type { Db } from '../db/db.ts'
import type { BackupStore } from './backup-store.ts'
import type { Erasure } from './restore-backup.ts'

const ERASURES_FILE = 'erasures.json'

const List = z.array(z.object({ personId: z.uuid(), erasedAt: z.iso.datetime().transform((text) => new Date(text)) }))

/**
 * The list beside a backup, unless another file is named. Null: there is none beside it.
 *
 * @throws StartupError if the list is damaged, or the named one is missing
 */
export async function findErasures(backupPath: string, listPath: string | null): Promise<Erasure[] | null> {
  const path = listPath ?? join(dirname(backupPath), ERASURES_FILE)
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && listPath === null) return null
    throw new StartupError(`The list of deleted accounts ${path} cannot be read (${error.code}).`)
  })
  return content === null ? null : parseErasures(content, path)
}

function parseErasures(content: string, path: string): Erasure[] {
  const parsed = List.safeParse(attemptParse(content))
  if (!parsed.success) throw new StartupError(`The list of deleted accounts ${path} is damaged. Repair or remove it.`)
  return parsed.data
}

function attemptParse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

/** Writes the list anew, with what it has already. @param keepSince entries from before are no longer in any backup */
export async function writeErasures(db: Db, store: BackupStore, keepSince: Date): Promise<void> {
  const content = await store.readText(ERASURES_FILE)
  const known = content === null ? [] : parseErasures(content, store.toAddress(ERASURES_FILE))
  const byId = new Map(known.map(({ personId, erasedAt }) => [personId, erasedAt]))
  for (const { personId, erasedAt } of await listErasures(db, keepSince)) byId.set(personId, erasedAt)
  const list = [...byId]
    .filter(([, erasedAt]) => erasedAt >= keepSince)
    .map(([personId, erasedAt]) => ({ personId, erasedAt: erasedAt.toISOString() }))
  await store.writeText(ERASURES_FILE, `${JSON.stringify(list, null, 1)}\n`)
}

/** Accounts that were deleted since a time, also those that a restored database still has to delete again. */
export async function listErasures(db: Db, since: Date): Promise<Erasure[]> {
  return db
    .selectFrom('person')
    .select(['id as personId', sql<Date>`deleted_at`.as('erasedAt')])
    .where('deleted_at', '>=', since)
    .unionAll(
      db
        .selectFrom('erasure_to_repeat')
        .select(['person_id as personId', 'erased_at as erasedAt'])
        .where('erased_at', '>=', since),
    )
    .orderBy('erasedAt')
    .execute()
}

/** Accounts that a restored backup still has, although they were deleted after it. */
export async function listErasuresToRepeat(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('erasure_to_repeat').select('person_id').orderBy('erased_at').execute()
  return rows.map((row) => row.person_id)
}

/** primary key */
export async function removeErasureToRepeat(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('erasure_to_repeat').where('person_id', '=', personId).execute()
}
