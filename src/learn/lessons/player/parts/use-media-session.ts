/** Shows the lesson on lock screens, and lets headset buttons control it. */
import { useEffect } from 'react'
import type { PlayerController } from '../controller/create-controller.ts'
import { usePlayerValue } from './use-player.ts'

const SKIP_SECONDS = 10

export function useMediaSession(controller: PlayerController, title: string, onNext: (() => void) | undefined): void {
  const hasStarted = usePlayerValue(controller, (state) => state.phase === 'loaded')
  useEffect(() => {
    const session = hasStarted ? navigator.mediaSession : undefined
    if (!session) return
    const toggle = () => controller.execute({ kind: 'toggle-play' })
    const handlers: Partial<Record<MediaSessionAction, () => void>> = {
      play: toggle,
      pause: toggle,
      seekbackward: () => controller.execute({ kind: 'seek-by', seconds: -SKIP_SECONDS }),
      seekforward: () => controller.execute({ kind: 'seek-by', seconds: SKIP_SECONDS }),
      ...(onNext && { nexttrack: onNext }),
    }
    const actions = Object.keys(handlers) as MediaSessionAction[]
    session.metadata = new MediaMetadata({ title })
    for (const action of actions) session.setActionHandler(action, handlers[action] ?? null)
    return () => {
      session.metadata = null
      for (const action of actions) session.setActionHandler(action, null)
    }
  }, [controller, hasStarted, title, onNext])
}
