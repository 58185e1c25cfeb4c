import { RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { PlayerController } from '../controller/create-controller.ts'
import { formatClock } from '../controls/format-clock.ts'
import styles from './panels.module.css'
import { usePlayerValue } from './use-player.ts'

const NEXT_AFTER_SECONDS = 8

/** `failed`: only another try helps. `offline`: the buffer is empty and the connection lost. `next`: after the end. */
export type PanelKind = 'failed' | 'offline' | 'next' | null

export function usePanelKind(controller: PlayerController, hasNext: boolean): PanelKind {
  return usePlayerValue(controller, (state) => {
    if (state.phase === 'failed') return 'failed'
    if (state.isDisconnected && (state.isWaiting || !state.isPlaying)) return 'offline'
    return state.hasEnded && !state.isNextDismissed && hasNext ? 'next' : null
  })
}

export function FailedPanel({ controller }: { controller: PlayerController }) {
  const second = usePlayerValue(controller, (state) => Math.floor(state.position))
  return (
    <Panel
      role="alert"
      title="This can’t be played right now"
      action={<Button onClick={controller.tryAgain}>Try again</Button>}
    >
      We’ll start again at {formatClock(second)}.
    </Panel>
  )
}

export function OfflinePanel({ controller }: { controller: PlayerController }) {
  const second = usePlayerValue(controller, (state) => Math.floor(state.position))
  return (
    <Panel
      role="status"
      icon={<WifiOff size={30} />}
      title={`No connection at ${formatClock(second)}`}
      action={
        <Button onClick={controller.retryNow}>
          <RotateCw size={18} /> Try now
        </Button>
      }
    >
      We’ll carry on from the same second when you’re back online.
    </Panel>
  )
}

type NextProps = {
  controller: PlayerController
  title: string | undefined
  action: string | undefined
  staysFor: string | undefined
  onNext: () => void
}

/** The next lesson starts by itself, unless its person stays, has more to read, or prefers none of it or less motion. */
export function NextPanel({ controller, title = 'Next lesson', action = 'Start now', staysFor, onNext }: NextProps) {
  const startsNext = usePlayerValue(controller, (state) => state.startsNext)
  const [isCounting] = useState(
    () => startsNext && staysFor === undefined && !matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  const [left, setLeft] = useState(NEXT_AFTER_SECONDS)
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && controller.dismissNext()
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [controller])
  useEffect(() => {
    if (!isCounting) return
    controller.announce(`Next in ${NEXT_AFTER_SECONDS} seconds: ${title}`)
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [isCounting, controller, title])
  useEffect(() => {
    if (left > 0) return
    controller.dismissNext()
    onNext()
  }, [left, controller, onNext])
  return (
    <Panel
      title={title}
      before={isCounting ? `Next in ${left} s` : 'Next'}
      action={
        <>
          <Button look="bare" onClick={controller.dismissNext}>
            Stay here
          </Button>
          <Button onClick={onNext}>{action}</Button>
        </>
      }
    >
      {staysFor}
    </Panel>
  )
}

type PanelProps = {
  role?: 'alert' | 'status'
  icon?: ReactNode
  before?: string
  title: string
  action: ReactNode
  children?: ReactNode
}

function Panel({ role, icon, before, title, action, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useFocusInside(panel)
  return (
    <div className={styles.panel} ref={panel}>
      <div className={styles.text} role={role}>
        {icon}
        {before && <p>{before}</p>}
        <b>{title}</b>
        {children && <p>{children}</p>}
      </div>
      <div className={styles.actions}>{action}</div>
    </div>
  )
}

/** The controls below a panel are out of reach, so the focus goes to its first button, and back to the player after. */
function useFocusInside(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current
    const frame = element?.closest<HTMLElement>('section')
    if (!element || !frame?.contains(document.activeElement)) return
    element.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      if (element.contains(document.activeElement)) frame.focus({ preventScroll: true })
    }
  }, [panel])
}
