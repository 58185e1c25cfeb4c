import type { ReactNode } from 'react'
import { focusHeading } from '../focus.ts'
import styles from './form-frame.module.css'
import { LogInButton } from './log-in-button.tsx'
import { Mark } from './mark.tsx'

type Props = {
  title: string
  lead: ReactNode
  /** The page itself asks for the log-in, so that no second button says so. */
  isLogIn?: boolean
  /** Without links to pages that do not answer yet. */
  isAlone?: boolean
  children?: ReactNode
}

export function FormFrame({ title, lead, isLogIn = false, isAlone = false, children }: Props) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark />
        {!isLogIn && !isAlone && <LogInButton />}
      </header>
      <main className={styles.card} id="content">
        <div>
          <h1 ref={focusHeading} tabIndex={-1}>
            {title}
          </h1>
          <p>{lead}</p>
        </div>
        {children}
        <noscript>
          <p>This page needs JavaScript.</p>
        </noscript>
      </main>
      {!isAlone && (
        <footer className={styles.out}>
          <a href="/#courses">All courses</a>
        </footer>
      )}
    </div>
  )
}
