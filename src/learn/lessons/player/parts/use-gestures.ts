/** Clicks and taps on the picture. docs/contract §20. */
import { type RefObject, useEffect } from 'react'
import type { PlayerController } from '../controller/create-controller.ts'
import { listen } from '../controller/media-events.ts'
import { createDoubleTap } from '../controls/double-tap.ts'

export function useGestures(video: RefObject<HTMLVideoElement | null>, controller: PlayerController): void {
  useEffect(() => {
    const element = video.current
    if (!element) return
    const getTapSeconds = createDoubleTap()
    const handlePointer = (event: PointerEvent) => {
      if (event.button !== 0) return
      if (event.pointerType !== 'touch') return controller.execute({ kind: 'toggle-play' })
      const { left, width } = element.getBoundingClientRect()
      const seconds = getTapSeconds({ atMs: event.timeStamp, share: (event.clientX - left) / width })
      if (seconds === 0) return
      controller.execute({ kind: 'seek-by', seconds })
      controller.announce(seconds > 0 ? '10 seconds on' : '10 seconds back')
    }
    element.addEventListener('pointerup', handlePointer)
    const unbind = listen(element, { dblclick: () => controller.execute({ kind: 'toggle-full-screen' }) })
    return () => {
      element.removeEventListener('pointerup', handlePointer)
      unbind()
    }
  }, [video, controller])
}
