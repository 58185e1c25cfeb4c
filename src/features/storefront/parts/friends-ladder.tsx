import type { CourseDefinition } from '#features/catalog/wire.ts'
import styles from './friends-ladder.module.css'

export function FriendsLadder({ course: { groupTiers, seatsRemaining } }: { course: CourseDefinition }) {
  const all = groupTiers.toSorted((a, b) => a.minFriends - b.minFriends)
  const tiers = all.filter(({ minFriends }) => seatsRemaining === null || minFriends < seatsRemaining)
  if (tiers.length === 0) return null
  return (
    <div className={styles.ladder} data-for-new>
      <b id="friends">Bring friends, everyone pays less</b>
      <ol aria-labelledby="friends">
        {tiers.map(({ minFriends, percentOff }) => (
          <li key={minFriends}>
            <span className={styles.off}>{percentOff}% off</span>
            {minFriends} {minFriends === all.at(-1)?.minFriends ? 'or more' : minFriends === 1 ? 'friend' : 'friends'}
          </li>
        ))}
      </ol>
    </div>
  )
}
