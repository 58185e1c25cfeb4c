/** The statements of caption tracks and their cues. */
import { sql } from 'kysely'
import type { Cue } from '#domain/learning/captions.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { getTrackLabel, hashCues, type Track, type TrackKind } from '../caption-tracks.ts'
import { replaceCues } from './edited-tracks.ts'

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

/**
 * unique (asset_id, language, kind). Makes these the tracks of the asset: the first of each kind is its default, and
 * tracks that are not listed are deleted. An equal track keeps its version.
 */
export async function putTracks(tx: Tx, assetId: string, tracks: readonly Track[]): Promise<void> {
  const existing = await listTrackHashes(tx, [assetId])
  const find = ({ kind, language }: Pick<Track, 'kind' | 'language'>) =>
    existing.find((track) => track.kind === kind && track.language === language)
  await tx.updateTable('caption_track').set({ is_default: false }).where('asset_id', '=', assetId).execute()
  for (const { kind, language } of existing)
    if (!tracks.some((track) => track.kind === kind && track.language === language))
      await tx
        .deleteFrom('caption_track')
        .where('asset_id', '=', assetId)
        .where('kind', '=', kind)
        .where('language', '=', language)
        .execute()
  for (const [index, track] of tracks.entries()) {
    const is_default = tracks.findIndex(({ kind }) => kind === track.kind) === index
    const isEqual = find(track)?.sha256 === hashCues(track.cues)
    await putTrack(tx, assetId, track, is_default, isEqual)
  }
}

async function putTrack(
  tx: Tx,
  assetId: string,
  { kind, language, cues }: Track,
  is_default: boolean,
  isEqual: boolean,
): Promise<void> {
  const { id } = await tx
    .insertInto('caption_track')
    .values({ asset_id: assetId, kind, language, label: getTrackLabel(language), is_default })
    .onConflict((on) =>
      on.columns(['asset_id', 'language', 'kind']).doUpdateSet({
        is_default,
        version: isEqual ? sql`caption_track.version` : sql`caption_track.version + 1`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isEqual) return
  await replaceCues(tx, id, cues)
}
