import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

export function DefinitionList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>
}

/** A name and its value. */
export function Definition({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
