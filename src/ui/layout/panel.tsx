import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

/** A part of a page in a frame, with its heading. */
export function Panel({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
