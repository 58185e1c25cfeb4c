import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import text from '#ui/text.module.css'
import { When } from '#ui/when.tsx'
import type { About } from './about.ts'
import styles from './form.module.css'

const WARN_AT_SECONDS = 120

type Props = { until: string; zone: string; place: About['place']; onLonger: () => void }

export function HoldClock({ until, zone, place, onLonger }: Props) {
  const left = useSecondsUntil(until)
  if (left === 0)
    return <p className={styles.hold}>Your hold has run out. Your {place} may still be free: pay, and we look.</p>
  return (
    <p className={styles.hold}>
      <span className={styles.clock} role="timer" aria-label="Time left">
        <Timer size={18} /> {String(Math.floor(left / 60)).padStart(2, '0')}:{String(left % 60).padStart(2, '0')}
      </span>
      <span>
        until <When at={until} zone={zone} form="time" />.
      </span>
      <button type="button" className={styles.textButton} onClick={onLonger}>
        Hold it longer
      </button>
      <span className={text.unseen} role="status">
        {left <= WARN_AT_SECONDS && 'Two minutes left of your hold.'}
      </span>
    </p>
  )
}

function useSecondsUntil(until: string): number {
  const leftNow = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000))
  const [left, setLeft] = useState(leftNow)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
