import { listTiers } from '../session/group.ts'
import type { Quote } from '../wire/quote.ts'
import styles from './group.module.css'

export function GroupTierList({ tiers, friends }: { tiers: Quote['groupTiers']; friends: number }) {
  if (tiers.length === 0) return null
  return (
    <ol className={styles.ladder} aria-label="Group price">
      {listTiers(tiers, friends).map(({ minFriends, percentOff, isLast, state }) => (
        <li key={minFriends} data-is={state} aria-current={state === 'here' || undefined}>
          {minFriends} {isLast ? 'or more' : minFriends === 1 ? 'friend' : 'friends'}
          {state === 'here' && ', you'} <b>{percentOff}% off</b>
        </li>
      ))}
    </ol>
  )
}
