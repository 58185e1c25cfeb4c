/** The statements of play grants. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** The files of a grant, and what each is for. Pictures are in `assetIds` alone. */
export type GrantedFiles = {
  lessonId: string | null
  assetIds: readonly string[]
  playedAssetId: string | null
  offeredAssetIds: readonly string[]
}

type NewGrant = GrantedFiles & {
  personId: string | null
  enrolmentId: string | null
  loginSessionId: string | null
  /** Of the preview link that shows the trailer of a draft. */
  previewTokenHash?: Buffer | null
  /** By the clock that the ends were counted from. */
  createdAt: Date
  aliveUntil: Date
  endsAt: Date
}

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<string> {
  const { id } = await tx
    .insertInto('play_grant')
    .values({
      asset_ids: [...grant.assetIds],
      played_asset_id: grant.playedAssetId,
      offered_asset_ids: [...grant.offeredAssetIds],
      lesson_id: grant.lessonId,
      person_id: grant.personId,
      enrolment_id: grant.enrolmentId,
      login_session_id: grant.loginSessionId,
      preview_token_hash: grant.previewTokenHash ?? null,
      created_at: grant.createdAt,
      alive_until: grant.aliveUntil,
      ends_at: grant.endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** index play_grant_person; ends all but the newest living grants of a person that have video or audio */
export async function endOldGrants(tx: Tx, personId: string, maxCount: number): Promise<void> {
  await sql`update play_grant set alive_until = now() where id in (
    select id from play_grant where person_id = ${personId} and alive_until > now()
      and exists (select from asset where asset.id = any(asset_ids) and asset.kind in ('video', 'audio'))
    order by created_at desc, id offset ${maxCount})`.execute(tx)
}

/** primary keys; the grant with everything that its right depends on */
export async function findGrant(db: Db, grantId: string) {
  return (
    db
      .selectFrom('play_grant as play')
      .leftJoin('session as login', 'login.id', 'play.login_session_id')
      .leftJoin('enrolment', 'enrolment.id', 'play.enrolment_id')
      .leftJoin('orders', 'orders.id', 'enrolment.order_id')
      .leftJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
      .leftJoin('lesson', 'lesson.id', 'play.lesson_id')
      .leftJoin('preview_link', 'preview_link.token_hash', 'play.preview_token_hash')
      // The grant of a teacher for one file has no lesson, nor has that of a trailer.
      .leftJoin('asset', (join) => join.on('asset.id', '=', sql<string>`play.asset_ids[1]`))
      .select((is) => is.fn.coalesce('lesson.course_code', 'asset.course_code').as('course_code'))
      .select([
        'play.asset_ids',
        'play.played_asset_id',
        'play.offered_asset_ids',
        'play.person_id',
        'play.enrolment_id',
        'play.lesson_id',
        'play.preview_token_hash',
        'play.alive_until',
        'login.audience as login_audience',
        'login.ended_at as login_ended_at',
        'login.expires_at as login_expires_at',
        'enrolment.state as enrolment_state',
        'enrolment.frozen_at',
        'enrolment.access_ends_at',
        'enrolment.cancel_reason',
        'orders.paused_at',
        'cohort.state as cohort_state',
        'lesson.is_preview',
        'lesson.state as lesson_state',
        'preview_link.expires_at as preview_expires_at',
      ])
      .where('play.id', '=', grantId)
      .executeTakeFirst()
  )
}

/** primary keys; the files of a lesson: its video or audio, the files beside it, and pictures in its text */
export async function listLessonAssets(db: Db | Tx, lessonId: string) {
  return db
    .selectFrom('asset_reference')
    .innerJoin('asset', 'asset.id', 'asset_reference.asset_id')
    .leftJoin('lesson_file', (join) =>
      join.onRef('lesson_file.asset_id', '=', 'asset.id').on('lesson_file.lesson_id', '=', lessonId),
    )
    .select([
      'asset.id',
      'asset.kind',
      'asset.state',
      'asset.filename',
      'asset.content_type',
      'asset.bytes',
      'asset.width',
      'asset.height',
      'asset.duration_ms',
      'lesson_file.label',
      'lesson_file.position',
      // A film may also be offered for download.
      sql<boolean>`asset.id = (select lesson.asset_id from lesson where lesson.id = ${lessonId})`.as('is_played'),
    ])
    .where('asset_reference.source', '=', 'lesson')
    .where('asset_reference.source_key', '=', lessonId)
    .orderBy('lesson_file.position')
    .execute()
}

/** primary keys; the recording of a session */
export function listSessionAssets(db: Db, sessionId: string) {
  return selectUnlabelled(db)
    .innerJoin('cohort_session', 'asset.id', 'cohort_session.recording_asset_id')
    .where('cohort_session.id', '=', sessionId)
    .execute()
}

/** primary key; one file by itself */
export function listOneAsset(db: Db, assetId: string) {
  return selectUnlabelled(db).where('asset.id', '=', assetId).execute()
}

function selectUnlabelled(db: Db) {
  return db
    .selectFrom('asset')
    .select([
      'asset.id',
      'asset.kind',
      'asset.state',
      'asset.filename',
      'asset.content_type',
      'asset.bytes',
      'asset.width',
      'asset.height',
      'asset.duration_ms',
      sql<null>`null`.as('label'),
      sql<null>`null`.as('position'),
      sql<boolean>`asset.kind in ('video', 'audio')`.as('is_played'),
    ])
}
