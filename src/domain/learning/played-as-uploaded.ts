/** The types that browsers play without encoding, and the file of their copy without metadata. */
export const COPY_FILES: Readonly<Record<string, string>> = {
  'video/mp4': 'media.mp4',
  'audio/mp4': 'media.m4a',
  'audio/mpeg': 'media.mp3',
}

type UploadedMedia = {
  contentType: string
  bytes: number
  durationMs: number | null
  width: number | null
  height: number | null
}

const MAX_SHORT_SIDE = 720
const MAX_BITRATE = 1_500_000
const MAX_MS = 180_000

/**
 * Whether phones play a short video as it was uploaded, so that it needs no encoding (docs/contract §14). The codecs
 * and the place of the index are not known here. False if the length or size is not known.
 */
export function isPlayedAsUploaded({ contentType, bytes, durationMs, width, height }: UploadedMedia): boolean {
  if (contentType !== 'video/mp4' || durationMs === null || width === null || height === null) return false
  const bitrate = (bytes * 8 * 1000) / durationMs
  return Math.min(width, height) <= MAX_SHORT_SIDE && durationMs <= MAX_MS && bitrate <= MAX_BITRATE
}
