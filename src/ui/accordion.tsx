import type { ReactNode } from 'react'
import styles from './accordion.module.css'

type Props = { title: string; note?: ReactNode; isOpen?: boolean; id?: string; children: ReactNode }

/** `id` names the content: browsers open the accordion when a link targets it. */
export function Accordion({ title, note, isOpen = false, id, children }: Props) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <h3>{title}</h3>
        {note && <small>{note}</small>}
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
