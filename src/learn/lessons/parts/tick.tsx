import { Check, LockKeyhole, Play } from 'lucide-react'
import styles from './tick.module.css'
import { Unseen } from './unseen.tsx'

export type TickState = 'done' | 'current' | 'open' | 'locked'

const LABELS: Record<TickState, string | null> = { done: 'Done:', current: null, open: null, locked: 'Locked:' }

export function Tick({ state }: { state: TickState }) {
  const label = LABELS[state]
  return (
    <span className={`${styles.tick} ${styles[state]}`}>
      {state === 'done' && <Check size={13} strokeWidth={3} />}
      {state === 'current' && <Play size={10} fill="currentColor" strokeWidth={0} />}
      {state === 'locked' && <LockKeyhole size={16} />}
      {label && <Unseen>{label}</Unseen>}
    </span>
  )
}
