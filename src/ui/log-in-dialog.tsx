import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import styles from './log-in-dialog.module.css'
import { watchLogIn } from './log-in-opening.ts'

export function LogInDialog({ children }: { children: ReactNode }) {
  useEffect(() => watchLogIn(document), [])

  return (
    <dialog className={styles.dialog} id="log-in" aria-labelledby="log-in-title" closedby="any">
      <div data-island="log-in">{children}</div>
      <form className={styles.leave} method="dialog">
        <button className={styles.close} type="submit" aria-label="Close">
          <X size={20} aria-hidden="true" />
        </button>
      </form>
    </dialog>
  )
}

export function LogInHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 id="log-in-title">{title}</h2>
      <p>{children}</p>
    </div>
  )
}
