import { Play } from 'lucide-react'
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { reportPlayed, sendWaitingReports, watchReportedProgress } from '../browser/watch-reports.ts'
import type { PlayerHandle, PlayerProps } from '../player/player-props.ts'
import type { LessonPage } from '../wire/lesson.ts'
import styles from './media-stage.module.css'
import { requestMedia } from './request-media.tsx'
import { StatePanel } from './state-panel.tsx'

const LazyPlayer = lazyComponent<PlayerProps>(async () => (await import('../player/player.tsx')).Player)

type Props = Pick<PlayerProps, 'onNext' | 'chaptersTarget' | 'transcriptTarget'> & {
  lesson: LessonPage
  notes: LessonPage['notes']
  poster: string
  as: SignedInAudience
  personId: string
  isAutoplay: boolean
  player: RefObject<PlayerHandle | null>
  onPosition: (seconds: number) => void
  onAddNote: (seconds: number) => void
  /** The lesson is complete now, or access has changed. */
  onChange: () => void
}

export function MediaStage(props: Props) {
  const { lesson, poster, onChange } = props
  const { content } = lesson
  if (content?.kind !== 'video' && content?.kind !== 'audio') return null
  const noun = content.kind === 'video' ? 'video' : 'recording'
  const retry = (
    <Button look="quiet" size="compact" onClick={onChange}>
      Try again
    </Button>
  )
  if (!content.media) {
    return (
      <StatePanel poster={poster} title={`No ${noun} yet`}>
        It appears here as soon as your teacher has added it.
      </StatePanel>
    )
  }
  if (content.media.state === 'processing') {
    return (
      <StatePanel poster={poster} title={`This ${noun} is being prepared`} action={retry}>
        That takes a few minutes after an upload. Everything else of the lesson is here.
      </StatePanel>
    )
  }
  if (content.media.state === 'failed') {
    return (
      <StatePanel poster={poster} title={`This ${noun} doesn’t work`} action={retry}>
        We couldn’t prepare the file. Your teacher knows and has to upload it again.
      </StatePanel>
    )
  }
  return <Playable {...props} kind={content.kind} media={content.media} />
}

type Media = { assetId: string; durationSeconds: number | null }

function Playable(props: Props & { kind: 'video' | 'audio'; media: Media }) {
  const { lesson, kind, media, poster, as, personId, isAutoplay, player, onChange } = props
  const { lessonId, title, progress, tracks, access } = lesson
  const [isShown, setShown] = useState(isAutoplay)
  const isStarting = useRef(isAutoplay)
  const isComplete = progress.completedAt !== null
  useReports({ personId, as, lessonId, isComplete, isTeacher: access.isTeacher, onChange })
  useIdleLoad(() => void LazyPlayer.fetch().then(() => setShown(true)))

  const show = () => {
    isStarting.current = true
    setShown(true)
  }
  const setPlayer = (handle: PlayerHandle | null) => {
    player.current = handle
    if (!handle || !isStarting.current) return
    isStarting.current = false
    handle.playFrom(handle.getPosition())
  }
  if (!isShown) return <StartCard title={title} poster={poster} onStart={show} />
  return (
    <>
      <LazyPlayer
        ref={setPlayer as Ref<PlayerHandle>}
        kind={kind}
        title={title}
        durationSeconds={media.durationSeconds ?? 0}
        startAt={progress.positionSeconds}
        poster={poster}
        notes={props.notes.flatMap(({ noteId, atSeconds, text }) =>
          atSeconds === null ? [] : [{ id: noteId, atSeconds, text }],
        )}
        onNeedGrant={() => requestMedia(browserClient(), as, lessonId, onChange)}
        onReport={(part) => {
          if (!access.isTeacher) reportPlayed({ personId, as }, { lessonId, assetId: media.assetId }, part)
        }}
        onPosition={props.onPosition}
        onAddNote={props.onAddNote}
        onNext={props.onNext}
        nextTitle={lesson.next?.title}
        chaptersTarget={props.chaptersTarget ?? null}
        transcriptTarget={props.transcriptTarget ?? null}
      />
      {!tracks.some((track) => track.kind !== 'chapters') && (
        <p className={styles.hint}>This {kind === 'video' ? 'video' : 'recording'} has no captions yet.</p>
      )}
    </>
  )
}

type StartProps = { title: string; poster: string; onStart: () => void }

function StartCard({ title, poster, onStart }: StartProps) {
  return (
    <div className={styles.start}>
      <img src={poster} alt="" width={1200} height={750} fetchPriority="high" />
      <button type="button" aria-label={`Play: ${title}`} onClick={onStart}>
        <Play size={28} fill="currentColor" />
      </button>
    </div>
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
    return watchReportedProgress((reported) => {
      if (reported.lessonId !== lessonId || !reported.completedAt || latest.current.isComplete) return
      latest.current.onChange()
    })
  }, [personId, as, lessonId, isTeacher])
}

function useIdleLoad(load: () => void): void {
  const latest = useRef(load)
  useEffect(() => {
    const connection = Reflect.get(navigator, 'connection') as { saveData?: boolean } | undefined
    if (connection?.saveData) return
    const start = () => latest.current()
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(start, IDLE_MS)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(start, { timeout: IDLE_MS })
    return () => cancelIdleCallback(id)
  }, [])
}

const IDLE_MS = 3000
