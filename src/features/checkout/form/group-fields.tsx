import { Armchair, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { ErrorMessage } from '#ui/field.tsx'
import { type CheckoutSession, type CheckoutState, changeCheckoutInput } from '../browser/checkout-session.ts'
import type { CourseSummary } from '../browser/course-summary.ts'
import { createUnnamedFriend } from '../browser/enrolment.ts'
import { changeFriends, getFriendFieldName, MAX_SEATS } from '../browser/group.ts'
import { FriendRow } from '../browser/lazy-parts.ts'
import styles from './group.module.css'
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
    <section className={styles.party} aria-labelledby="who-is-coming">
      <header>
        <h2 id="who-is-coming">Who is coming</h2>
        <p role="status">{formatCount(seats, courseSummary.noun)}</p>
      </header>
      <ul className={styles.guests}>
        <li>
          <Armchair size={26} />
          <span>
            <b>{name.trim() || 'You'}</b>
            {name.trim() && <small>You</small>}
          </span>
        </li>
        {friends.map((friend, index) => (
          <Suspense key={friend.id}>
            <FriendRow
              friend={friend}
              index={index}
              courseSummary={courseSummary}
              fault={faults[getFriendFieldName(index)]}
              onType={(change) =>
                changeCheckoutInput(checkoutSession, { friends: friends.with(index, { ...friend, ...change }) })
              }
              onLeave={() => onLeave(index)}
              onRemove={() => changeFriends(checkoutSession, friends.toSpliced(index, 1))}
            />
          </Suspense>
        ))}
        {seats < MAX_SEATS && (
          <li className={styles.add}>
            <button type="button" onClick={() => changeFriends(checkoutSession, [...friends, createUnnamedFriend()])}>
              <Plus size={22} /> Add a friend
              {nextTier && (
                <span>
                  {formatCount(seats + 1, courseSummary.noun)} at {nextTier.percentOff}% off
                </span>
              )}
            </button>
          </li>
        )}
      </ul>
      {faults.friends && <ErrorMessage>{faults.friends}</ErrorMessage>}
      <GroupTierList tiers={groupTiers} friends={friends.length} />
    </section>
  )
}

const formatCount = (seats: number, noun: string): string => `${seats} ${noun}${seats === 1 ? '' : 's'}`
