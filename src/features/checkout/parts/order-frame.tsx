import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Mark } from '#ui/mark.tsx'
import styles from './order-frame.module.css'

export function OrderFrame({ hue, children }: { hue: string | null; children: ReactNode }) {
  return (
    <div className={styles.page} data-hue={hue ?? undefined}>
      <header className={styles.head}>
        <Mark />
        <ButtonLink href="/portal" look="quiet" size="compact">
          Open the portal
        </ButtonLink>
      </header>
      <main className={styles.main} id="content">
        {children}
      </main>
    </div>
  )
}
