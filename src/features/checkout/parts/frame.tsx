import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Mark } from '#ui/mark.tsx'
import styles from './frame.module.css'

export function CheckoutFrame({ hue, summary, children }: { hue: string; summary: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page} data-hue={hue}>
      <header className={styles.head}>
        <Mark />
        <p>
          <LockKeyhole size={18} /> Secure checkout
        </p>
      </header>
      <div className={styles.aside}>{summary}</div>
      <main className={styles.main} id="content">
        {children}
      </main>
    </div>
  )
}

export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const wide = matchMedia('(min-width: 992px)')
      wide.addEventListener('change', onChange)
      return () => wide.removeEventListener('change', onChange)
    },
    () => matchMedia('(min-width: 992px)').matches,
    () => true,
  )
}
