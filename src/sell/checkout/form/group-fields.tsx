import { type CheckoutSession, type CheckoutState, changeCheckoutInput } from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import { changeFriends } from '../session/group.ts'
import { FriendList, formatSeats } from './friend-list.tsx'
import { GroupTierList } from './group-tier-list.tsx'

type Props = {
  checkoutSession: CheckoutSession
  state: CheckoutState
  courseSummary: CourseSummary
  faults: Record<string, string>
  onLeave: (index: number) => void
}

export function GroupFields({ checkoutSession, state, courseSummary, faults, onLeave }: Props) {
  const { friends, seats, name } = state.enrolment
  const { groupTiers } = state.quote
  const nextTier = groupTiers.findLast(({ minFriends }) => friends.length + 1 >= minFriends)
  return (
    <FriendList
      name={name}
      friends={friends}
      courseSummary={courseSummary}
      faults={faults}
      addHint={
        nextTier && (
          <span>
            {formatSeats(seats + 1, courseSummary.noun)} at {nextTier.percentOff}% off
          </span>
        )
      }
      onChange={(next) => changeFriends(checkoutSession, next)}
      onType={(next) => changeCheckoutInput(checkoutSession, { friends: next })}
      onLeave={onLeave}
    >
      <GroupTierList tiers={groupTiers} friends={friends.length} />
    </FriendList>
  )
}
