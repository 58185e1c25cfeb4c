/** Plays media and overcomes what fails: an ended grant, a lost connection, a stall, broken media. */
import type { Engine } from '../engine/engine.ts'
import {
  closeEngine,
  type LoadContext,
  type PlaybackOptions,
  prepareMedia,
  retryNow,
  scheduleRetry,
} from './load-media.ts'
import { listen } from './media-events.ts'
import type { PlayerStore } from './player-state.ts'
import { createStallWatch } from './stall-watch.ts'

const STALL_CHECK_MS = 1000

export type PlaybackControl = {
  play(): Promise<void>
  /** Starts again at the same second, with a new engine. */
  tryAgain(): Promise<void>
  /** Makes the next attempt now. */
  retryNow(): void
  setLevel(index: number | null): void
  destroy(): void
}

export function createPlayback(options: PlaybackOptions): PlaybackControl {
  const { store, video } = options
  const context: LoadContext = {
    ...options,
    engine: null,
    preparation: null,
    retryTimer: undefined,
    attempt: 0,
    renewedAtMs: null,
    isWanted: false,
    isDestroyed: false,
  }
  const stopWatching = watchStalls(context)
  const unbindWindow = listen(window, { online: () => retryNow(context) })
  const unbindVideo = bindAttempts(context)
  return {
    play: () => play(context),
    async tryAgain() {
      closeEngine(context)
      context.attempt = 0
      store.set({ phase: 'idle', isDisconnected: false, announcement: '' })
      await play(context)
    },
    retryNow: () => retryNow(context),
    setLevel: (index) => setLevel(context, index),
    destroy() {
      context.isDestroyed = true
      clearTimeout(context.retryTimer)
      stopWatching()
      unbindWindow()
      unbindVideo()
      context.engine?.destroy()
      video.pause()
    },
  }
}

async function play(context: LoadContext): Promise<void> {
  const { video, store } = context
  context.isWanted = true
  if (!context.engine) {
    // Safari lets script play a video later only if the person's own click has loaded it.
    if (!context.preparation) video.load()
    const { position, duration } = store.get()
    await prepareMedia(context, position >= duration - 1 ? 0 : position)
  }
  if (context.engine && context.isWanted) await video.play().catch(() => undefined)
}

function setLevel({ engine, store }: LoadContext, index: number | null): void {
  engine?.setLevel(index)
  store.set({ level: index })
}

function watchStalls(context: LoadContext): () => void {
  const isStalled = createStallWatch()
  const timer = setInterval(() => {
    const { video, engine } = context
    const isWanted = engine !== null && !video.paused && !video.ended
    if (isStalled({ positionSeconds: video.currentTime, atMs: performance.now(), isWanted })) handleStall(context)
  }, STALL_CHECK_MS)
  return () => clearInterval(timer)
}

function handleStall(context: LoadContext): void {
  const { store } = context
  const lower = findLowerLevel(context.engine, store)
  if (lower) {
    setLevel(context, lower.index)
    context.engine?.retry(store.get().position)
  }
  store.set({
    announcement: lower
      ? `The video is loading slowly. The quality is now ${lower.height} lines.`
      : 'The video is loading slowly.',
  })
  if (!navigator.onLine) scheduleRetry(context)
}

function findLowerLevel(engine: Engine | null, store: PlayerStore) {
  const { level, shownLevel } = store.get()
  return engine?.levels().find(({ index }) => index === (level ?? shownLevel ?? 0) - 1)
}

/** A video that plays ends the attempts. A pause by the person ends the wish to play; a lost source is no pause. */
function bindAttempts(context: LoadContext): () => void {
  const { video } = context
  return listen(video, {
    playing() {
      context.attempt = 0
      clearTimeout(context.retryTimer)
    },
    pause() {
      const isOfPerson = video.paused && !video.error && context.engine !== null && !context.preparation
      if (isOfPerson) context.isWanted = false
    },
  })
}
