import type { ReactNode } from 'react'
import { Poster } from '#ui/poster.tsx'
import styles from './interest-card.module.css'

type Props = { title: string; note: string; poster?: string; isOpen: boolean; children: ReactNode }

/** A collapsible form beside the main action. */
export function InterestCard({ title, note, poster, isOpen, children }: Props) {
  return (
    <details className={styles.part} open={isOpen}>
      <summary>
        {poster && (
          <span className={styles.sheet}>
            <Poster src={poster} loading="lazy" />
          </span>
        )}
        <span>
          <b>{title}</b>
          <small>{note}</small>
        </span>
      </summary>
      {children}
    </details>
  )
}
