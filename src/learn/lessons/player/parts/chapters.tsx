import type { PlayerController } from '../controller/create-controller.ts'
import { formatClock, formatDuration } from '../controls/format-clock.ts'
import type { PlayerChapter } from '../player-props.ts'
import styles from './chapters.module.css'
import { usePlayerValue } from './use-player.ts'

type ChaptersProps = { controller: PlayerController; chapters: readonly PlayerChapter[] }

export function Chapters({ controller, chapters }: ChaptersProps) {
  const current = usePlayerValue(controller, (state) => findChapterIndex(chapters, state.position))
  return (
    <nav aria-label="Chapters">
      <ol className={styles.chapters}>
        {chapters.map(({ startsAtSeconds, title }, index) => (
          <li key={startsAtSeconds}>
            <button
              type="button"
              className={index < current ? styles.seen : undefined}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => {
                controller.seekTo(startsAtSeconds)
                controller.play()
              }}
            >
              <time dateTime={formatDuration(startsAtSeconds)}>{formatClock(startsAtSeconds)}</time>{' '}
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The chapter of that second, or -1 before the first. */
export function findChapterIndex(chapters: readonly PlayerChapter[], seconds: number): number {
  return chapters.findLastIndex(({ startsAtSeconds }) => startsAtSeconds <= seconds)
}
