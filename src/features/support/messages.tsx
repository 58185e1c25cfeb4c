import type { ReactNode } from 'react'
import styles from './messages.module.css'

type Said = { id: string; isMine: boolean; message: string; note: ReactNode }

export function Messages({ said }: { said: Said[] }) {
  return (
    <ol className={styles.messages}>
      {said.map(({ id, isMine, message, note }) => (
        <li key={id} className={isMine ? styles.mine : styles.theirs}>
          <p>{message}</p>
          <small>{note}</small>
        </li>
      ))}
    </ol>
  )
}
