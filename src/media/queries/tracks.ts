/** The statements of caption tracks and their cues. */
import { sql } from 'kysely'
import type { Cue } from '#domain/learning/captions/captions.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { getTrackLabel, hashCues, type Track, type TrackKind } from '../caption-tracks.ts'

type TrackHash = { assetId: string; kind: TrackKind; language: string; sha256: string }

/** unique (asset_id, language, kind), then caption_cue by key; by kind, each with its default first, then by language */
export async function listTrackHashes(db: Db | Tx, assetIds: readonly string[]): Promise<TrackHash[]> {
  if (assetIds.length === 0) return []
  return db
    .selectFrom('caption_track')
    .select(['asset_id as assetId', 'kind', 'language'])
    .select(
      sql<string>`(select encode(sha256(convert_to(coalesce(string_agg(starts_ms || ' ' || ends_ms || ' ' || text, e'\n' order by position), ''), 'UTF8')), 'hex')
        from caption_cue where track_id = caption_track.id)`.as('sha256'),
    )
    .where('asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .orderBy('kind')
    .orderBy('is_default', 'desc')
    .orderBy(sql`language collate "C"`)
    .execute()
}

/** unique (asset_id, language, kind), then caption_cue by key */
export async function listCues(db: Db | Tx, assetId: string, kind: TrackKind, language: string): Promise<Cue[]> {
  return db
    .selectFrom('caption_cue')
    .innerJoin('caption_track', 'caption_track.id', 'caption_cue.track_id')
    .select(['starts_ms as startsMs', 'ends_ms as endsMs', 'text'])
    .where('asset_id', '=', assetId)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('position')
    .execute()
}

/** An asset with all its tracks. The first of each kind is its default. */
export type AssetTracks = { assetId: string; tracks: readonly Track[] }

/**
 * unique (asset_id, language, kind). Makes these the tracks of the assets, with five statements for any number of them:
 * tracks that are not listed are deleted. An equal track keeps its version.
 */
export async function putTracks(tx: Tx, assets: readonly AssetTracks[]): Promise<void> {
  if (assets.length === 0) return
  const assetIds = assets.map(({ assetId }) => assetId)
  const hashes = new Map((await listTrackHashes(tx, assetIds)).map((track) => [getTrackKey(track), track.sha256]))
  const tracks = assets.flatMap(listNewTracks)
  if (hashes.size > 0) await dropOtherTracks(tx, assetIds, tracks)
  if (tracks.length === 0) return
  const isEqual = (track: NewTrack) => hashes.get(getTrackKey(track)) === hashCues(track.cues)
  const rows = await tx
    .insertInto('caption_track')
    .values(
      tracks.map((track) => ({
        asset_id: track.assetId,
        kind: track.kind,
        language: track.language,
        is_default: track.isDefault,
        label: getTrackLabel(track.language),
      })),
    )
    .onConflict((on) =>
      on.columns(['asset_id', 'language', 'kind']).doUpdateSet({ is_default: sql<boolean>`excluded.is_default` }),
    )
    .returning(['id', 'asset_id as assetId', 'kind', 'language'])
    .execute()
  const ids = new Map(rows.map((row) => [getTrackKey(row), row.id]))
  await replaceCuesOfTracks(
    tx,
    tracks.filter((track) => !isEqual(track)).map((track) => ({ ...track, id: ids.get(getTrackKey(track))! })),
    new Set(hashes.keys()),
  )
}

type NewTrack = Track & { assetId: string; isDefault: boolean }

function listNewTracks({ assetId, tracks }: AssetTracks): NewTrack[] {
  return tracks.map((track, index) => ({
    ...track,
    assetId,
    isDefault: tracks.findIndex(({ kind }) => kind === track.kind) === index,
  }))
}

const getTrackKey = ({ assetId, kind, language }: Pick<NewTrack, 'assetId' | 'kind' | 'language'>) =>
  `${assetId} ${kind} ${language}`

/** Each kind has at most one default at any time, so the defaults are cleared first. */
async function dropOtherTracks(tx: Tx, assetIds: readonly string[], tracks: readonly NewTrack[]): Promise<void> {
  await tx
    .updateTable('caption_track')
    .set({ is_default: false })
    .where('asset_id', '=', sql<string>`any(${[...assetIds]}::uuid[])`)
    .where('is_default', '=', true)
    .execute()
  await sql`delete from caption_track where asset_id = any(${[...assetIds]}::uuid[])
    and (asset_id, kind, language) not in (select * from unnest(${tracks.map(({ assetId }) => assetId)}::uuid[],
      ${tracks.map(({ kind }) => kind)}::text[], ${tracks.map(({ language }) => language)}::text[]))`.execute(tx)
}

/** caption_cue by key. @param existing the keys of tracks that had cues before, whose version grows */
async function replaceCuesOfTracks(
  tx: Tx,
  tracks: readonly (NewTrack & { id: string })[],
  existing: ReadonlySet<string>,
): Promise<void> {
  const changed = tracks.filter((track) => existing.has(getTrackKey(track))).map(({ id }) => id)
  if (changed.length > 0) {
    await tx.deleteFrom('caption_cue').where('track_id', '=', sql<string>`any(${changed}::uuid[])`).execute()
    await tx
      .updateTable('caption_track')
      .set({ version: sql`version + 1` })
      .where('id', '=', sql<string>`any(${changed}::uuid[])`)
      .execute()
  }
  const cues = tracks.flatMap(({ id, cues }) => cues.map((cue, position) => ({ ...cue, id, position })))
  if (cues.length === 0) return
  await sql`insert into caption_cue (track_id, position, starts_ms, ends_ms, text)
    select id, position, "startsMs", "endsMs", text from jsonb_to_recordset(${JSON.stringify(cues)}::jsonb)
      as cue (id uuid, position integer, "startsMs" integer, "endsMs" integer, text text)`.execute(tx)
}
