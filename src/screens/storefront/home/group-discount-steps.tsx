import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import styles from './group-discount-steps.module.css'

/** Lists the group discounts, from the smallest group up. */
export function GroupDiscountSteps({ tiers }: { tiers: CourseDefinition['groupTiers'] }) {
  const sortedTiers = tiers.toSorted((a, b) => a.minFriends - b.minFriends)
  if (sortedTiers.length === 0) return null
  return (
    <ol className={styles.steps}>
      {sortedTiers.map(({ minFriends, percentOff }, index) => (
        <li key={minFriends}>
          <b>{percentOff}%</b>
          <span>
            You and {minFriends}
            {index === sortedTiers.length - 1 ? ' or more' : minFriends === 1 ? ' friend' : ' friends'}
          </span>
        </li>
      ))}
    </ol>
  )
}
