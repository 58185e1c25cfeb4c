import type { ReactNode } from 'react'
import styles from './state-panel.module.css'

type Props = { poster: string; title: ReactNode; children?: ReactNode; action?: ReactNode }

export function StatePanel({ poster, title, children, action }: Props) {
  return (
    <section className={styles.panel}>
      <img src={poster} alt="" width={1200} height={750} />
      <div>
        <b>{title}</b>
        {children && <p>{children}</p>}
        {action}
      </div>
    </section>
  )
}
