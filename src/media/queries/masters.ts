/** The statements of pictures from which public images are made. */
import type { Db } from '#platform/db/db.ts'

/** `file` in `folder` of the blob store, with its size in pixels. */
export type Master = { folder: string; file: string; width: number; height: number }

const FILES: Readonly<Record<string, string>> = { image: 'master.webp', poster: '1280.webp' }

/** primary keys; the WebP of a picture, or the poster of a video */
export async function findMaster(db: Db, assetId: string): Promise<Master | undefined> {
  const row = await db
    .selectFrom('rendition')
    .innerJoin('asset', 'asset.id', 'rendition.asset_id')
    .select(['rendition.name', 'rendition.folder', 'rendition.width', 'rendition.height'])
    .where('rendition.asset_id', '=', assetId)
    .where('rendition.name', 'in', Object.keys(FILES))
    .where('asset.state', '=', 'ready')
    .executeTakeFirst()
  if (!row?.width || !row.height) return undefined
  return { folder: row.folder, file: FILES[row.name]!, width: row.width, height: row.height }
}
