import type { Quote } from '../wire/quote.ts'
import styles from './party.module.css'
import { ladder } from './party.ts'

export function Ladder({ tiers, friends }: { tiers: Quote['groupTiers']; friends: number }) {
  if (tiers.length === 0) return null
  return (
    <ol className={styles.ladder} aria-label="Group price">
      {ladder(tiers, friends).map(({ minFriends, percentOff, isLast, is }) => (
        <li key={minFriends} data-is={is} aria-current={is === 'here' || undefined}>
          {minFriends} {isLast ? 'or more' : minFriends === 1 ? 'friend' : 'friends'}
          {is === 'here' && ', you'} <b>{percentOff}% off</b>
        </li>
      ))}
    </ol>
  )
}
