/** Copies the state of the video element, the window and the connection into the store. */
import type { PlayerStore } from './player-state.ts'

type Handlers = Record<string, () => void>

export function bindMediaEvents(video: HTMLVideoElement, frame: HTMLElement, store: PlayerStore): () => void {
  // A source that is being replaced is at 0, which is not the person's position.
  const updateTime = () => {
    if (video.readyState > 0) store.set({ position: video.currentTime, buffered: listBuffered(video) })
  }
  const updateDuration = () => {
    if (Number.isFinite(video.duration) && video.duration > 0) store.set({ duration: video.duration })
  }
  const ofVideo: Handlers = {
    timeupdate: updateTime,
    seeking() {
      updateTime()
      store.set({ hasEnded: false })
    },
    progress: () => store.set({ buffered: listBuffered(video) }),
    durationchange: updateDuration,
    play: () => store.set({ isPlaying: true, hasEnded: false }),
    pause: () => store.set({ isPlaying: false, isWaiting: false }),
    playing: () => store.set({ isWaiting: false, isDisconnected: false, hasEnded: false }),
    waiting: () => store.set({ isWaiting: true }),
    canplay: () => store.set({ isWaiting: false }),
    ended: () => store.set({ hasEnded: true, isNextDismissed: false, isPlaying: false, position: video.currentTime }),
    volumechange: () => store.set({ volume: video.volume, isMuted: video.muted }),
    ratechange: () => store.set({ speed: video.playbackRate }),
    enterpictureinpicture: () => store.set({ isPictureInPicture: true }),
    leavepictureinpicture: () => store.set({ isPictureInPicture: false }),
    // iPhones show a video alone in full screen.
    webkitbeginfullscreen: () => store.set({ isFullScreen: true, isVideoAlone: true }),
    webkitendfullscreen: () => store.set({ isFullScreen: false, isVideoAlone: false }),
  }
  const ofDocument: Handlers = {
    fullscreenchange: () => store.set({ isFullScreen: document.fullscreenElement === frame }),
  }
  const removers = [listen(video, ofVideo), listen(document, ofDocument)]
  return () => {
    for (const remove of removers) remove()
  }
}

export function listen(target: EventTarget, handlers: Handlers): () => void {
  for (const [name, handler] of Object.entries(handlers)) target.addEventListener(name, handler)
  return () => {
    for (const [name, handler] of Object.entries(handlers)) target.removeEventListener(name, handler)
  }
}

function listBuffered({ buffered }: HTMLVideoElement): { start: number; end: number }[] {
  return Array.from({ length: buffered.length }, (_, index) => ({
    start: buffered.start(index),
    end: buffered.end(index),
  }))
}
