import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { getFinishPath, getRoomPath } from '#domain/learning/room-path.ts'
import type { SignedInAudience } from '#http/client.ts'
import { browserClient } from '#http/client.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { startFileDownload } from '../browser/start-file-download.ts'
import type { PlayerHandle } from '../player/player-props.ts'
import { FileList } from '../room/file-list.tsx'
import { LessonProse } from '../text/lesson-prose.tsx'
import type { CourseRoom } from '../wire/course.ts'
import type { LessonPage } from '../wire/lesson.ts'
import type { Playback } from '../wire/play.ts'
import { DemoSentence } from './demo-sentence.tsx'
import { EmbedFrame } from './embed-frame.tsx'
import { LessonMedia } from './lesson-media.tsx'
import styles from './lesson-stage.module.css'
import { LessonActions, LessonTitle } from './lesson-title.tsx'
import { LiveLesson } from './live-lesson.tsx'
import { Notes } from './notes/notes.tsx'
import { useNoteSecond } from './notes/use-note-second.ts'
import { StatePanel } from './state-panel.tsx'
import { useTargets } from './use-targets.ts'

const FinishNotice = lazyComponent(async () => (await import('./finish-notice.tsx')).FinishNotice)

type Props = {
  room: CourseRoom
  lesson: LessonPage
  playback: Playback | null
  as: SignedInAudience
  profile: Profile
  zone: string
}

export function LessonView({ room, lesson, playback, as, profile, zone }: Props) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { isAutoplay, startAt } = readStart(useLocation().state)
  const player = useRef<PlayerHandle>(null)
  const [notes, setNotes] = useState(lesson.notes)
  const noteSecond = useNoteSecond()
  const { transcript, chapters, setTranscript, setChapters } = useTargets()
  const { content, next } = lesson
  const media = content?.kind === 'video' || content?.kind === 'audio' ? content.media : null
  const isPlayed = content?.kind === 'video' || content?.kind === 'audio'
  const hasChapters = isPlayed && lesson.tracks.some(({ kind }) => kind === 'chapters')
  const finishPath = getFinishPath(lesson.course.coursePrefixCode)
  const isJustFinished = useJustFinished(room)
  const isMarked = lesson.progress.completedBy === 'marked'
  useEffect(() => {
    if (isJustFinished && isMarked) void navigate(finishPath)
  }, [isJustFinished, isMarked, navigate, finishPath])
  const goNext = () => navigate(getRoomPath(lesson.course.coursePrefixCode, next?.key ?? ''), { state: AUTOPLAY })

  return (
    <>
      {isPlayed && (
        <LessonMedia
          lesson={lesson}
          notes={notes}
          poster={room.course.poster}
          as={as}
          personId={profile.user_id}
          isAutoplay={isAutoplay}
          startAt={startAt ?? lesson.progress.positionSeconds}
          player={player}
          onPosition={noteSecond.setPosition}
          onAddNote={noteSecond.start}
          {...(isJustFinished
            ? {
                onNext: () => navigate(finishPath),
                nextTitle: 'You finished the course',
                nextAction: 'See what’s next',
              }
            : { onNext: next?.isOpen ? goNext : undefined, nextTitle: next?.title })}
          staysFor={getRest(lesson)}
          onChange={() => void revalidate()}
          chaptersTarget={chapters}
          transcriptTarget={transcript}
        />
      )}
      {content?.kind === 'embed' && (
        <EmbedFrame lessonId={lesson.lessonId} title={lesson.title} siteName={content.siteName} as={as} />
      )}
      {content?.kind === 'live' && (
        <LiveLesson room={room} session={content.session} zone={zone} as={as} onChange={() => void revalidate()} />
      )}
      {content === null && (
        <StatePanel poster={room.course.poster} title="No longer in the course">
          This lesson was taken out of the course. Your notes are still here.
        </StatePanel>
      )}
      {isJustFinished && (
        <div role="status">
          <Suspense>
            <FinishNotice path={finishPath}>
              {isPlayed ? 'Watch the rest of this lesson as long as you like.' : 'You’ve done everything it asks for.'}
            </FinishNotice>
          </Suspense>
        </div>
      )}
      {hasChapters && (
        <div className={styles.chapters}>
          <div ref={setChapters} />
          <p className={styles.hint}>The chapters appear here when you press play.</p>
        </div>
      )}
      <LessonTitle room={room} lesson={lesson} as={as} onChange={() => void revalidate()} />
      {media && <DemoSentence noun="lesson" seconds={media.durationSeconds} minutes={lesson.minutes} />}
      <div className={styles.reading}>
        <div className={styles.content}>
          {content && <LessonProse nodes={content.text} images={playback?.images ?? []} />}
          {content?.kind === 'text' && (
            <section className={styles.end} aria-label="End of the lesson">
              <LessonActions lesson={lesson} as={as} onChange={() => void revalidate()} />
            </section>
          )}
          {lesson.files.length > 0 && (
            <section className={styles.files} aria-labelledby="files">
              <h2 id="files">Files</h2>
              <FileList
                files={lesson.files.map((file) => ({ ...file, lessonId: lesson.lessonId }))}
                playback={playback}
                download={(file) => startFileDownload(browserClient(), as, file)}
              />
            </section>
          )}
          <div className={styles.transcript} ref={setTranscript} />
          {isPlayed && lesson.tracks.some(({ kind }) => kind !== 'chapters') && (
            <section className={styles.waiting} aria-labelledby="transcript">
              <h2 id="transcript">Transcript</h2>
              <p className={styles.hint}>It appears here when you press play.</p>
            </section>
          )}
        </div>
        <Notes
          lesson={lesson}
          as={as}
          notes={notes}
          onNotes={setNotes}
          second={isPlayed && content !== null ? noteSecond : null}
          onSeek={(seconds) => player.current?.playFrom(seconds)}
        />
      </div>
    </>
  )
}

/** What is left below the film when it ends, so that nobody is led away from it. */
function getRest({ content, files }: LessonPage): string | undefined {
  if (content && content.text.length > 0) return 'This lesson goes on as a text below.'
  return files.length > 0 ? 'This lesson has files below.' : undefined
}

/** The course was completed while this lesson was open. */
function useJustFinished({ completion }: CourseRoom): boolean {
  const [wasFinished] = useState(completion !== null)
  return !wasFinished && completion !== null
}

const AUTOPLAY = 'play'

/** `play`: the lesson before this one has ended. `atSeconds`: a place that the search of the room found. */
function readStart(state: unknown): { isAutoplay: boolean; startAt: number | null } {
  const atSeconds = (state as { atSeconds?: unknown } | null)?.atSeconds
  return typeof atSeconds === 'number'
    ? { isAutoplay: true, startAt: atSeconds }
    : { isAutoplay: state === AUTOPLAY, startAt: null }
}
