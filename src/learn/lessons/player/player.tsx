import { Play } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { getPlainCueText } from '#domain/learning/captions/caption-text.ts'
import text from '#ui/text.module.css'
import type { PlayerController } from './controller/create-controller.ts'
import { formatClock } from './controls/format-clock.ts'
import { getFilmClass } from './film-class.ts'
import './film-class.css'
import { Chapters } from './parts/chapters.tsx'
import { Controls } from './parts/controls.tsx'
import { CueText } from './parts/cue-text.tsx'
import { FailedPanel, NextPanel, OfflinePanel, usePanelKind } from './parts/panels.tsx'
import { SeekBar } from './parts/seek-bar.tsx'
import { SettingsMenu } from './parts/settings-menu.tsx'
import { Transcript } from './parts/transcript.tsx'
import { findTrackForLanguage, useCues, useNativeCaptions } from './parts/use-cues.ts'
import { useGestures } from './parts/use-gestures.ts'
import { useMediaSession } from './parts/use-media-session.ts'
import { useIdle, usePlayer, usePlayerValue } from './parts/use-player.ts'
import styles from './player.module.css'
import type { PlayerChapter, PlayerMedia, PlayerProps, PlayerTrack } from './player-props.ts'

export function Player(props: PlayerProps) {
  const { controller, frame, video } = usePlayer(props)
  const media = usePlayerValue(controller, (state) => state.media)
  const tracks = useStableTracks(media)
  const captions = useCaptions(controller, video, tracks)
  const chapters = useChapters(video, tracks)
  useGestures(video, controller)
  useMediaSession(controller, props.title, props.onNext)
  const { cues, track } = captions
  return (
    <div className={styles.player}>
      <Frame
        props={props}
        controller={controller}
        frame={frame}
        video={video}
        captions={captions}
        chapters={chapters}
        tracks={tracks}
      />
      {chapters.length > 0 && insert(<Chapters controller={controller} chapters={chapters} />, props.chaptersTarget)}
      {cues.length > 0 &&
        insert(<Transcript controller={controller} cues={cues} language={track?.language} />, props.transcriptTarget)}
    </div>
  )
}

type VideoRef = RefObject<HTMLVideoElement | null>
type CaptionLists = ReturnType<typeof useCaptions>

/** The captions in the person's language. They are read while they are off too, for the transcript. */
function useCaptions(controller: PlayerController, video: VideoRef, tracks: readonly PlayerTrack[]) {
  const language = usePlayerValue(controller, (state) => state.captionLanguage)
  const captionTracks = tracks.filter(({ kind }) => kind !== 'chapters')
  const track = findTrackForLanguage(captionTracks, language, navigator.languages)
  const cues = useCues(video, track?.url ?? null)
  const isNative = usePlayerValue(controller, ({ captionsOn, isVideoAlone }) => captionsOn && isVideoAlone)
  useNativeCaptions(video, isNative ? (track?.url ?? null) : null)
  return { ...cues, track, captionTracks }
}

function useChapters(video: VideoRef, tracks: readonly PlayerTrack[]): PlayerChapter[] {
  const chapterTracks = tracks.filter(({ kind }) => kind === 'chapters')
  const track = findTrackForLanguage(chapterTracks, null, navigator.languages)
  const { cues } = useCues(video, track?.url ?? null)
  return useMemo(
    () => cues.map(({ start, text: markup }) => ({ startsAtSeconds: start, title: getPlainCueText(markup) })),
    [cues],
  )
}

function insert(part: ReactNode, target: HTMLElement | null | undefined): ReactNode {
  return target ? createPortal(part, target) : part
}

/** A new grant has new addresses for the same captions. Those that are loaded stay. */
function useStableTracks(media: PlayerMedia | null) {
  const [tracks, setTracks] = useState(media?.tracks ?? [])
  const next = media?.tracks
  const list = (some: typeof tracks) => some.map(({ kind, language, label }) => `${kind} ${language} ${label}`).join()
  if (next && list(next) !== list(tracks)) setTracks(next)
  return tracks
}

type FrameProps = {
  props: PlayerProps
  controller: PlayerController
  frame: RefObject<HTMLElement | null>
  video: VideoRef
  captions: CaptionLists
  chapters: readonly PlayerChapter[]
  tracks: readonly PlayerTrack[]
}

function Frame({ props, controller, frame, video, captions, chapters, tracks }: FrameProps) {
  const { kind = 'video', title, notes = [], shape, onNext, nextTitle, nextAction, staysFor } = props
  const { captionTracks } = captions
  const [isMenuOpen, setMenuOpen] = useState(false)
  const panel = usePanelKind(controller, onNext !== undefined)
  const isPlaying = usePlayerValue(controller, (state) => state.isPlaying)
  const phase = usePlayerValue(controller, (state) => state.phase)
  const refusal = usePlayerValue(controller, (state) => state.refusal)
  const isIdle = useIdle(frame, isPlaying) && !isMenuOpen
  const storyboard = usePlayerValue(controller, (state) => state.media?.storyboard ?? null)
  const { cues: tiles } = useCues(video, storyboard)
  const menu = (
    <SettingsMenu
      controller={controller}
      tracks={captionTracks}
      trackUrl={captions.track?.url ?? null}
      hasNext={onNext !== undefined}
      onOpen={setMenuOpen}
    />
  )
  const isFresh = kind === 'video' && phase === 'idle' && !isMenuOpen
  const className = [
    styles.frame,
    kind === 'audio' && styles.audio,
    phase !== 'loaded' && styles.cover,
    isFresh && styles.fresh,
    isIdle && styles.idle,
    isMenuOpen && styles.open,
    getFilmClass(shape),
  ]
  return (
    <section
      className={className.filter(Boolean).join(' ')}
      ref={frame}
      tabIndex={-1}
      aria-label={`${kind === 'audio' ? 'Audio' : 'Video'}: ${title}`}
    >
      <Picture props={props} controller={controller} video={video} tracks={tracks} storyboard={storyboard} />
      <Captions controller={controller} captions={captions} />
      <Waiting controller={controller} />
      {phase === 'idle' && <StartButton controller={controller} frame={frame} title={title} />}
      {isFresh && <Length controller={controller} seconds={props.durationSeconds} />}
      {phase === 'refused' ? (
        <div className={styles.refusal}>{refusal}</div>
      ) : (
        <>
          <div className={styles.controls} inert={panel !== null}>
            <SeekBar controller={controller} chapters={chapters} notes={notes} tiles={tiles} storyboard={storyboard} />
            <Controls controller={controller} kind={kind} hasTracks={captionTracks.length > 0} menu={menu} />
          </div>
          {panel === 'failed' && <FailedPanel controller={controller} />}
          {panel === 'offline' && <OfflinePanel controller={controller} />}
          {panel === 'next' && onNext && (
            <NextPanel
              controller={controller}
              title={nextTitle}
              action={nextAction}
              staysFor={staysFor}
              onNext={onNext}
            />
          )}
        </>
      )}
      <Announcement controller={controller} />
    </section>
  )
}

type PictureProps = Pick<FrameProps, 'props' | 'controller' | 'video' | 'tracks'> & { storyboard: string | null }

function Picture({ props, controller, video, tracks, storyboard }: PictureProps) {
  const poster = usePlayerValue(controller, (state) => state.media?.poster ?? props.poster ?? null)
  return (
    // biome-ignore lint/a11y/useMediaCaption: the tracks are data, and a lesson may have none
    <video
      className={styles.picture}
      ref={video}
      playsInline
      preload="auto"
      poster={poster ?? undefined}
      aria-label={props.title}
    >
      {tracks.map(({ kind, language, label, url }) => (
        <track key={url} kind={kind} srcLang={language} label={label} src={url} />
      ))}
      {storyboard && <track kind="metadata" src={storyboard} />}
    </video>
  )
}

function Captions({ controller, captions }: Pick<FrameProps, 'controller' | 'captions'>) {
  const captionsOn = usePlayerValue(controller, (state) => state.captionsOn)
  const { active, track } = captions
  if (!captionsOn || active.length === 0) return null
  return (
    <div className={styles.captions} aria-hidden="true" lang={track?.language} dir="auto">
      {active.map((cue) => (
        <p key={cue}>
          <span>
            <CueText text={cue} />
          </span>
        </p>
      ))}
    </div>
  )
}

function Waiting({ controller }: { controller: PlayerController }) {
  const isShown = usePlayerValue(controller, ({ isWaiting, isDisconnected }) => isWaiting && !isDisconnected)
  return isShown ? <span className={styles.waiting} /> : null
}

type StartProps = Pick<FrameProps, 'controller' | 'frame'> & { title: string }

function StartButton({ controller, frame, title }: StartProps) {
  const start = () => {
    frame.current?.focus({ preventScroll: true })
    controller.play()
  }
  return (
    <button type="button" className={styles.start} aria-label={`Play: ${title}`} onClick={start}>
      <Play size={28} />
    </button>
  )
}

/** The second at which playback starts, unless that is the beginning, and the length. */
function Length({ controller, seconds }: { controller: PlayerController; seconds: number }) {
  const position = usePlayerValue(controller, (state) => Math.floor(state.position))
  if (seconds < 1) return null
  return (
    <span className={styles.length} aria-hidden="true">
      {position > 0 && `${formatClock(position)} / `}
      {formatClock(seconds)}
    </span>
  )
}

function Announcement({ controller }: { controller: PlayerController }) {
  const announcement = usePlayerValue(controller, (state) => state.announcement)
  return (
    <p className={text.unseen} role="status">
      {announcement}
    </p>
  )
}
