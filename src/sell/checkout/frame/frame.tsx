import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Mark } from '#ui/frame/mark.tsx'
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

export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const mediaQuery = matchMedia('(min-width: 992px)')
      mediaQuery.addEventListener('change', onChange)
      return () => mediaQuery.removeEventListener('change', onChange)
    },
    () => matchMedia('(min-width: 992px)').matches,
    () => true,
  )
}
