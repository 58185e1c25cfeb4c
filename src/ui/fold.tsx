import type { ReactNode } from 'react'
import styles from './fold.module.css'

type Props = { title: string; note?: ReactNode; isOpen?: boolean; children: ReactNode }

export function Fold({ title, note, isOpen = false, children }: Props) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <div>
          <h3>{title}</h3>
          {note && <small>{note}</small>}
        </div>
      </summary>
      {children}
    </details>
  )
}
