import type { RefObject } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import type { PlayerHandle, PlayerProps } from '../player/player-props.ts'
import type { LessonPage } from '../wire/lesson.ts'
import { playLesson } from '../wire/play.ts'
import { Playable } from './playable.tsx'
import { requestMedia } from './request-media.tsx'
import { StatePanel } from './state-panel.tsx'

type Props = Pick<
  PlayerProps,
  'onNext' | 'nextTitle' | 'nextAction' | 'staysFor' | 'chaptersTarget' | 'transcriptTarget'
> & {
  lesson: LessonPage
  notes: LessonPage['notes']
  poster: string
  as: SignedInAudience
  personId: string
  isAutoplay: boolean
  startAt: number
  player: RefObject<PlayerHandle | null>
  onPosition: (seconds: number) => void
  onAddNote: (seconds: number) => void
  /** The lesson is complete now, or access has changed. */
  onChange: () => void
}

export function LessonMedia(props: Props) {
  const { lesson, poster, as, onChange } = props
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
        This takes a few minutes after an upload. The rest of the lesson is already here.
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
  const { lessonId, title, progress, tracks, access } = lesson
  return (
    <Playable
      kind={content.kind}
      title={title}
      durationSeconds={content.media.durationSeconds ?? 0}
      startAt={props.startAt}
      poster={content.media.poster?.src ?? poster}
      srcset={content.media.poster?.srcset}
      shape={content.media.shape}
      lessonId={lessonId}
      assetId={content.media.assetId}
      as={as}
      personId={props.personId}
      isTeacher={access.isTeacher}
      isComplete={progress.completedAt !== null}
      hasCaptions={tracks.some((track) => track.kind !== 'chapters')}
      isAutoplay={props.isAutoplay}
      player={props.player}
      notes={props.notes.flatMap(({ noteId, atSeconds, text }) =>
        atSeconds === null ? [] : [{ id: noteId, atSeconds, text }],
      )}
      onNeedGrant={() =>
        requestMedia(() => browserClient().call(playLesson, { auth: as, params: { lessonId } }), onChange)
      }
      onPosition={props.onPosition}
      onAddNote={props.onAddNote}
      onNext={props.onNext}
      nextTitle={props.nextTitle}
      nextAction={props.nextAction}
      staysFor={props.staysFor}
      chaptersTarget={props.chaptersTarget ?? null}
      transcriptTarget={props.transcriptTarget ?? null}
      onChange={onChange}
    />
  )
}
