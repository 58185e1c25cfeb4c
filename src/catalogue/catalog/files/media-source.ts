/** Reads the media files that a course file names: their hashes, types and caption tracks. */
import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCaptions } from '#domain/learning/captions/caption-file.ts'
import { COPY_FILES } from '#domain/learning/played-as-uploaded.ts'
import { TRACK_KINDS, type Track } from '#media/caption-tracks.ts'
import { detectKindFor, HEAD_BYTES, type MediaKind } from '#platform/file-kind.ts'
import { readMediaFactsInWorker } from '#platform/media-facts/read-in-worker.ts'
import type { MediaFacts } from '#platform/media-facts/read-media-facts.ts'
import type { LessonMediaInput } from './lesson-schema.ts'
import { nullWhenMissing } from './null-when-missing.ts'

export type Path = readonly PropertyKey[]
export type MediaSource = {
  /** The place in the course file that names it. */
  at: Path
  name: string
  sha256: string
  kind: MediaKind
  /** Null for a file that is not played. */
  tracks: Track[] | null
  /** As the course file says. A file that can be read has the same, else it is a fault. */
  durationMs: number | null
  width: number | null
  height: number | null
  /** The file was read, and every browser plays its picture and sound. */
  isPlayable: boolean
  /** Null: the file is not in the folder, so the store must have it. */
  stored: { path: string; bytes: number; contentType: string } | null
}

/** Receives the faults, and remembers the names that were read. */
export type FolderReader = {
  folder: string
  usedNames: Set<string>
  addFault(at: Path, message: string): void
  /** A sentence that names the file itself. */
  addFileFault(message: string): void
}

/** Null after a fault. @param kinds the kinds of files that are accepted here */
export async function readMedia(
  reader: FolderReader,
  media: LessonMediaInput,
  kinds: readonly MediaKind[],
  at: Path,
): Promise<MediaSource | null> {
  const tracks = await readTracks(reader, media, at)
  const source = await readFileSource(reader, media, kinds, at)
  if (!source || !tracks) return null
  if (source.stored && media.bytes !== undefined && media.bytes !== source.stored.bytes) {
    reader.addFault([...at, 'bytes'], `\`${media.file}\` has ${source.stored.bytes}`)
    return null
  }
  const { durationSeconds, width, height } = media
  const declared = {
    durationMs: durationSeconds === undefined ? null : Math.round(durationSeconds * 1000),
    width: width ?? null,
    height: height ?? null,
  }
  const isDeclared = Object.values(declared).some((value) => value !== null)
  const facts = source.stored && isDeclared ? await readFacts(source.stored) : null
  const faults = facts ? listFactFaults(declared, facts) : []
  for (const [field, actual] of faults) reader.addFault([...at, field], `\`${media.file}\` has ${actual}`)
  return faults.length > 0 ? null : { ...source, ...declared, tracks, isPlayable: facts?.isPlayable ?? false }
}

/** Null for a file that is cut off, damaged, or no MP4, M4A or MP3. The media worker inspects it. */
async function readFacts({ path, contentType }: NonNullable<MediaSource['stored']>): Promise<MediaFacts | null> {
  if (!(contentType in COPY_FILES)) return null
  return readMediaFactsInWorker(path, new AbortController().signal)
}

/** A length is often rounded to a second, and a side by the shape of the pixels. */
const TOLERATED = { durationMs: 1000, side: 2 }

function listFactFaults(
  declared: Pick<MediaSource, 'durationMs' | 'width' | 'height'>,
  { durationMs, video }: MediaFacts,
): [field: string, actual: number][] {
  const isOff = (value: number | null, actual: number, tolerated: number) =>
    value !== null && Math.abs(value - actual) > tolerated
  return [
    ...(isOff(declared.durationMs, durationMs, TOLERATED.durationMs)
      ? [['durationSeconds', durationMs / 1000] as [string, number]]
      : []),
    ...(['width', 'height'] as const).flatMap((side): [string, number][] =>
      video && isOff(declared[side], video[side], TOLERATED.side) ? [[side, video[side]]] : [],
    ),
  ]
}

/** A file without tracks. Null after a fault. */
export async function readFileSource(
  reader: FolderReader,
  { file: name, sha256 }: { file: string; sha256?: string | undefined },
  kinds: readonly MediaKind[],
  at: Path,
): Promise<MediaSource | null> {
  const addFault = (field: string, message: string) => {
    reader.addFault([...at, field], message)
    return null
  }
  const file = await readMediaFile(reader, name, kinds)
  if (file === 'other-kind') return addFault('file', `\`${name}\` is not a file of the kind ${kinds.join(', ')}`)
  if (file === null && sha256 === undefined) return addFault('file', `\`${name}\` is missing in ${reader.folder}`)
  if (file && sha256 && sha256 !== file.sha256) return addFault('sha256', `\`${name}\` has another one: ${file.sha256}`)
  return {
    at: [...at, 'file'],
    name,
    sha256: file?.sha256 ?? sha256!,
    kind: file?.kind ?? kinds[0]!,
    tracks: null,
    durationMs: null,
    width: null,
    height: null,
    isPlayable: false,
    stored: file && { path: file.path, bytes: file.bytes, contentType: file.contentType },
  }
}

type MediaFile = { path: string; sha256: string; bytes: number; kind: MediaKind; contentType: string }

/** Null if the folder has no such file. */
async function readMediaFile(
  { folder, usedNames }: FolderReader,
  name: string,
  kinds: readonly MediaKind[],
): Promise<MediaFile | null | 'other-kind'> {
  usedNames.add(name)
  const path = join(folder, name)
  const content = await nullWhenMissing(hashFile(path))
  if (!content) return null
  const type = await detectKindFor(kinds, content.head, name)
  if (!type) return 'other-kind'
  return { path, sha256: content.sha256, bytes: content.bytes, ...type }
}

/** Reads in parts, because a video can be larger than the memory. */
async function hashFile(path: string): Promise<{ sha256: string; bytes: number; head: Uint8Array }> {
  const hash = createHash('sha256')
  let bytes = 0
  let head = Buffer.alloc(0)
  const file = await open(path)
  for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes, head }
}

/** In the order in which they are compared: by kind, each with its default (the first), then by language. */
async function readTracks(reader: FolderReader, media: LessonMediaInput, at: Path): Promise<Track[] | null> {
  const tracks: Track[] = []
  let isRead = true
  for (const kind of TRACK_KINDS) {
    const [first, ...others] = Object.entries(media[kind])
    for (const [language, name] of first ? [first, ...others.sort(([a], [b]) => (a < b ? -1 : 1))] : []) {
      const cues = await readCues(reader, name, [...at, kind, language])
      if (cues) tracks.push({ kind, language, cues })
      else isRead = false
    }
  }
  return isRead ? tracks : null
}

async function readCues({ folder, usedNames, addFault, addFileFault }: FolderReader, name: string, at: Path) {
  usedNames.add(name)
  const path = join(folder, name)
  const bytes = await nullWhenMissing(readFile(path))
  if (!bytes) {
    addFault(at, `\`${name}\` is missing in ${folder}`)
    return null
  }
  const captions = parseCaptions(bytes)
  if (captions.ok && captions.repairs.length === 0) return captions.cues
  for (const { line, reason } of captions.ok ? captions.repairs : captions.faults)
    addFileFault(`${path}:${line}:1 ${reason}`)
  return null
}
