import { type ReactNode, useEffect, useRef } from 'react'
import styles from './sheet.module.css'

type Props = { tone: 'info' | 'warn' | 'bad' | 'good'; icon: ReactNode; title: string; lead: ReactNode; children?: ReactNode; status?: string }

export function Sheet({ tone, icon, title, lead, children, status }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [title])
  return (
    <section className={styles.sheet} data-payment-status={status}>
      <header>
        <span className={`${styles.badge} ${styles[tone]}`}>{icon}</span>
        <h1 ref={heading} tabIndex={-1}>
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
