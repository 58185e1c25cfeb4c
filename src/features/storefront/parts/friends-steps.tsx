import type { CourseDefinition } from '#features/catalog/wire.ts'
import styles from './friends-steps.module.css'

/** What coming together takes off, from the first step up. */
export function FriendsSteps({ tiers }: { tiers: CourseDefinition['groupTiers'] }) {
  const all = tiers.toSorted((a, b) => a.minFriends - b.minFriends)
  if (all.length === 0) return null
  return (
    <ol className={styles.steps}>
      {all.map(({ minFriends, percentOff }, at) => (
        <li key={minFriends}>
          <b>{percentOff}%</b>
          <span>
            You and {minFriends}
            {at === all.length - 1 ? ' or more' : minFriends === 1 ? ' friend' : ' friends'}
          </span>
        </li>
      ))}
    </ol>
  )
}
