import type { ReactNode, Ref } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { formatListCount } from '#domain/list-count.ts'
import { focusHeading } from '#ui/focus.ts'
import text from '#ui/text.module.css'
import styles from './list-detail.module.css'
import { withSearchParams } from './with-search-params.ts'

type View = { to: string; label: string; count: number; isCurrent: boolean }
type Props = { title: string; views?: View[]; actions?: ReactNode; detail?: ReactNode; children: ReactNode }

export function ListDetail({ title, views = [], actions, detail, children }: Props) {
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
        {children}
      </section>
      {detail}
    </div>
  )
}

export function ListRows({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  const isBusy = useNavigation().state === 'loading'
  return (
    <div className={styles.rows} ref={ref} aria-busy={isBusy}>
      {children}
    </div>
  )
}

export function EmptyList({ children }: { children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>
}

type FootProps = { next: string | number | null; isFirst: boolean; older: string; children?: ReactNode }

export function ListFoot({ next, isFirst, older, children }: FootProps) {
  const [query] = useSearchParams()
  const pageUrl = (after: string | null) => withSearchParams(query, { after, open: null })
  if (isFirst && !next && !children) return null
  return (
    <p className={styles.foot}>
      {children}
      <span>
        {!isFirst && (
          <Link className={text.link} to={pageUrl(null)}>
            Back to the newest
          </Link>
        )}
        {next && (
          <Link className={text.link} to={pageUrl(String(next))}>
            {older}
          </Link>
        )}
      </span>
    </p>
  )
}

/** Stands beside the list while no entry is open. Hidden on narrow screens, unless it says that an entry is missing. */
export function NoDetail({ isMissing, missing, hint }: { isMissing: boolean; missing: string; hint: string }) {
  return <aside className={styles.none}>{isMissing ? <p role="alert">{missing}</p> : <p>{hint}</p>}</aside>
}
