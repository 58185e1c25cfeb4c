import type { ReactNode } from 'react'
import { Link, UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'
import { focusArrival } from '#ui/arrival.ts'
import styles from './list-detail.module.css'

type View = { to: string; label: string; count: number; isHere: boolean }
type Props = { title: string; views: View[]; actions?: ReactNode; side: ReactNode; children: ReactNode }

export function ListDetail({ title, views, actions, side, children }: Props) {
  useScrollRestoration()
  return (
    <div className={styles.layout}>
      <section className={styles.list} aria-label={title}>
        <header>
          <h1 ref={focusArrival} tabIndex={-1}>
            {title}
          </h1>
          {actions}
        </header>
        {views.length > 0 && (
          <nav className={styles.views} aria-label="Views">
            {views.map(({ to, label, count, isHere }) => (
              <Link key={label} to={to} aria-current={isHere ? 'page' : undefined}>
                {label} <span className={styles.count}>{count.toLocaleString('en-GB')}</span>
              </Link>
            ))}
          </nav>
        )}
        {children}
      </section>
      {side}
    </div>
  )
}
