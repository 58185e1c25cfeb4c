import { Armchair, Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { ErrorMessage } from '#ui/field.tsx'
import type { CourseSummary } from '../session/course-summary.ts'
import { type CheckoutFriend, createUnnamedFriend } from '../session/enrolment.ts'
import { getFriendFieldName, MAX_SEATS } from '../session/group.ts'
import { FriendRow } from '../session/lazy-parts.ts'
import styles from './group.module.css'

type Props = {
  name: string
  friends: CheckoutFriend[]
  courseSummary: CourseSummary
  faults: Record<string, string>
  /** Shown beside "Add a friend". */
  addHint?: ReactNode
  children?: ReactNode
  /** A friend was added or removed, so the number of seats changes. */
  onChange: (friends: CheckoutFriend[]) => void
  onType: (friends: CheckoutFriend[]) => void
  onLeave: (index: number) => void
}

/** The buyer and the friends of a group, one seat each. */
export function FriendList({ name, friends, courseSummary, faults, addHint, children, ...on }: Props) {
  return (
    <section className={styles.party} aria-labelledby="who-is-coming">
      <header>
        <h2 id="who-is-coming">Who is coming</h2>
        <p role="status">{formatSeats(friends.length + 1, courseSummary.noun)}</p>
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
              onType={(change) => on.onType(friends.with(index, { ...friend, ...change }))}
              onLeave={() => on.onLeave(index)}
              onRemove={() => on.onChange(friends.toSpliced(index, 1))}
            />
          </Suspense>
        ))}
        {friends.length + 1 < MAX_SEATS && (
          <li className={styles.add}>
            <button type="button" onClick={() => on.onChange([...friends, createUnnamedFriend()])}>
              <Plus size={22} /> Add a friend
              {addHint}
            </button>
          </li>
        )}
      </ul>
      {(faults.friends ?? faults.seats) && <ErrorMessage>{faults.friends ?? faults.seats}</ErrorMessage>}
      {children}
    </section>
  )
}

export const formatSeats = (seats: number, noun: string): string => `${seats} ${noun}${seats === 1 ? '' : 's'}`
