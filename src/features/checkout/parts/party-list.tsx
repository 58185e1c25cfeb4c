import { Armchair, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Told } from '#ui/field.tsx'
import type { About } from './about.ts'
import { type CheckoutSession, type State, typed } from './checkout-session.ts'
import { nobodyYet } from './enrolment.ts'
import { Ladder } from './ladder.tsx'
import { FriendRow } from './later.ts'
import styles from './party.module.css'
import { comeWith, MOST_SEATS, nameOf } from './party.ts'

type Props = {
  checkoutSession: CheckoutSession
  state: State
  about: About
  faults: Record<string, string>
  onLeave: (at: number) => void
}

export function PartyList({ checkoutSession, state, about, faults, onLeave }: Props) {
  const { friends, seats, name } = state.enrolment
  const { groupTiers } = state.quote
  const next = groupTiers.findLast(({ minFriends }) => friends.length + 1 >= minFriends)
  return (
    <section className={styles.party} aria-labelledby="who-is-coming">
      <header>
        <h2 id="who-is-coming">Who is coming</h2>
        <p role="status">{counted(seats, about.place)}</p>
      </header>
      <ul className={styles.guests}>
        <li>
          <Armchair size={26} />
          <span>
            <b>{name.trim() || 'You'}</b>
            {name.trim() && <small>You</small>}
          </span>
        </li>
        {friends.map((friend, at) => (
          <Suspense key={friend.id}>
            <FriendRow
              friend={friend}
              at={at}
              about={about}
              fault={faults[nameOf(at)]}
              onType={(change) => typed(checkoutSession, { friends: friends.with(at, { ...friend, ...change }) })}
              onLeave={() => onLeave(at)}
              onRemove={() => comeWith(checkoutSession, friends.toSpliced(at, 1))}
            />
          </Suspense>
        ))}
        {seats < MOST_SEATS && (
          <li className={styles.add}>
            <button type="button" onClick={() => comeWith(checkoutSession, [...friends, nobodyYet()])}>
              <Plus size={22} /> Add a friend
              {next && (
                <span>
                  {counted(seats + 1, about.place)} at {next.percentOff}% off
                </span>
              )}
            </button>
          </li>
        )}
      </ul>
      {faults.friends && <Told>{faults.friends}</Told>}
      <Ladder tiers={groupTiers} friends={friends.length} />
    </section>
  )
}

const counted = (seats: number, place: string): string => `${seats} ${place}${seats === 1 ? '' : 's'}`
