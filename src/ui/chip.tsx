import type { ReactNode } from 'react'
import styles from './chip.module.css'

export type Tone = 'live' | 'good' | 'warn' | 'bad' | 'info' | 'past' | 'pro'

export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${styles.chip} ${styles[tone]}`}>{children}</span>
}
