import { type Ref, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { reportPlayed, sendWaitingReports, watchReports } from '../browser/watch-reports.ts'
import type { PlayerHandle, PlayerProps } from '../player/player-props.ts'
import { StartCard } from '../player/start-card.tsx'
import styles from './lesson-media.module.css'

const LazyPlayer = lazyComponent<PlayerProps>(async () => (await import('../player/player.tsx')).Player)

type Props = Omit<PlayerProps, 'kind' | 'onReport' | 'ref'> & {
  kind: 'video' | 'audio'
  poster: string
  /** The poster in several widths. */
  srcset?: string | undefined
  lessonId: string
  assetId: string
  as: SignedInAudience
  personId: string
  /** A teacher's seconds are not reported. */
  isTeacher: boolean
  isComplete: boolean
  hasCaptions: boolean
  isAutoplay?: boolean
  player?: RefObject<PlayerHandle | null>
  /** The lesson is complete now, or access has changed. */
  onChange: () => void
}

/** A picture with a start button, and then the player, which reports the seconds watched. */
export function Playable(props: Props) {
  const { lessonId, assetId, poster, as, personId, isTeacher, isComplete, hasCaptions, isAutoplay = false } = props
  const { player, onChange, srcset, ...playerProps } = props
  const { kind, title, shape } = playerProps
  const card = { kind, title, poster, srcset, shape }
  const [isShown, setShown] = useState(isAutoplay)
  const isStarting = useRef(isAutoplay)
  const button = useRef<HTMLButtonElement>(null)
  const isFetched = useRef(false)
  useReports({ personId, as, lessonId, isComplete, isTeacher, onChange })
  // A start button in use stays, because a replaced one loses the focus, or a press that has begun on it.
  useIdleLoad(async () => {
    await LazyPlayer.fetch()
    isFetched.current = true
    if (!button.current?.matches(':focus, :active')) setShown(true)
  })
  const handleLeave = () => {
    if (isFetched.current) setShown(true)
  }
  const show = () => {
    isStarting.current = true
    setShown(true)
  }
  const setPlayer = (handle: PlayerHandle | null) => {
    if (player) player.current = handle
    if (!handle || !isStarting.current) return
    isStarting.current = false
    handle.playFrom(handle.getPosition())
  }
  return (
    <>
      {isShown ? (
        <Suspense fallback={<StartCard {...card} isLoading />}>
          <LazyPlayer
            {...playerProps}
            ref={setPlayer as Ref<PlayerHandle>}
            onReport={(part) => {
              if (!isTeacher) reportPlayed({ personId, as }, { lessonId, assetId }, part)
            }}
          />
        </Suspense>
      ) : (
        <StartCard {...card} ref={button} onStart={show} onLeave={handleLeave} />
      )}
      {!hasCaptions && (
        <p className={styles.hint}>This {kind === 'video' ? 'video' : 'recording'} has no captions yet.</p>
      )}
    </>
  )
}

type ReportOptions = {
  personId: string
  as: SignedInAudience
  lessonId: string
  isComplete: boolean
  isTeacher: boolean
  onChange: () => void
}

function useReports({ personId, as, lessonId, isComplete, isTeacher, onChange }: ReportOptions): void {
  const latest = useRef({ isComplete, onChange })
  useEffect(() => {
    latest.current = { isComplete, onChange }
  })
  useEffect(() => {
    if (!isTeacher) sendWaitingReports({ personId, as })
    return watchReports({
      onProgress(reported) {
        if (reported.lessonId !== lessonId || !reported.completedAt || latest.current.isComplete) return
        latest.current.onChange()
      },
      onClosed(closedId) {
        if (closedId === lessonId) latest.current.onChange()
      },
    })
  }, [personId, as, lessonId, isTeacher])
}

function useIdleLoad(load: () => Promise<void>): void {
  const latest = useRef(load)
  useEffect(() => {
    const connection = Reflect.get(navigator, 'connection') as { saveData?: boolean } | undefined
    if (connection?.saveData) return
    const start = () => void latest.current()
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(start, IDLE_MS)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(start, { timeout: IDLE_MS })
    return () => cancelIdleCallback(id)
  }, [])
}

const IDLE_MS = 3000
