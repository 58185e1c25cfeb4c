import type { ReactNode } from 'react'
import styles from './fold.module.css'

type Props = { title: string; note?: ReactNode; isOpen?: boolean; id?: string; children: ReactNode }

/** `id` names the answer, not the fold: a link to it makes browsers open what it is in. */
export function Fold({ title, note, isOpen = false, id, children }: Props) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <div>
          <h3>{title}</h3>
          {note && <small>{note}</small>}
        </div>
      </summary>
      {id ? (
        <div id={id} className={styles.named}>
          {children}
        </div>
      ) : (
        children
      )}
    </details>
  )
}
