/** Captions, subtitles and chapters of a file, changed by teachers. docs/contract §13 and §23. */
import { parseCaptions } from '#domain/learning/captions/caption-file.ts'
import {
  type CaptionNote,
  type Cue,
  checkCues,
  formatSrt,
  formatWebVtt,
  MAX_FAULTS,
} from '#domain/learning/captions/captions.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getTrackLabel } from '#media/caption-tracks.ts'
import type { EditedTrack } from '#media/queries/edited-tracks.ts'
import * as tracks from '#media/queries/edited-tracks.ts'
import { lockAsset } from '#media/queries/processed-assets.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { requireAsset } from '../permitted-asset.ts'
import type { NewTrack, TrackChange, TrackView, TrackWithCues } from '../wire/tracks.ts'

const MAX_TRACKS = 20

export async function loadTracks(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  assetId: string,
): Promise<Outcome<{ tracks: TrackView[] }>> {
  const asset = await requireAsset(db, member, assetId)
  return asset.ok ? accepted({ tracks: await tracks.listTracks(db, assetId) }) : asset
}

export async function addTrack(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  { assetId, kind, language, label, ...content }: NewTrack & { assetId: string },
): Promise<Outcome<TrackView>> {
  const cues = readCues(content)
  if (!cues.ok) return cues
  return inOneTransaction(db, async (tx) => {
    const asset = await requireAsset(tx, member, assetId)
    if (!asset.ok) return asset
    if (asset.value.kind !== 'video' && asset.value.kind !== 'audio') return refused('ASSET_NOT_FOUND')
    // Two tracks at once would both be the default.
    await lockAsset(tx, assetId)
    const existing = (await tracks.listTracks(tx, assetId)).filter((track) => track.kind === kind)
    if (existing.length >= MAX_TRACKS) return refused('TRACKS_LIMITED')
    const track = {
      assetId,
      kind,
      language,
      label: label ?? getTrackLabel(language),
      isDefault: existing.length === 0,
    }
    const trackId = await tracks.insertTrack(tx, track)
    if (!trackId) return refused('TRACK_EXISTS')
    await tracks.replaceCues(tx, trackId, cues.value ?? [])
    return accepted((await tracks.findTrack(tx, trackId))!)
  })
}

export async function readTrack(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  { trackId, format }: { trackId: string; format?: 'vtt' | 'srt' | undefined },
): Promise<Outcome<TrackWithCues>> {
  const track = await requireTrack(db, member, trackId)
  if (!track.ok) return track
  const cues = await tracks.listTrackCues(db, trackId)
  const filename = `${track.value.kind}.${track.value.language.toLowerCase()}.${format}`
  const content = format === 'srt' ? formatSrt(cues) : formatWebVtt(cues)
  return accepted({ ...track.value, cues, file: format ? { filename, content } : null })
}

/** Refuses a version that is not the stored one, with the stored one. */
export async function changeTrack(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  { trackId, version, label, isDefault, ...content }: TrackChange & { trackId: string },
): Promise<Outcome<TrackView>> {
  const cues = readCues(content)
  if (!cues.ok) return cues
  return inOneTransaction(db, async (tx) => {
    const track = await lockVersion(tx, member, trackId, version)
    if (!track.ok) return track
    if (isDefault) await tracks.clearDefault(tx, track.value)
    await tracks.updateTrack(tx, trackId, { label, isDefault })
    if (cues.value) await tracks.replaceCues(tx, trackId, cues.value)
    return accepted((await tracks.findTrack(tx, trackId))!)
  })
}

export async function deleteTrack(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  { trackId, version }: { trackId: string; version: number },
): Promise<Outcome<null>> {
  return inOneTransaction(db, async (tx) => {
    const track = await lockVersion(tx, member, trackId, version)
    if (!track.ok) return track
    await tracks.deleteTrack(tx, track.value)
    return accepted(null)
  })
}

async function lockVersion(
  tx: Tx,
  member: ActingPerson,
  trackId: string,
  version: number,
): Promise<Outcome<EditedTrack>> {
  const seen = await requireTrack(tx, member, trackId)
  if (!seen.ok) return seen
  await lockAsset(tx, seen.value.assetId)
  const track = await tracks.findTrack(tx, trackId)
  if (!track) return refused('TRACK_NOT_FOUND')
  if (track.version !== version) return refused('VERSION_CONFLICT', { data: { version: track.version } })
  return accepted(track)
}

export async function requireTrack(db: Db | Tx, member: ActingPerson, trackId: string): Promise<Outcome<EditedTrack>> {
  const track = await tracks.findTrack(db, trackId)
  if (!track) return refused('TRACK_NOT_FOUND')
  const asset = await requireAsset(db, member, track.assetId)
  if (asset.ok) return accepted(track)
  return asset.refusal.code === 'ASSET_NOT_FOUND' ? refused('TRACK_NOT_FOUND') : asset
}

type SentCues = { text?: string | undefined; cues?: readonly Cue[] | undefined; repair?: boolean | undefined }

/** Null: neither a text nor cues were sent. Refuses faults with the line of the text, or the number of the cue. */
function readCues({ text, cues, repair = false }: SentCues): Outcome<Cue[] | null> {
  if (text !== undefined) {
    const parsed = parseCaptions(Buffer.from(text))
    if (!parsed.ok) return refused('CAPTIONS_INVALID', { data: { faults: parsed.faults } })
    return parsed.repairs.length === 0 || repair ? accepted(parsed.cues) : refuseUntilRepaired(parsed.repairs)
  }
  if (cues === undefined) return accepted(null)
  const checked = checkCues(cues)
  return checked.ok ? accepted(checked.cues) : refused('CAPTIONS_INVALID', { data: { faults: checked.faults } })
}

/** A person sees what will change, and sends the file again with `repair`. */
function refuseUntilRepaired(repairs: readonly CaptionNote[]) {
  const repairableCount = new Set(repairs.map(({ line }) => line)).size
  return refused('CAPTIONS_INVALID', { data: { faults: repairs.slice(0, MAX_FAULTS), repairableCount } })
}
