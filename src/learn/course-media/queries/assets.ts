/** The statements that read the files of a course for its teachers. */
import { sql } from 'kysely'
import type { AssetState } from '#domain/learning/asset.ts'
import type { MediaStepState } from '#domain/learning/media-step.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type CourseAsset = {
  id: string
  courseCode: string
  kind: 'video' | 'audio' | 'image' | 'file'
  state: AssetState
  filename: string
  contentType: string | null
  bytes: number
  durationMs: number | null
  width: number | null
  height: number | null
  fault: string | null
  createdBy: string | null
  createdAt: Date
  isComplete: boolean
  /** Null: the upload has ended. */
  receivedBytes: number | null
  /** Nothing names it, not even an old version of the course. */
  unreferencedSince: Date | null
}

/** primary key; null for a file that belongs to no course, and for a deleted one */
export async function findCourseAsset(db: Db | Tx, assetId: string): Promise<CourseAsset | null> {
  return (await selectAssets(db).where('asset.id', '=', assetId).executeTakeFirst()) ?? null
}

/** primary key; null for a file that belongs to no profile, and for a deleted one */
export async function findProfileAsset(db: Db, assetId: string) {
  const asset = await db
    .selectFrom('asset')
    .select(['bytes', 'created_by as createdBy', 'creator_slug as creatorSlug'])
    .select((is) => is('sha256', 'is not', null).as('isComplete'))
    .where('id', '=', assetId)
    .where('state', '<>', 'deleted')
    .where('creator_slug', 'is not', null)
    .$narrowType<{ creatorSlug: string }>()
    .$castTo<Pick<CourseAsset, 'bytes' | 'createdBy' | 'isComplete'> & { creatorSlug: string }>()
    .executeTakeFirst()
  return asset ?? null
}

/** asset_hash; the newest first */
export function listCourseAssets(db: Db, courseCode: string): Promise<CourseAsset[]> {
  return selectAssets(db)
    .where('asset.course_code', '=', courseCode)
    .orderBy('asset.created_at', 'desc')
    .orderBy('asset.id')
    .execute()
}

function selectAssets(db: Db | Tx) {
  return db
    .selectFrom('asset')
    .leftJoin('upload', 'upload.asset_id', 'asset.id')
    .select(['asset.id', 'asset.course_code as courseCode', 'asset.kind', 'asset.state', 'asset.filename'])
    .select(['asset.content_type as contentType', 'asset.bytes', 'asset.duration_ms as durationMs'])
    .select(['asset.width', 'asset.height', 'asset.fault', 'asset.created_by as createdBy'])
    .select(['asset.created_at as createdAt', 'asset.unreferenced_since as unreferencedSince'])
    .select((is) => is('asset.sha256', 'is not', null).as('isComplete'))
    .select(
      sql<number | null>`case when asset.state = 'uploading' then coalesce(upload.received_bytes, 0) end`.as(
        'receivedBytes',
      ),
    )
    .where('asset.course_code', 'is not', null)
    .where('asset.state', '<>', 'deleted')
    .$castTo<CourseAsset>()
}

export type StepRow = { assetId: string; step: string; state: MediaStepState; percent: number; error: string | null }

/** primary key of media_step; in the order in which they were added */
export function listSteps(db: Db, assetIds: readonly string[]): Promise<StepRow[]> {
  return db
    .selectFrom('media_step')
    .select(['asset_id as assetId', 'step', 'state', 'percent', 'error'])
    .where('asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('step')
    .$castTo<StepRow>()
    .execute()
}

export type UseRow = {
  assetId: string
  source: 'draft' | 'version' | 'lesson' | 'session' | 'profile' | 'setting' | 'curriculum' | 'page'
  /** The title of the lesson. Null: the source has none. */
  title: string | null
  /** The start of the session. */
  startsAt: Date | null
}

/**
 * primary key of asset_reference, then of lesson or cohort_session. Versions are one use, and none where something
 * else uses the file: the last version names what the lessons use.
 */
export function listUses(db: Db | Tx, assetIds: readonly string[]): Promise<UseRow[]> {
  return db
    .selectFrom('asset_reference as use')
    .leftJoin('cohort_session as session', (join) =>
      join.on('use.source', '=', 'session').on(sql`session.id::text`, '=', sql.ref('use.source_key')),
    )
    .leftJoin('lesson', (join) =>
      join.on(sql<boolean>`lesson.id = coalesce(session.lesson_id,
        case when use.source = 'lesson' then use.source_key::uuid end)`),
    )
    .select(['use.asset_id as assetId', 'use.source', 'lesson.title', 'session.starts_at as startsAt'])
    .where('use.asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('asset_reference as other')
            .select('other.asset_id')
            .whereRef('other.asset_id', '=', 'use.asset_id')
            .where('use.source', '=', 'version')
            .where((other) =>
              other.or([
                other('other.source', '<>', 'version'),
                other('other.source_key', '<', other.ref('use.source_key')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('use.source')
    .orderBy('use.source_key')
    .$castTo<UseRow>()
    .execute()
}

/** unique (asset_id, language, kind) */
export async function countTracks(db: Db, assetIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('caption_track')
    .select((is) => ['asset_id', is.fn.countAll<string>().as('count')])
    .where('asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .groupBy('asset_id')
    .execute()
  return new Map(rows.map(({ asset_id, count }) => [asset_id, Number(count)]))
}

/** primary keys; the creator of a course and the uploader, each once, if their address is proved */
export async function listRecipients(
  db: Db,
  courseCode: string,
  uploaderId: string | null,
): Promise<{ personId: string; name: string; email: string }[]> {
  return db
    .selectFrom('person')
    .select(['id as personId', 'name', 'email'])
    .where('email_verified_at', 'is not', null)
    .where((is) =>
      is.or([
        is('id', '=', uploaderId),
        is(
          'id',
          'in',
          is
            .selectFrom('course_role')
            .select('person_id')
            .where('course_code', '=', courseCode)
            .where('role', '=', 'creator'),
        ),
      ]),
    )
    .execute()
}
