import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { PlayerController } from '../controller/create-controller.ts'
import { formatClock, formatSpokenTime } from '../controls/format-clock.ts'
import type { PlayerChapter, PlayerNote } from '../player-props.ts'
import { findChapterIndex } from './chapters.tsx'
import styles from './seek-bar.module.css'
import { StoryboardTile } from './storyboard-tile.tsx'
import type { TrackCue } from './use-cues.ts'
import { usePlayerValue } from './use-player.ts'

type SeekBarProps = {
  controller: PlayerController
  chapters: readonly PlayerChapter[]
  notes: readonly PlayerNote[]
  tiles: readonly TrackCue[]
  storyboard: string | null
}
type Preview = { seconds: number; left: number; isDragged: boolean }

/** A focused slider that changes each second would be read out each second. */
const SPOKEN_STEP_SECONDS = 10

export function SeekBar({ controller, chapters, notes, tiles, storyboard }: SeekBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const position = usePlayerValue(controller, (state) => state.position)
  const duration = usePlayerValue(controller, (state) => state.duration)
  const isPlaying = usePlayerValue(controller, (state) => state.isPlaying)
  const dragged = preview?.isDragged ? preview.seconds : position
  const spokenSeconds = isPlaying ? dragged - (dragged % SPOKEN_STEP_SECONDS) : dragged
  const pointer = usePreview({ bar, duration, preview, setPreview, seekTo: controller.seekTo })
  const chapter = preview ? chapters[findChapterIndex(chapters, preview.seconds)] : undefined
  return (
    <div className={styles.bar} ref={bar} {...pointer}>
      <div
        className={styles.slider}
        role="slider"
        tabIndex={0}
        aria-label="Position"
        aria-valuemin={0}
        aria-valuemax={Math.floor(duration)}
        aria-valuenow={Math.floor(spokenSeconds)}
        aria-valuetext={describePosition(spokenSeconds, duration, chapters)}
      />
      <Track controller={controller} chapters={chapters} notes={notes} position={dragged} duration={duration} />
      {preview && (
        <p className={styles.preview} ref={(element) => void element?.style.setProperty('--at', `${preview.left}px`)}>
          <StoryboardTile tiles={tiles} seconds={preview.seconds} storyboard={storyboard} />
          {chapter && <b>{chapter.title}</b>}
          <span>{formatClock(preview.seconds)}</span>
        </p>
      )}
    </div>
  )
}

type PreviewOptions = {
  bar: RefObject<HTMLDivElement | null>
  duration: number
  preview: Preview | null
  setPreview: (preview: Preview | null) => void
  seekTo: (seconds: number) => void
}

function usePreview({ bar, duration, preview, setPreview, seekTo }: PreviewOptions) {
  const update = (event: PointerEvent<HTMLElement>, isDragged: boolean) => {
    const { left, width } = bar.current!.getBoundingClientRect()
    const across = Math.min(width, Math.max(0, event.clientX - left))
    const next = { seconds: (across / width) * duration, left: across, isDragged }
    setPreview(next)
    return next
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      update(event, true)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => void update(event, preview?.isDragged === true),
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!preview?.isDragged) return
      seekTo(update(event, false).seconds)
      if (event.pointerType === 'touch') setPreview(null)
    },
    onPointerLeave: () => preview?.isDragged || setPreview(null),
    onPointerCancel: () => setPreview(null),
  }
}

function describePosition(seconds: number, duration: number, chapters: readonly PlayerChapter[]): string {
  const index = findChapterIndex(chapters, seconds)
  const chapter = chapters[index]
  const time = `${formatSpokenTime(seconds)} of ${formatSpokenTime(duration)}`
  return chapter ? `${time}, chapter ${index + 1}, ${chapter.title}` : time
}

type TrackProps = Pick<SeekBarProps, 'controller' | 'chapters' | 'notes'> & { position: number; duration: number }

function Track({ controller, chapters, notes, position, duration }: TrackProps) {
  const buffered = usePlayerValue(controller, (state) => state.buffered)
  const percent = (seconds: number) => `${Math.min(100, Math.max(0, (100 * seconds) / (duration || 1))).toFixed(2)}%`
  const starts = chapters.map(({ startsAtSeconds }) => startsAtSeconds).filter((at) => at > 0 && at < duration)
  return (
    <svg className={styles.track} aria-hidden="true">
      <rect className={styles.rest} y="9" width="100%" height="5" rx="2.5" />
      {buffered.map(({ start, end }) => (
        <rect
          key={start}
          className={styles.buffered}
          x={percent(start)}
          y="9"
          width={percent(end - start)}
          height="5"
        />
      ))}
      <rect className={styles.played} y="9" width={percent(position)} height="5" rx="2.5" />
      {starts.map((at) => (
        <rect key={at} className={styles.gap} x={percent(at)} y="8" width="3" height="7" />
      ))}
      {notes.map(({ id, atSeconds }) => (
        <svg key={id} x={percent(atSeconds)} overflow="visible" aria-hidden="true">
          <path className={styles.note} d="M0 8C-2 6-4.5 5-4.5 2.5A4.5 4.5 0 0 1 4.5 2.5C4.500 5 2 6 0 8Z" />
        </svg>
      ))}
      <circle className={styles.thumb} cx={percent(position)} cy="11.5" r="7" />
    </svg>
  )
}
