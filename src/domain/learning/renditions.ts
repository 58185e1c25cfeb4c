/** Which sizes of a video are made, and the HLS playlists that list them. docs/contract §14. */

/** A video as it is shown: turned upright, in pixels. */
export type VideoSource = {
  width: number
  height: number
  /** Bits a second of the whole file. Null: not known. */
  bitrate: number | null
  framesPerSecond: number
}

export type RenditionPlan = {
  /** `video-360`: also the name of its processing step. */
  name: string
  width: number
  height: number
  /** The most bits a second of the picture. */
  maxBitrate: number
  framesPerSecond: number
}

/** The short side in pixels, and the most bits a second. docs/contract §14. */
const LADDER = [
  { side: 360, maxBitrate: 800_000 },
  { side: 540, maxBitrate: 1_600_000 },
  { side: 720, maxBitrate: 2_800_000 },
  { side: 1080, maxBitrate: 5_000_000 },
] as const
/** A rendition of more bits than this share of the source would only be larger. */
const MAX_SOURCE_SHARE = 1.5
const MAX_FRAMES = 30
/** Fewer would make seeking jumpy, and segments longer than they should be. */
const MIN_FRAMES = 10
/** Files state 30 frames a second as 29.97 to 30.3. */
const FRAMES_TOLERANCE = 0.5

/**
 * The renditions of a source, the smallest first. Always the smallest; others only up to the size of the source and
 * 1.5 times its bitrate. Never larger than the source; sides are even, as H.264 demands. docs/contract §14.
 *
 * @throws RangeError for sides or frames that are not positive numbers
 */
export function planRenditions({ width, height, bitrate, framesPerSecond }: VideoSource): RenditionPlan[] {
  requirePositive(width, 'width')
  requirePositive(height, 'height')
  const shortSide = Math.min(width, height)
  return LADDER.filter(({ side, maxBitrate }, index) => {
    if (index === 0) return true
    return side <= shortSide && (bitrate === null || maxBitrate <= bitrate * MAX_SOURCE_SHARE)
  }).map(({ side, maxBitrate }) => {
    const scale = Math.min(1, side / shortSide)
    return {
      name: `video-${side}`,
      width: toEven(width * scale),
      height: toEven(height * scale),
      maxBitrate,
      framesPerSecond: getRenditionFrames(framesPerSecond),
    }
  })
}

/** Encoders need even sides of at least 2 pixels. Rounded to the nearest, but never above the value. */
function toEven(pixels: number): number {
  return Math.max(2, 2 * Math.floor(Math.round(pixels) / 2))
}

/**
 * At most 30 frames a second: a source with more is divided by a whole number, so motion stays even. At least 10: slides
 * repeat their picture.
 *
 * @throws RangeError for frames that are no positive number
 */
export function getRenditionFrames(framesPerSecond: number): number {
  requirePositive(framesPerSecond, 'framesPerSecond')
  const divided = framesPerSecond / Math.max(1, Math.ceil((framesPerSecond - FRAMES_TOLERANCE) / MAX_FRAMES))
  return Math.max(MIN_FRAMES, divided)
}

export type SourceFormat = {
  container: string
  videoCodec: string | null
  /** As ffmpeg names it, such as `yuv420p`. */
  pixelFormat: string | null
  audioCodec: string | null
  width: number
  height: number
  bitrate: number
  durationMs: number
  /** Sound and picture begin at 0 and end together. */
  isAligned: boolean
  /** The index of the MP4 stands before its data, so that playing starts with the first bytes. */
  isIndexFirst: boolean
}

/** Limits of a video that is served as uploaded. docs/contract §14. */
const UNENCODED = { shortSide: 720, bitrate: 1_500_000, durationMs: 3 * 60 * 1000 } as const
/** 8 bits, 4:2:0, in both ranges of brightness: what the decoders of phones and browsers read. */
const PLAYED_PIXELS = ['yuv420p', 'yuvj420p']

/** Whether phones play the file as it is, so that encoding would gain nothing. docs/contract §14. */
export function canPlayUnencoded(source: SourceFormat): boolean {
  return (
    source.container === 'mp4' &&
    source.videoCodec === 'h264' &&
    PLAYED_PIXELS.includes(source.pixelFormat ?? '') &&
    source.isAligned &&
    (source.audioCodec === null || source.audioCodec === 'aac') &&
    source.isIndexFirst &&
    Math.min(source.width, source.height) <= UNENCODED.shortSide &&
    source.bitrate <= UNENCODED.bitrate &&
    source.durationMs <= UNENCODED.durationMs
  )
}

function requirePositive(value: number, name: string): void {
  if (!(value > 0) || !Number.isFinite(value)) throw new RangeError(`${name} is not positive: ${value}`)
}
