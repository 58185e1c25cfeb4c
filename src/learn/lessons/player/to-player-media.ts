import type { Playback } from '../wire/play.ts'
import type { PlayerMedia } from './player-props.ts'

/** The part of a grant that the player needs. Null: the lesson has no file to play. */
export function toPlayerMedia({ playlist, source, poster, tracks, storyboard }: Playback): PlayerMedia | null {
  if (!playlist && !source) return null
  return {
    source: playlist ? { kind: 'hls', playlist } : { kind: 'file', url: source?.url ?? '' },
    poster,
    tracks: tracks.map(({ language, label, kind, url }) => ({ language, label, kind, url })),
    storyboard,
  }
}
