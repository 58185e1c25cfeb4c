import type { ReactNode } from 'react'
import tones from '#ui/chip.module.css'
import { focusField } from '#ui/focus.ts'
import styles from './status-card.module.css'

type Props = {
  tone: 'info' | 'warn' | 'bad' | 'good'
  icon: ReactNode
  title: string
  lead: ReactNode
  children?: ReactNode
  status?: string
}

export function StatusCard({ tone, icon, title, lead, children, status }: Props) {
  return (
    <section className={styles.card} data-payment-status={status}>
      <header>
        {icon && <span className={`${styles.badge} ${tones[tone]}`}>{icon}</span>}
        <h1 key={title} ref={focusField} tabIndex={-1}>
          {title}
        </h1>
        <p>{lead}</p>
      </header>
      {children}
    </section>
  )
}

export function StatusCardOptions({ children }: { children: ReactNode }) {
  return <div className={styles.options}>{children}</div>
}

export function StatusCardFooter({ children }: { children: ReactNode }) {
  return <footer className={styles.foot}>{children}</footer>
}
