/** The player without its looks: what the buttons, keys and gestures do. */
import { getStartSeconds } from '#domain/learning/watched.ts'
import { findCommand, findFocus, type PlayerCommand } from '../controls/player-keys.ts'
import { type PlayerPreferences, readPreferences, savePreferences, stepSpeed } from '../controls/preferences.ts'
import type { PlayerProps } from '../player-props.ts'
import { createFrameStep } from './frame-step.ts'
import { bindMediaEvents } from './media-events.ts'
import { createPlayback, type PlaybackControl } from './playback.ts'
import { createPlayerStore, type PlayerState, type PlayerStore } from './player-state.ts'
import { startReporting } from './reporting.ts'
import { toggleFullScreen, togglePictureInPicture } from './screen.ts'

type Parts = { video: HTMLVideoElement; frame: HTMLElement }
type LiveParts = Parts & { playback: PlaybackControl; stepFrames: (frames: number) => void }

export type PlayerController = {
  store: PlayerStore
  /** Binds the elements. The result unbinds them and sends the last report. */
  attach(parts: Parts): () => void
  execute(command: PlayerCommand): void
  handleKey(event: KeyboardEvent, areSingleKeysOn: () => boolean): void
  play(): void
  seekTo(seconds: number): void
  tryAgain(): void
  retryNow(): void
  setLevel(index: number | null): void
  setPreferences(change: Partial<PlayerPreferences>): void
  announce(text: string): void
  dismissNext(): void
}

/** @param getProps the latest props, because their functions change with each rendering */
export function createController(getProps: () => PlayerProps): PlayerController {
  const store = createPlayerStore(createInitialState(getProps(), readPreferences(localStorage)))
  let parts: LiveParts | null = null
  const controller: PlayerController = {
    store,
    attach(elements) {
      const live = connect(elements, store, getProps)
      parts = live.parts
      return () => {
        parts = null
        live.disconnect()
      }
    },
    execute(command) {
      if (parts) execute(command, parts, controller, getProps())
    },
    handleKey(event, areSingleKeysOn) {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const focus = findFocus(event.target, parts?.frame ?? null)
      const state = { isPaused: !store.get().isPlaying, singleKeysOn: areSingleKeysOn() }
      const command = findCommand(event, focus, state)
      if (!command) return
      event.preventDefault()
      controller.execute(command)
    },
    play: () => void parts?.playback.play(),
    seekTo(seconds) {
      const target = Math.max(0, Math.min(seconds, store.get().duration))
      store.set({ position: target, hasEnded: false })
      if (parts && store.get().phase === 'loaded') parts.video.currentTime = target
    },
    tryAgain: () => void parts?.playback.tryAgain(),
    retryNow: () => parts?.playback.retryNow(),
    setLevel(index) {
      parts?.playback.setLevel(index)
      const chosen = store.get().levels.find((level) => level.index === index)
      controller.setPreferences({ qualityLines: chosen?.height ?? null })
    },
    setPreferences: (change) => applyPreferences(change, store, parts?.video ?? null),
    announce: (announcement) => store.set({ announcement }),
    dismissNext: () => store.set({ isNextDismissed: true }),
  }
  return controller
}

function createInitialState(props: PlayerProps, preferences: PlayerPreferences): PlayerState {
  const { startAt = 0, durationSeconds, media = null } = props
  const position = getStartSeconds(startAt, durationSeconds)
  return {
    phase: 'idle',
    media,
    refusal: null,
    isPlaying: false,
    isWaiting: false,
    hasEnded: false,
    position,
    duration: durationSeconds,
    buffered: [],
    volume: preferences.volume,
    isMuted: preferences.isMuted,
    speed: preferences.speed,
    levels: [],
    level: null,
    shownLevel: null,
    captionsOn: preferences.captionsOn,
    captionLanguage: preferences.language,
    startsNext: preferences.startsNext,
    isNextDismissed: false,
    isFullScreen: false,
    isVideoAlone: false,
    isPictureInPicture: false,
    isDisconnected: false,
    announcement: '',
  }
}

function connect({ video, frame }: Parts, store: PlayerStore, getProps: () => PlayerProps) {
  const { volume, isMuted } = store.get()
  video.volume = volume
  video.muted = isMuted
  const unbind = bindMediaEvents(video, frame, store)
  const stopReporting = startReporting(video, (part) => getProps().onReport(part))
  const playback = createPlayback({
    video,
    store,
    onNeedGrant: () => getProps().onNeedGrant(),
    qualityLines: () => readPreferences(localStorage).qualityLines,
  })
  return {
    parts: { video, frame, playback, stepFrames: createFrameStep(video) },
    disconnect() {
      stopReporting()
      playback.destroy()
      unbind()
    },
  }
}

function execute(command: PlayerCommand, parts: LiveParts, controller: PlayerController, props: PlayerProps): void {
  const { video, frame, playback } = parts
  const state = controller.store.get()
  if (command.kind === 'toggle-play') {
    if (video.paused) void playback.play()
    else video.pause()
  } else if (command.kind === 'seek-by') controller.seekTo(state.position + command.seconds)
  else if (command.kind === 'seek-to-part') controller.seekTo(state.duration * command.part)
  else if (command.kind === 'toggle-full-screen') toggleFullScreen(frame, video)
  else if (command.kind === 'toggle-picture-in-picture') togglePictureInPicture(video)
  else if (command.kind === 'frame-by') parts.stepFrames(command.frames)
  else if (command.kind === 'add-note') addNote(props, state.position)
  else if (command.kind === 'next-lesson') props.onNext?.()
  else controller.setPreferences(findChange(command, state))
}

/** The page's field for a note is outside the full screen. */
function addNote({ onAddNote }: PlayerProps, position: number): void {
  if (onAddNote && document.fullscreenElement) void document.exitFullscreen()
  onAddNote?.(Math.floor(position))
}

type PreferenceCommand = Extract<PlayerCommand, { kind: 'volume-by' | 'toggle-mute' | 'toggle-captions' | 'speed-by' }>

function findChange(command: PreferenceCommand, state: PlayerState): Partial<PlayerPreferences> {
  if (command.kind === 'toggle-mute') return { isMuted: !state.isMuted }
  if (command.kind === 'toggle-captions') return { captionsOn: !state.captionsOn }
  if (command.kind === 'speed-by') return { speed: stepSpeed(state.speed, command.change) }
  return { volume: limit(state.volume + command.change, 0, 1), isMuted: false }
}

function applyPreferences(
  change: Partial<PlayerPreferences>,
  store: PlayerStore,
  video: HTMLVideoElement | null,
): void {
  const preferences = { ...readPreferences(localStorage), ...change }
  savePreferences(localStorage, preferences)
  const { volume, isMuted, speed, captionsOn, language, startsNext } = preferences
  const before = store.get()
  store.set({ volume, isMuted, speed, captionsOn, captionLanguage: language, startsNext })
  store.set({ announcement: describeChange(before, store.get()) })
  if (!video) return
  video.volume = volume
  video.muted = isMuted
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
}

function describeChange(
  before: PlayerState,
  { speed, captionsOn, volume, isMuted, announcement }: PlayerState,
): string {
  if (speed !== before.speed) return `Speed ${speed} times`
  if (captionsOn !== before.captionsOn) return captionsOn ? 'Captions on' : 'Captions off'
  if (isMuted !== before.isMuted) return isMuted ? 'Muted' : 'Sound on'
  if (volume !== before.volume) return `Volume ${Math.round(volume * 100)} percent`
  return announcement
}

const limit = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
