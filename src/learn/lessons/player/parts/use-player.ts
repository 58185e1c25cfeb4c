/** Connects the parts of the player with its controller. */
import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { areSingleKeysOn } from '#ui/browser/single-keys.ts'
import { createController, type PlayerController } from '../controller/create-controller.ts'
import { listen } from '../controller/media-events.ts'
import type { PlayerState } from '../controller/player-state.ts'
import type { PlayerProps } from '../player-props.ts'

type Elements = { frame: RefObject<HTMLElement | null>; video: RefObject<HTMLVideoElement | null> }

/** Milliseconds without a pointer or key until the controls disappear. */
const IDLE_MS = 3000

export function usePlayer(props: PlayerProps): Elements & { controller: PlayerController } {
  const latest = useRef(props)
  const [controller] = useState(() => createController(() => latest.current))
  const frame = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  useLayoutEffect(() => {
    latest.current = props
  })
  // Before the handle, because a page may play as soon as it has the handle.
  useLayoutEffect(() => controller.attach({ frame: frame.current!, video: video.current! }), [controller])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => controller.handleKey(event, areSingleKeysOn)
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [controller])
  const handle = () => ({
    getPosition: () => controller.store.get().position,
    playFrom(seconds: number) {
      controller.seekTo(seconds)
      frame.current?.focus()
      controller.play()
    },
  })
  useImperativeHandle(props.ref, handle, [controller])
  useReports(controller, latest)
  return { controller, frame, video }
}

/** Calls the page at the end and at each whole second. */
function useReports(controller: PlayerController, latest: RefObject<PlayerProps>): void {
  const hasEnded = usePlayerValue(controller, (state) => state.hasEnded)
  const second = usePlayerValue(controller, (state) => Math.floor(state.position))
  useEffect(() => {
    if (hasEnded) latest.current.onEnded?.()
  }, [hasEnded, latest])
  useEffect(() => latest.current.onPosition?.(second), [second, latest])
}

/** @param select returns a plain value or a part of the state, so that a part of the player renders only when it changes */
export function usePlayerValue<Value>(controller: PlayerController, select: (state: PlayerState) => Value): Value {
  const getValue = () => select(controller.store.get())
  return useSyncExternalStore(controller.store.subscribe, getValue, getValue)
}

/** True while the video plays and neither pointer nor keyboard has been used for 3 seconds. */
export function useIdle(frame: RefObject<HTMLElement | null>, isPlaying: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isPlaying || !frame.current) return setIdle(false)
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), IDLE_MS)
    }
    wake()
    const unbind = listen(frame.current, { pointermove: wake, pointerdown: wake, keydown: wake, focusin: wake })
    return () => {
      clearTimeout(timer)
      unbind()
    }
  }, [frame, isPlaying])
  return isIdle
}
