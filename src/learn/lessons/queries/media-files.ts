/** The statements that find the bytes behind a media address. */
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/db.ts'

/** primary key */
export function findAsset(db: Db, assetId: string) {
  return db
    .selectFrom('asset')
    .select(['id', 'kind', 'state', 'filename', 'content_type', 'bytes', 'sha256'])
    .where('id', '=', assetId)
    .where('state', 'in', ['stored', 'processing', 'ready'])
    .executeTakeFirst()
}

/** lesson_file_asset; undefined: the lesson offers the file no more */
export function findLessonFile(db: Db, lessonId: string, assetId: string) {
  return db
    .selectFrom('lesson_file')
    .select('label')
    .where('lesson_id', '=', lessonId)
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
}

/** primary key of rendition */
export function listRenditions(db: Db, assetId: string) {
  return db.selectFrom('rendition').selectAll().where('asset_id', '=', assetId).orderBy('name').execute()
}

/** unique (asset_id, language, kind) */
export function listTracks(db: Db, assetIds: readonly string[]) {
  if (assetIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('caption_track')
    .select(['id', 'asset_id', 'language', 'kind', 'label', 'is_default'])
    .where('asset_id', '=', anyOf(assetIds))
    .orderBy('kind')
    .orderBy('language')
    .execute()
}

/** primary keys of caption_track and caption_cue; undefined: the file has no such track */
export async function findTrackCues(db: Db, assetId: string, trackId: string) {
  const track = await db
    .selectFrom('caption_track')
    .select('id')
    .where('id', '=', trackId)
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  if (!track) return undefined
  return db
    .selectFrom('caption_cue')
    .select(['starts_ms as startsMs', 'ends_ms as endsMs', 'text'])
    .where('track_id', '=', trackId)
    .orderBy('position')
    .execute()
}

/** primary key of media_step; the progress of the first rendition of a file that is being processed, in percent */
export async function getProcessingPercent(db: Db, assetId: string): Promise<number> {
  const row = await db
    .selectFrom('media_step')
    .select((is) => is.fn.avg<string>('percent').as('percent'))
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  return Math.floor(Number(row?.percent ?? 0))
}

/** primary key; a published lesson */
export function findLessonContent(db: Db, lessonId: string) {
  return db
    .selectFrom('lesson')
    .select(['kind', 'content'])
    .where('id', '=', lessonId)
    .where('state', '=', 'published')
    .executeTakeFirst()
}
