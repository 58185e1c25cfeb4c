/**
 * Finds the bytes behind the last part of a media address. Every key is made from rows; the address only chooses among
 * them. docs/contract §18.
 */
import { LRUCache } from 'lru-cache'
import { formatWebVtt } from '#domain/learning/captions/captions.ts'
import { COPY_FILES } from '#domain/learning/played-as-uploaded.ts'
import {
  formatMasterPlaylist,
  formatMediaPlaylist,
  INIT_SEGMENT,
  type MediaSegment,
  type PlaylistRendition,
  parseSegmentName,
} from '#domain/learning/playlists.ts'
import type { Refusal } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { createPictureMaker } from '#media/pictures/picture-maker.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { copyImage } from '#platform/pictures/convert-image.ts'
import { findAsset, findLessonFile, findTrackCues, listRenditions } from '../queries/media-files.ts'

type AssetRow = NonNullable<Awaited<ReturnType<typeof findAsset>>>
type RenditionRow = Awaited<ReturnType<typeof listRenditions>>[number]

/** `isWhole`: the file has no segments for streaming, so one answer has at most 8 MB of it. */
type StoredFile = {
  kind: 'blob'
  key: string
  contentType: string
  isWhole: boolean
  /** A part of an encoded film. */
  isSegment: boolean
  /** The name of a download. Null: shown in the page. */
  filename: string | null
}
/** A playlist or a caption track. */
type WrittenFile = { kind: 'text'; text: string; contentType: string }
/** A file that exists, and can't be sent now. */
type RefusedFile = { kind: 'refused'; refusal: Refusal }
export type MediaFile = StoredFile | WrittenFile | RefusedFile

export const PLAYLIST = 'master.m3u8'
export const ORIGINAL = 'original'
export const DOWNLOAD = 'download'
/** A picture without the metadata of its upload. */
export const IMAGE_MASTER = 'image/master.webp'
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
const VTT_TYPE = 'text/vtt; charset=utf-8'
/** By the end of a file's name. */
const DERIVED_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  vtt: VTT_TYPE,
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** How the grant of a lesson uses a file. A picture is neither played nor offered for download. */
type FileUse = { isPlayed: boolean; isOffered: boolean; lessonId: string | null }

/** Null for every address that the play response does not lead to, such as the upload of an encoded film. */
export type FindMediaFile = (assetId: string, path: string, use: FileUse) => Promise<MediaFile | null>

/** Rows of renditions never change, so a process remembers the files that it sends often for a minute. */
export function createMediaFinder({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): FindMediaFile {
  const makePicture = createPictureMaker({ blobs })
  const memory = { max: 1000, ttl: 60_000 }
  const assets = new LRUCache<string, Promise<AssetRow | undefined>>({ ...memory, ttl: 5000 })
  const segments = new LRUCache<string, RenditionRow>(memory)
  const readings = new Map<string, Promise<RenditionRow[]>>()

  return async (assetId, path, use) => {
    const asset = await (assets.get(assetId) ?? readAsset(assetId))
    if (!asset) return null
    const [folder = '', name, ...rest] = path.split('/')
    if (rest.length > 0) return null
    if (path === IMAGE_MASTER && asset.kind === 'image') return findDerivedFile(assetId, folder, name!)
    if (name === undefined) return findTopFile(asset, folder, use)
    if (!use.isPlayed) return null
    if (folder === 'tracks') return findTrack(assetId, name)
    return folder === 'image' ? null : findDerivedFile(assetId, folder, name)
  }

  /** A player asks for several files at once, which wait for the same statement. */
  function readAsset(assetId: string): Promise<AssetRow | undefined> {
    const reading = findAsset(db, assetId)
    assets.set(assetId, reading)
    const forget = () => assets.delete(assetId)
    reading.then((asset) => asset ?? forget(), forget)
    return reading
  }

  async function findTopFile(asset: AssetRow, name: string, use: FileUse): Promise<MediaFile | null> {
    if (name === DOWNLOAD) return use.isOffered ? findDownload(asset, use.lessonId) : null
    if (name === ORIGINAL) return (await isShownAsUploaded(asset, use)) ? toUpload(asset, null) : null
    if (name !== PLAYLIST || !use.isPlayed) return null
    const renditions = (await listRenditions(db, asset.id)).flatMap(toPlaylistRendition)
    if (renditions.length === 0) return null
    return { kind: 'text', text: formatMasterPlaylist(renditions), contentType: PLAYLIST_TYPE }
  }

  async function findDownload(asset: AssetRow, lessonId: string | null): Promise<MediaFile | null> {
    const file = lessonId === null ? undefined : await findLessonFile(db, lessonId, asset.id)
    if (!file) return null
    const filename = createDownloadName(file.label, asset.filename)
    if (asset.kind === 'image') return findPictureCopy(asset, filename)
    const rendition = (await listRenditions(db, asset.id)).find(({ name }) => PLAYED_WHOLE.has(name))
    if (!rendition) return toUpload(asset, filename)
    const [name, contentType] =
      rendition.name === 'audio' ? [AUDIO_FILE, 'audio/mp4'] : [COPY_FILES[asset.content_type!]!, asset.content_type!]
    return { ...toDerived(rendition, name, contentType), filename: createDownloadName(file.label, name) }
  }

  /** A picture in its own format without metadata, such as its place. Made once, from the upload. */
  async function findPictureCopy(asset: AssetRow, filename: string): Promise<MediaFile | null> {
    const master = await findRendition(asset.id, 'image')
    const contentType = asset.content_type
    if (!master || !contentType) return null
    const copy = await makePicture(`${master.folder}/${DOWNLOAD}`, originalKey(asset.id), (source, path) =>
      copyImage(source, path, contentType),
    )
    if (!copy.ok) return copy.refusal.code === 'NOT_FOUND' ? null : { kind: 'refused', refusal: copy.refusal }
    return { kind: 'blob', key: copy.value, contentType, isWhole: false, isSegment: false, filename }
  }

  /** A film or sound that has no sizes and no copy yet, or a PDF, which opens in a tab of its own. */
  async function isShownAsUploaded({ id, content_type }: AssetRow, use: FileUse): Promise<boolean> {
    if (use.isOffered && content_type === 'application/pdf') return true
    if (!use.isPlayed) return false
    const renditions = await listRenditions(db, id)
    return !renditions.some((rendition) => toSegments(rendition) !== null || PLAYED_WHOLE.has(rendition.name))
  }

  async function findTrack(assetId: string, name: string): Promise<MediaFile | null> {
    const [trackId = '', extension] = name.split('.')
    if (extension !== 'vtt' || !UUID.test(trackId)) return null
    const cues = await findTrackCues(db, assetId, trackId)
    return cues ? { kind: 'text', text: formatWebVtt(cues), contentType: VTT_TYPE } : null
  }

  /** A segment, a playlist, or a picture of a rendition, by the name of the rendition. */
  async function findDerivedFile(assetId: string, renditionName: string, name: string): Promise<MediaFile | null> {
    const rendition = await findRendition(assetId, renditionName)
    if (!rendition) return null
    const list = toSegments(rendition)
    if (list) {
      if (name === 'index.m3u8') return { kind: 'text', text: formatMediaPlaylist(list), contentType: PLAYLIST_TYPE }
      const index = name === INIT_SEGMENT ? 0 : parseSegmentName(name)
      return index !== null && index < list.length
        ? { ...toDerived(rendition, name, 'video/mp4'), isSegment: true }
        : null
    }
    const extension = /^[a-z0-9-]{1,40}\.([a-z0-9]{3,4})$/.exec(name)?.[1]
    const type = extension && DERIVED_TYPES[extension]
    return type ? toDerived(rendition, name, type) : null
  }

  async function findRendition(assetId: string, name: string): Promise<RenditionRow | undefined> {
    const known = segments.get(`${assetId}/${name}`)
    if (known) return known
    const rows = await (readings.get(assetId) ?? readRenditions(assetId))
    for (const row of rows) segments.set(`${assetId}/${row.name}`, row)
    return rows.find((row) => row.name === name)
  }

  function readRenditions(assetId: string): Promise<RenditionRow[]> {
    const reading = listRenditions(db, assetId).finally(() => readings.delete(assetId))
    readings.set(assetId, reading)
    return reading
  }
}

/** The label of the file in its lesson, with the ending of the file, because the name of an upload may say where it was made. */
function createDownloadName(label: string, uploadName: string): string {
  const ending = /\.[a-z0-9]{1,10}$/.exec(uploadName.toLowerCase())?.[0] ?? ''
  const name = label.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim()
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
}

/** The upload itself. @param filename the name of a download; null: shown in the page */
function toUpload({ id, kind, content_type }: AssetRow, filename: string | null): StoredFile {
  return {
    kind: 'blob',
    key: originalKey(id),
    contentType: content_type ?? 'application/octet-stream',
    isWhole: kind === 'video' || kind === 'audio',
    isSegment: false,
    filename,
  }
}

function toDerived({ folder, name: rendition }: RenditionRow, name: string, contentType: string): StoredFile {
  const isWhole = PLAYED_WHOLE.has(rendition)
  return { kind: 'blob', key: `${folder}/${name}`, contentType, isWhole, isSegment: false, filename: null }
}

const AUDIO_FILE = 'audio.m4a'
/** Sound that was encoded, and the copy of a file that was not. Neither has the metadata of the upload. */
const PLAYED_WHOLE: ReadonlySet<string> = new Set(['audio', 'copy'])

/** Null for a rendition without segments, such as a poster. */
export function toSegments({ segments }: Pick<RenditionRow, 'segments'>): MediaSegment[] | null {
  return Array.isArray(segments) ? (segments as MediaSegment[]) : null
}

function toPlaylistRendition(row: RenditionRow): PlaylistRendition[] {
  const segments = toSegments(row)
  if (!segments || !row.width || !row.height || !row.codec) return []
  const { name, width, height, codec } = row
  return [{ name, width, height, codec, framesPerSecond: row.frames_per_second ?? 30, segments }]
}
