import type { ReactNode } from 'react'
import { focusHeading } from '#ui/focus.ts'
import styles from './home-header.module.css'

type Props = { label: string; greeting: string; name: string; children?: ReactNode }

export function HomeHeader({ label, greeting, name, children }: Props) {
  return (
    <header className={styles.head}>
      <p>{label}</p>
      <h1 ref={focusHeading} tabIndex={-1}>
        {greeting}, {name.split(' ')[0]}
      </h1>
      {children}
    </header>
  )
}
