/** The statements that load one lesson. */
import type { Db } from '#platform/db/db.ts'

/** primary keys */
export function getLessonContent(db: Db, lessonId: string) {
  return db
    .selectFrom('lesson')
    .leftJoin('asset', 'asset.id', 'lesson.asset_id')
    .select(['lesson.content', 'asset.state as media_state', 'asset.width', 'asset.height'])
    .where('lesson.id', '=', lessonId)
    .executeTakeFirst()
}

/** primary key of lesson_file */
export function listLessonFiles(db: Db, lessonId: string) {
  return db
    .selectFrom('lesson_file')
    .innerJoin('asset', 'asset.id', 'lesson_file.asset_id')
    .select(['asset.id', 'lesson_file.label', 'asset.filename', 'asset.content_type', 'asset.bytes'])
    .where('lesson_file.lesson_id', '=', lessonId)
    .where('asset.state', '=', 'ready')
    .orderBy('lesson_file.position')
    .execute()
}

/** primary key of asset_reference; pictures of a lesson's text that are ready, with their size in pixels */
export async function listLessonImages(db: Db, lessonId: string) {
  const rows = await db
    .selectFrom('asset_reference')
    .innerJoin('asset', 'asset.id', 'asset_reference.asset_id')
    .select(['asset.id', 'asset.width', 'asset.height'])
    .where('asset_reference.source', '=', 'lesson')
    .where('asset_reference.source_key', '=', lessonId)
    .where('asset.kind', '=', 'image')
    .where('asset.state', '=', 'ready')
    .execute()
  return rows.flatMap(({ id, width, height }) => (width && height ? [{ assetId: id, width, height }] : []))
}

/** unique caption_track (asset_id, language, kind) */
export function listTracks(db: Db, assetId: string) {
  return db
    .selectFrom('caption_track')
    .select(['id', 'language', 'kind', 'label', 'is_default'])
    .where('asset_id', '=', assetId)
    .orderBy('kind')
    .orderBy('is_default', 'desc')
    .orderBy('language')
    .execute()
}
