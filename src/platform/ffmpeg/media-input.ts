/** The input options of ffmpeg and ffprobe for an uploaded file. docs/contract §14. */
import { resolve } from 'node:path'

/** Detected content type → the one demuxer that may read the file. Playlist formats are absent. */
const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-matroska': 'matroska',
  'video/webm': 'matroska',
  'audio/mp4': 'mov',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
}

export type MediaInput = {
  path: string
  /** Detected by `file-kind.ts`, never stated by a client. */
  contentType: string
}

/**
 * Names the demuxer, so that the content cannot choose one that opens further files, such as a playlist.
 *
 * @throws TypeError for a type without a demuxer
 */
export function getInputArgs({ path, contentType }: MediaInput): string[] {
  const demuxer = Object.hasOwn(DEMUXERS, contentType) ? DEMUXERS[contentType] : undefined
  if (!demuxer) throw new TypeError(`ffmpeg reads no ${contentType}`)
  return ['-protocol_whitelist', 'file', '-f', demuxer, '-i', `file:${resolve(path)}`]
}
