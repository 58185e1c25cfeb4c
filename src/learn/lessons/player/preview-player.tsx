import { useRef } from 'react'
import { browserClient } from '#http/client.ts'
import { playPreview } from '../wire/play.ts'
import type { FilmShape } from './film-shape.ts'
import { Player } from './player.tsx'
import type { GrantOutcome, PlayerHandle, PlayerProps } from './player-props.ts'
import { toPlayerMedia } from './to-player-media.ts'

export type PreviewPlayerProps = {
  courseCode: string
  assetId: string
  /** On the page of a preview link. */
  draftToken?: string | undefined
  kind: 'video' | 'audio'
  title: string
  durationSeconds: number
  poster?: string | undefined
  shape: FilmShape | null
}

type Props = PreviewPlayerProps & Pick<PlayerProps, 'chaptersTarget' | 'transcriptTarget'>

/** Plays at once, because the visitor pressed its button before it was loaded. Nothing is reported. */
export function PreviewPlayer({ courseCode, assetId, draftToken, ...props }: Props) {
  const isStarted = useRef(false)
  const start = (handle: PlayerHandle | null) => {
    if (!handle || isStarted.current) return
    isStarted.current = true
    handle.playFrom(0)
  }
  return (
    <Player
      {...props}
      ref={start}
      onNeedGrant={() => requestPreview(courseCode, { assetId, draftToken })}
      onReport={() => undefined}
    />
  )
}

/** Without a response, or while the server is away, the player asks again later. */
async function requestPreview(
  courseCode: string,
  body: Pick<PreviewPlayerProps, 'assetId' | 'draftToken'>,
): Promise<GrantOutcome> {
  const response = await browserClient().call(playPreview, { params: { course: courseCode }, body })
  const media = response.error === null ? toPlayerMedia(response.data.data) : null
  if (media) return { media }
  if (response.error !== null && (response.status === 0 || response.status >= 500)) return null
  return { refusal: <p role="alert">{response.error ?? 'There is no file to play.'}</p> }
}
