/** The statements by which processing changes an asset. */
import type { Insertable, Updateable } from 'kysely'
import type { AssetState } from '#domain/learning/asset.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Asset, Rendition } from '#platform/db/types.gen.ts'

export type ProcessedAsset = {
  id: string
  kind: 'video' | 'audio' | 'image' | 'file'
  state: AssetState
  contentType: string | null
  bytes: number
  durationMs: number | null
  width: number | null
  height: number | null
  isComplete: boolean
  /** For people. */
  fault: string | null
}

/** primary key */
export function getAsset(db: Db | Tx, assetId: string): Promise<ProcessedAsset | undefined> {
  return selectAsset(db, assetId).executeTakeFirst()
}

/** primary key. Lock the asset before its steps, everywhere: two orders would deadlock. */
export function lockAsset(tx: Tx, assetId: string): Promise<ProcessedAsset | undefined> {
  return selectAsset(tx, assetId).forUpdate().executeTakeFirst()
}

function selectAsset(db: Db | Tx, assetId: string) {
  return db
    .selectFrom('asset')
    .select(['id', 'kind', 'state', 'content_type as contentType', 'bytes'])
    .select(['duration_ms as durationMs', 'width', 'height', 'fault'])
    .select((is) => is('sha256', 'is not', null).as('isComplete'))
    .$castTo<ProcessedAsset>()
    .where('id', '=', assetId)
}

/** Reads all files. For a command. */
export async function listFailedAssets(db: Db, faults: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('asset')
    .select('id')
    .where('state', '=', 'failed')
    .where('fault', '=', anyOf(faults))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** primary key */
export async function updateAsset(tx: Tx, assetId: string, change: Updateable<Asset>): Promise<void> {
  await tx.updateTable('asset').set(change).where('id', '=', assetId).execute()
}

/** Primary key. A rendition that was made again has the files of its last step, because those of an earlier one may be gone. */
export async function insertRenditions(tx: Tx, rows: readonly Insertable<Rendition>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('rendition')
      .values([...rows])
      .onConflict((on) =>
        on.columns(['asset_id', 'name']).doUpdateSet(({ ref }) => ({
          folder: ref('excluded.folder'),
          bytes: ref('excluded.bytes'),
          duration_ms: ref('excluded.duration_ms'),
        })),
      )
      .execute()
}
