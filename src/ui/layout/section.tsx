import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

type Props = { title: ReactNode; isBusy?: boolean; children: ReactNode }

/** A part of a page, with its heading. */
export function Section({ title, isBusy = false, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id} aria-busy={isBusy}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
