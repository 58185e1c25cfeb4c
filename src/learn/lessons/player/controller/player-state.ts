/** Everything that the parts of the player show. */
import type { ReactNode } from 'react'
import type { QualityLevel } from '../engine/engine.ts'
import type { PlayerMedia } from '../player-props.ts'

/**
 * `idle`: nothing was loaded yet. `preparing`: a grant or the engine is awaited. `refused`: the page's panel says why.
 * `failed`: only "Try again" helps.
 */
export type PlayerPhase = 'idle' | 'preparing' | 'loaded' | 'refused' | 'failed'

/** Times in seconds. `level` null: by the connection. `captionLanguage` null: off. */
export type PlayerState = {
  phase: PlayerPhase
  media: PlayerMedia | null
  refusal: ReactNode
  isPlaying: boolean
  isWaiting: boolean
  hasEnded: boolean
  position: number
  duration: number
  buffered: { start: number; end: number }[]
  volume: number
  isMuted: boolean
  speed: number
  levels: QualityLevel[]
  level: number | null
  shownLevel: number | null
  captionsOn: boolean
  captionLanguage: string | null
  startsNext: boolean
  /** The person has closed the panel of the next lesson since the end. */
  isNextDismissed: boolean
  isFullScreen: boolean
  /** An iPhone shows the video in full screen without the page, so the page's captions are not seen. */
  isVideoAlone: boolean
  isPictureInPicture: boolean
  /** The connection is lost: the buffer plays on, and attempts follow each other. */
  isDisconnected: boolean
  /** Read out politely by screen readers. */
  announcement: string
}

export type PlayerStore = {
  get(): PlayerState
  set(change: Partial<PlayerState>): void
  subscribe(listener: () => void): () => void
}

export function createPlayerStore(initial: PlayerState): PlayerStore {
  const listeners = new Set<() => void>()
  let state = initial
  return {
    get: () => state,
    set(change) {
      const isSame = Object.entries(change).every(([name, value]) => Object.is(state[name as keyof PlayerState], value))
      if (isSame) return
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
