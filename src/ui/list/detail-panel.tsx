import { ChevronDown, ChevronUp, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { focusField } from '#ui/focus.ts'
import styles from './detail-panel.module.css'

type Props = {
  title: ReactNode
  /** The state of the entry, beside its title. */
  status?: ReactNode
  actions?: ReactNode
  closeUrl: string
  /** Links to the entries before and after this one. */
  neighbours?: { noun: string; before: string | null; after: string | null }
  /** Sections. */
  children: ReactNode
}

/** The open entry of a list: beside it, or over it on a narrow page. */
export function DetailPanel({ title, status, actions, closeUrl, neighbours, children }: Props) {
  return (
    <aside className={styles.side} aria-labelledby="detail">
      <header>
        <h2 id="detail" ref={focusField} tabIndex={-1}>
          {title}
        </h2>
        {status}
        <div className={styles.ways}>
          {actions}
          {neighbours?.before && (
            <PanelLink to={neighbours.before} replace label={`Previous ${neighbours.noun}`} Icon={ChevronUp} />
          )}
          {neighbours?.after && (
            <PanelLink to={neighbours.after} replace label={`Next ${neighbours.noun}`} Icon={ChevronDown} />
          )}
          <PanelLink to={closeUrl} label="Close" Icon={X} />
        </div>
      </header>
      {children}
    </aside>
  )
}

type LinkProps = { to: string; label: string; replace?: boolean; Icon: LucideIcon }

function PanelLink({ to, label, replace = false, Icon }: LinkProps) {
  return (
    <Link className={styles.way} to={to} replace={replace} preventScrollReset aria-label={label}>
      <Icon size={20} aria-hidden />
    </Link>
  )
}

/** Stands beside the list while no entry is open. Hidden on narrow screens, unless it says that an entry is missing. */
export function NoDetail({ isMissing, missing, hint }: { isMissing: boolean; missing: string; hint: string }) {
  return <aside className={styles.none}>{isMissing ? <p role="alert">{missing}</p> : <p>{hint}</p>}</aside>
}
