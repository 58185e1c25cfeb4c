import type { ReactNode } from 'react'
import styles from './sheet.module.css'

type Props = {
  tone: 'info' | 'warn' | 'bad' | 'good'
  icon: ReactNode
  title: string
  lead: ReactNode
  children?: ReactNode
  status?: string
}

export function Sheet({ tone, icon, title, lead, children, status }: Props) {
  return (
    <section className={styles.sheet} data-payment-status={status}>
      <header>
        {icon && <span className={`${styles.badge} ${styles[tone]}`}>{icon}</span>}
        <h1 key={title} ref={focus} tabIndex={-1}>
          {title}
        </h1>
        <p>{lead}</p>
      </header>
      {children}
    </section>
  )
}

export function Options({ children }: { children: ReactNode }) {
  return <div className={styles.options}>{children}</div>
}

export function Foot({ children }: { children: ReactNode }) {
  return <footer className={styles.foot}>{children}</footer>
}

function focus(heading: HTMLElement | null): void {
  heading?.focus()
}
