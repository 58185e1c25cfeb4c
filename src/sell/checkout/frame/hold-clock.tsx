import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import styles from '../form/form.module.css'
import type { CourseSummary } from '../session/course-summary.ts'

const WARN_AT_SECONDS = 120

type Props = { until: string; zone: string; noun: CourseSummary['noun']; onExtend: () => void }

export function HoldClock({ until, zone, noun, onExtend }: Props) {
  const secondsLeft = useSecondsUntil(until)
  if (secondsLeft === 0)
    return <p className={styles.hold}>Your hold has expired. Your {noun} may still be available: pay to check.</p>
  return (
    <p className={styles.hold}>
      <span className={styles.clock} role="timer" aria-label="Time left">
        <Timer size={18} /> {String(Math.floor(secondsLeft / 60)).padStart(2, '0')}:
        {String(secondsLeft % 60).padStart(2, '0')}
      </span>
      <span>
        until <When at={until} zone={zone} form="time" />.
      </span>
      <button type="button" className={styles.textButton} onClick={onExtend}>
        Extend the hold
      </button>
      <span className={text.unseen} role="status">
        {secondsLeft <= WARN_AT_SECONDS && 'Your hold expires in two minutes.'}
      </span>
    </p>
  )
}

function useSecondsUntil(until: string): number {
  const getSecondsLeft = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000))
  const [secondsLeft, setSecondsLeft] = useState(getSecondsLeft)
  useEffect(() => {
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return secondsLeft
}
