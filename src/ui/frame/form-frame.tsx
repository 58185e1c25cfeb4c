import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { focusHeading } from '../focus.ts'
import styles from './form-frame.module.css'
import { LogInButton } from './log-in-button.tsx'
import { Mark } from './mark.tsx'

type Props = {
  title: string
  lead: ReactNode
  /** The page itself asks for the log-in, so that no second button says so. */
  isLogIn?: boolean
  /** The page is its form: the first field takes the focus once it is there. */
  isForm?: boolean
  /** Without links to pages that do not answer yet. */
  isAlone?: boolean
  children?: ReactNode
}

export function FormFrame({ title, lead, isLogIn = false, isForm = isLogIn, isAlone = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const setHeading = useCallback((element: HTMLHeadingElement | null) => {
    heading.current = element
    focusHeading(element)
  }, [])
  const isDone = useRef(!isForm)
  useEffect(() => {
    if (isDone.current) return
    const { activeElement } = document
    const field = document.querySelector<HTMLElement>('#content form input:not([type="hidden"])')
    isDone.current = field !== null
    if (activeElement === document.body || activeElement === heading.current) field?.focus({ preventScroll: true })
  })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark />
        {!isLogIn && !isAlone && <LogInButton />}
      </header>
      <main className={styles.card} id="content">
        <div>
          <h1 ref={setHeading} tabIndex={-1}>
            {title}
          </h1>
          <p>{lead}</p>
        </div>
        {children}
        <noscript>
          <p>This page needs JavaScript.</p>
        </noscript>
      </main>
      {!isAlone && (
        <footer className={styles.out}>
          <a href="/#courses">All courses</a>
        </footer>
      )}
    </div>
  )
}
