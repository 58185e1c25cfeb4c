import type { MessageSummary } from '#learn/messages/wire.ts'
import styles from './messages.module.css'

/** Everybody who got no e-mail, with the reason. */
export function MissedPeople({ missed }: Pick<MessageSummary, 'missed'>) {
  return (
    <ul className={styles.missed} aria-label="No e-mail">
      {missed.map(({ name, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name, and the list never changes its order
        <li key={index}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
