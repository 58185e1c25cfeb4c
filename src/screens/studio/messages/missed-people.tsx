import type { MessageSummary } from '#learn/messages/wire.ts'
import styles from './messages.module.css'

/** The people who got no e-mail, with the reason. The list names the first ones, and counts the others. */
export function MissedPeople({ missed, counts }: Pick<MessageSummary, 'missed' | 'counts'>) {
  const more = counts ? counts.failed + counts.bounced + counts.leftOut - missed.length : 0
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
      {more > 0 && <li>And {more} more.</li>}
    </ul>
  )
}
