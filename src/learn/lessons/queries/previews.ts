/** The statements of preview lessons: published lessons that everybody may open. */
import type { Db } from '#platform/db/db.ts'

/** unique lesson (course_code, key) */
export function findPreviewLesson(db: Db, courseCode: string, lessonKey: string) {
  return db
    .selectFrom('lesson')
    .innerJoin('module', 'module.id', 'lesson.module_id')
    .leftJoin('asset', 'asset.id', 'lesson.asset_id')
    .select([
      'lesson.id',
      'lesson.kind',
      'lesson.key',
      'lesson.title',
      'lesson.summary',
      'lesson.minutes',
      'lesson.content',
      'lesson.asset_id',
      'module.title as module_title',
      'asset.state as media_state',
      'asset.duration_ms',
      'asset.width',
      'asset.height',
    ])
    .where('lesson.course_code', '=', courseCode)
    .where('lesson.key', '=', lessonKey)
    .where('lesson.is_preview', '=', true)
    .where('lesson.state', '=', 'published')
    .executeTakeFirst()
}

/** primary key of asset_reference; undefined unless the file belongs to a preview lesson of the course */
export function findPreviewOfAsset(db: Db, courseCode: string, assetId: string) {
  return db
    .selectFrom('lesson')
    .innerJoin('asset_reference', (join) =>
      join
        .on('asset_reference.source', '=', 'lesson')
        .on((is) => is('asset_reference.source_key', '=', is.cast<string>('lesson.id', 'text'))),
    )
    .select(['lesson.id', 'lesson.kind', 'lesson.asset_id as playedAssetId'])
    .where('asset_reference.asset_id', '=', assetId)
    .where('lesson.course_code', '=', courseCode)
    .where('lesson.is_preview', '=', true)
    .where('lesson.state', '=', 'published')
    .orderBy('lesson.key')
    .executeTakeFirst()
}
