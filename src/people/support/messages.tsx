import type { ReactNode } from 'react'
import styles from './messages.module.css'

type ThreadMessage = { id: string; isMine: boolean; message: string; note: ReactNode }

export function Messages({ messages }: { messages: ThreadMessage[] }) {
  return (
    <ol className={styles.messages}>
      {messages.map(({ id, isMine, message, note }) => (
        <li key={id} className={isMine ? styles.mine : styles.theirs}>
          <p>{message}</p>
          <small>{note}</small>
        </li>
      ))}
    </ol>
  )
}
