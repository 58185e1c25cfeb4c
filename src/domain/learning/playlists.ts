/**
 * HLS playlists (RFC 8216) of a video's renditions. docs/contract §14. Addresses are relative, so the token in the
 * path of the playlist holds for everything it names.
 */

/** One segment of a rendition, in playing order. */
export type MediaSegment = { durationMs: number; bytes: number }

export type PlaylistRendition = {
  /** The folder of its files below the master playlist, such as `video-360`. */
  name: string
  width: number
  height: number
  /** As RFC 6381 writes it: `avc1.64001e,mp4a.40.2`. */
  codec: string
  framesPerSecond: number
  segments: readonly MediaSegment[]
}

export const INIT_SEGMENT = 'init.mp4'
/** Version 7: fragmented MP4 with an EXT-X-MAP. */
const VERSION = '#EXT-X-VERSION:7'

/** The file name of a segment, counted from 0. */
export function getSegmentName(index: number): string {
  return `${index}.m4s`
}

/** The number of a segment from its file name, or null for any other text. */
export function parseSegmentName(name: string): number | null {
  const [, digits] = /^(0|[1-9]\d{0,5})\.m4s$/.exec(name) ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * The playlist of one rendition. Durations are in seconds with three decimals; the target is the longest, rounded.
 *
 * @throws RangeError without segments, and for a segment without a duration
 */
export function formatMediaPlaylist(segments: readonly MediaSegment[]): string {
  requireSegments(segments)
  return toText([
    '#EXTM3U',
    VERSION,
    `#EXT-X-TARGETDURATION:${getTargetSeconds(segments)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${INIT_SEGMENT}"`,
    ...segments.flatMap(({ durationMs }, index) => [
      `#EXTINF:${(durationMs / 1000).toFixed(3)},`,
      getSegmentName(index),
    ]),
    '#EXT-X-ENDLIST',
  ])
}

/**
 * The playlist that lists all renditions that exist, the smallest first, so a player without an estimate starts small.
 *
 * @throws RangeError without renditions, and for a name or codec that a playlist cannot hold
 */
export function formatMasterPlaylist(renditions: readonly PlaylistRendition[]): string {
  if (renditions.length === 0) throw new RangeError('a master playlist needs a rendition')
  const ascending = renditions.toSorted((a, b) => a.width * a.height - b.width * b.height)
  return toText(['#EXTM3U', VERSION, '#EXT-X-INDEPENDENT-SEGMENTS', ...ascending.flatMap(formatRendition)])
}

function formatRendition({ name, width, height, codec, framesPerSecond, segments }: PlaylistRendition): string[] {
  requireSegments(segments)
  if (!/^[\w-]+$/.test(name)) throw new RangeError(`not a folder name: ${name}`)
  if (!/^[\w.,]+$/.test(codec)) throw new RangeError(`not a codec: ${codec}`)
  const attributes = [
    `BANDWIDTH=${getPeakBitrate(segments)}`,
    `AVERAGE-BANDWIDTH=${getAverageBitrate(segments)}`,
    `RESOLUTION=${width}x${height}`,
    `FRAME-RATE=${framesPerSecond.toFixed(3)}`,
    `CODECS="${codec}"`,
  ]
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${name}/index.m3u8`]
}

/**
 * The peak in bits a second, as RFC 8216 §4.1 defines it: the largest rate of neighbouring segments that together last
 * 0.5 to 1.5 times the target. The average when all segments together are shorter.
 */
export function getPeakBitrate(segments: readonly MediaSegment[]): number {
  const targetMs = getTargetSeconds(segments) * 1000
  let peak = getAverageBitrate(segments)
  for (const from of segments.keys()) {
    let [durationMs, bytes] = [0, 0]
    for (let at = from; at < segments.length; at++) {
      durationMs += segments[at]!.durationMs
      bytes += segments[at]!.bytes
      if (durationMs > targetMs * 1.5) break
      if (durationMs >= targetMs * 0.5) peak = Math.max(peak, toBitrate(bytes, durationMs))
    }
  }
  return peak
}

/** Bits a second over all segments. */
export function getAverageBitrate(segments: readonly MediaSegment[]): number {
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  const durationMs = segments.reduce((sum, segment) => sum + segment.durationMs, 0)
  return toBitrate(bytes, durationMs)
}

function toBitrate(bytes: number, durationMs: number): number {
  return Math.ceil((bytes * 8000) / durationMs)
}

function getTargetSeconds(segments: readonly MediaSegment[]): number {
  return Math.max(1, ...segments.map(({ durationMs }) => Math.round(durationMs / 1000)))
}

function requireSegments(segments: readonly MediaSegment[]): void {
  if (segments.length === 0) throw new RangeError('a playlist needs a segment')
  const wrong = segments.find(({ durationMs, bytes }) => !(durationMs > 0 && bytes >= 0 && Number.isFinite(bytes)))
  if (wrong) throw new RangeError(`not a segment: ${wrong.durationMs} ms, ${wrong.bytes} bytes`)
}

function toText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
