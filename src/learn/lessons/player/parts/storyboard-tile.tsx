import styles from './seek-bar.module.css'
import type { TrackCue } from './use-cues.ts'

type TileProps = { tiles: readonly TrackCue[]; seconds: number; storyboard: string | null }

/** A small picture of the video at that second: a part of a sprite, which the cue names. */
export function StoryboardTile({ tiles, seconds, storyboard }: TileProps) {
  const cue = tiles.find(({ start, end }) => seconds >= start && seconds < end)
  const [, file, area = ''] = /^([\w./-]+)#xywh=([\d,]+)$/.exec(cue?.text ?? '') ?? []
  if (!file || !storyboard) return null
  const [x = 0, y = 0, width = 0, height = 0] = area.split(',').map(Number)
  const showArea = (element: HTMLImageElement | null) => {
    element?.parentElement?.style.setProperty('--shape', `${width} / ${height}`)
    element?.style.setProperty('translate', `${-x}px ${-y}px`)
  }
  return (
    <span className={styles.tile}>
      <img src={new URL(file, new URL(storyboard, location.href)).href} alt="" ref={showArea} />
    </span>
  )
}
