import type { ReactNode } from 'react'
import { Mark } from '#ui/mark.tsx'
import styles from './door-frame.module.css'

export function DoorFrame({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header>
        <Mark />
      </header>
      <main className={styles.card} id="content">
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {children}
      </main>
      <footer className={styles.out}>
        <a href="/#courses">All courses</a>
      </footer>
    </div>
  )
}
