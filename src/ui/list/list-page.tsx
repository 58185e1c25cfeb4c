import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatListCount } from '#domain/list-count.ts'
import { focusHeading } from '#ui/focus.ts'
import styles from './list-page.module.css'

export type View = { to: string; label: string; count: number; isCurrent: boolean }
type Props = {
  title: string
  lead?: ReactNode
  views?: readonly View[]
  actions?: ReactNode
  /** The open entry, beside the list. */
  detail?: ReactNode
  children: ReactNode
}

export function ListPage({ title, lead, views = [], actions, detail, children }: Props) {
  return (
    <div className={styles.layout}>
      <section className={styles.list} aria-label={title}>
        <header>
          <h1 ref={focusHeading} tabIndex={-1}>
            {title}
          </h1>
          {actions}
        </header>
        {views.length > 0 && (
          <nav className={styles.views} aria-label="Views">
            {views.map(({ to, label, count, isCurrent }) => (
              <Link key={label} to={to} aria-current={isCurrent ? 'page' : undefined}>
                {label} <span className={styles.count}>{formatListCount(count)}</span>
              </Link>
            ))}
          </nav>
        )}
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </section>
      {detail}
    </div>
  )
}
