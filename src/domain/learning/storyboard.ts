/** Storyboards: small pictures of a video for the bar of the player, in sprites. docs/contract §14. */
import { formatTime } from './captions/captions.ts'

export const TILES_PER_SIDE = 10
const TILE_WIDTH = 160
/** Milliseconds between tiles at least, and tiles of a video at most. */
const MIN_INTERVAL_MS = 2000
const MAX_TILES = 300

/** Sizes in pixels, times in milliseconds. */
export type StoryboardPlan = {
  intervalMs: number
  tileCount: number
  spriteCount: number
  tileWidth: number
  tileHeight: number
  durationMs: number
}

/**
 * The storyboard of a video: a tile every 2 seconds or every 300th of the length, whichever is longer. Tiles are 160
 * pixels wide with the shape of the video and an even height. docs/contract §14.
 *
 * @throws RangeError for a size or a duration that is not positive
 */
export function planStoryboard({
  durationMs,
  width,
  height,
}: {
  durationMs: number
  width: number
  height: number
}): StoryboardPlan {
  if (!(durationMs > 0 && width > 0 && height > 0))
    throw new RangeError(`not a video: ${durationMs}, ${width}, ${height}`)
  const intervalMs = Math.max(MIN_INTERVAL_MS, Math.ceil(durationMs / MAX_TILES))
  const tileCount = Math.ceil(durationMs / intervalMs)
  return {
    intervalMs,
    tileCount,
    spriteCount: Math.ceil(tileCount / TILES_PER_SIDE ** 2),
    tileWidth: TILE_WIDTH,
    tileHeight: Math.max(2, 2 * Math.round((TILE_WIDTH * height) / width / 2)),
    durationMs,
  }
}

/** The WebVTT map of a storyboard: each cue names the part of a sprite, as `0.webp#xywh=160,0,160,90`. */
export function formatStoryboard(plan: StoryboardPlan): string {
  const { intervalMs, tileCount, tileWidth, tileHeight, durationMs } = plan
  const perSprite = TILES_PER_SIDE ** 2
  const cues = Array.from({ length: tileCount }, (_, tile) => {
    const column = tile % TILES_PER_SIDE
    const row = Math.floor((tile % perSprite) / TILES_PER_SIDE)
    const times = `${formatTime(tile * intervalMs)} --> ${formatTime(Math.min(durationMs, (tile + 1) * intervalMs))}`
    const area = [column * tileWidth, row * tileHeight, tileWidth, tileHeight].join(',')
    return `${times}\n${Math.floor(tile / perSprite)}.webp#xywh=${area}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}
