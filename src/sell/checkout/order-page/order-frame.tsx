import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Mark } from '#ui/frame/mark.tsx'
import text from '#ui/text.module.css'
import styles from './order-frame.module.css'

export function OrderFrame({ hue, children }: { hue: string | null; children: ReactNode }) {
  return (
    <div className={text.wrap} data-hue={hue ?? undefined}>
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
