/** The statements of tracks that a teacher edits one by one. */
import { sql } from 'kysely'
import type { Cue } from '#domain/learning/captions/captions.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { TrackKind } from '../caption-tracks.ts'

export type EditedTrack = {
  trackId: string
  assetId: string
  kind: TrackKind
  language: string
  label: string
  version: number
  isDefault: boolean
  cueCount: number
}

/** unique (asset_id, language, kind) */
export function listTracks(db: Db | Tx, assetId: string): Promise<EditedTrack[]> {
  return selectTracks(db).where('asset_id', '=', assetId).orderBy('kind').orderBy('language').execute()
}

/** primary key */
export function findTrack(db: Db | Tx, trackId: string): Promise<EditedTrack | undefined> {
  return selectTracks(db).where('id', '=', trackId).executeTakeFirst()
}

function selectTracks(db: Db | Tx) {
  return db
    .selectFrom('caption_track')
    .select(['id as trackId', 'asset_id as assetId', 'kind', 'language', 'label', 'version'])
    .select('is_default as isDefault')
    .select((is) =>
      is
        .selectFrom('caption_cue')
        .select((cue) => cue.fn.countAll<number>().as('count'))
        .whereRef('track_id', '=', 'caption_track.id')
        .as('cueCount'),
    )
    .$castTo<EditedTrack>()
}

type NewTrack = Pick<EditedTrack, 'assetId' | 'kind' | 'language' | 'label' | 'isDefault'>

/** unique (asset_id, language, kind). Null: there is one. */
export async function insertTrack(tx: Tx, track: NewTrack): Promise<string | null> {
  const { assetId, kind, language, label, isDefault } = track
  const row = await tx
    .insertInto('caption_track')
    .values({ asset_id: assetId, kind, language, label, is_default: isDefault })
    .onConflict((on) => on.columns(['asset_id', 'language', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** primary key; raises the version */
export async function updateTrack(
  tx: Tx,
  trackId: string,
  { label, isDefault }: { label?: string | undefined; isDefault?: boolean | undefined },
): Promise<void> {
  await tx
    .updateTable('caption_track')
    .set({ version: sql`version + 1`, ...(label && { label }), ...(isDefault && { is_default: true }) })
    .where('id', '=', trackId)
    .execute()
}

/** caption_track_default; no track of the kind is the default then */
export async function clearDefault(tx: Tx, { assetId, kind }: Pick<EditedTrack, 'assetId' | 'kind'>): Promise<void> {
  await tx
    .updateTable('caption_track')
    .set({ is_default: false })
    .where('asset_id', '=', assetId)
    .where('kind', '=', kind)
    .where('is_default', '=', true)
    .execute()
}

/** primary key. The first language that is left is the default of the kind then, if none is. */
export async function deleteTrack(tx: Tx, { trackId, assetId, kind }: EditedTrack): Promise<void> {
  await tx.deleteFrom('caption_track').where('id', '=', trackId).execute()
  await sql`update caption_track set is_default = true where id = (
    select id from caption_track where asset_id = ${assetId} and kind = ${kind} order by is_default desc, language limit 1)
    and not is_default`.execute(tx)
}

/** primary key of caption_cue; in the order of the track */
export function listTrackCues(db: Db | Tx, trackId: string): Promise<Cue[]> {
  return db
    .selectFrom('caption_cue')
    .select(['starts_ms as startsMs', 'ends_ms as endsMs', 'text'])
    .where('track_id', '=', trackId)
    .orderBy('position')
    .execute()
}

/** primary key of caption_cue */
export async function replaceCues(tx: Tx, trackId: string, cues: readonly Cue[]): Promise<void> {
  await tx.deleteFrom('caption_cue').where('track_id', '=', trackId).execute()
  await sql`insert into caption_cue (track_id, position, starts_ms, ends_ms, text)
    select ${trackId}, position - 1, (cue ->> 'startsMs')::integer, (cue ->> 'endsMs')::integer, cue ->> 'text'
    from jsonb_array_elements(${JSON.stringify(cues)}::jsonb) with ordinality as list (cue, position)`.execute(tx)
}
