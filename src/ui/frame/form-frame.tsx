import type { ReactNode } from 'react'
import { focusHeading } from '../focus.ts'
import styles from './form-frame.module.css'
import { Mark } from './mark.tsx'

export function FormFrame({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header>
        <Mark />
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
      <footer className={styles.out}>
        <a href="/#courses">All courses</a>
      </footer>
    </div>
  )
}
