import type { ReactNode } from 'react'
import { Poster } from '#ui/poster.tsx'
import styles from './empty-home.module.css'

/** A home page without anything on it yet: what to do first. */
export function EmptyHome({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.empty}>
      <div className={styles.prints} aria-hidden="true">
        {POSTER_URLS.map((src) => (
          <Poster key={src} src={src} />
        ))}
      </div>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const POSTER_URLS = ['/art/print-1.svg', '/art/print-2.svg', '/art/print-3.svg']
