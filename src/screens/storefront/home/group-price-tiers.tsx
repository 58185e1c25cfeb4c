import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import styles from './group-price-tiers.module.css'

export function GroupPriceTiers({ course: { groupTiers, seatsRemaining } }: { course: CourseDefinition }) {
  const sortedTiers = groupTiers.toSorted((a, b) => a.minFriends - b.minFriends)
  const tiers = sortedTiers.filter(({ minFriends }) => seatsRemaining === null || minFriends < seatsRemaining)
  if (tiers.length === 0) return null
  return (
    <div className={styles.ladder} data-for-new>
      <b id="friends">Bring friends, everyone pays less</b>
      <ol aria-labelledby="friends">
        {tiers.map(({ minFriends, percentOff }) => (
          <li key={minFriends}>
            <span className={styles.off}>{percentOff}% off</span>
            {minFriends}{' '}
            {minFriends === sortedTiers.at(-1)?.minFriends ? 'or more' : minFriends === 1 ? 'friend' : 'friends'}
          </li>
        ))}
      </ol>
    </div>
  )
}
