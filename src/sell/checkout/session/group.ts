/** The friends of a group: one seat each, named now or later. docs/contract §5: ten seats, so nine friends, at most. */
import { emailFault, normaliseEmail } from '#domain/contact.ts'
import type { Quote } from '../wire/quote.ts'
import type { CheckoutSession } from './checkout-session.ts'
import type { CheckoutFriend } from './enrolment.ts'
import { changeChoicesLazily } from './lazy-requote.ts'

export const MAX_SEATS = 10

/** Changes the friends, which changes the seats and the price. */
export function changeFriends(checkoutSession: CheckoutSession, friends: CheckoutFriend[]): Promise<void> {
  return changeChoicesLazily(checkoutSession, { friends, seats: friends.length + 1 })
}

/** Validates the e-mail of one friend against the other friends and the buyer. An empty e-mail is valid. */
export function getFriendFault(friends: CheckoutFriend[], index: number, ownEmail: string): string | null {
  const email = normaliseEmail(friends[index]?.email ?? '')
  if (email === '') return null
  const malformed = emailFault(email)
  if (malformed) return malformed
  if (email === normaliseEmail(ownEmail)) return 'This is your own e-mail: you already have a seat'
  return friends.slice(0, index).some((other) => normaliseEmail(other.email) === email)
    ? 'This friend is already on the list'
    : null
}

/** Keyed by the field names of the request: `friends.0.email`. */
export function listFriendFaults(friends: CheckoutFriend[], ownEmail: string): Record<string, string> {
  const faults = friends.map(
    (_, index) => [getFriendFieldName(index), getFriendFault(friends, index, ownEmail)] as const,
  )
  return Object.fromEntries(faults.filter(([, fault]) => fault)) as Record<string, string>
}

/** Only friends with an e-mail; the others are named later. */
export function listNamedFriends(friends: CheckoutFriend[]) {
  const trimmedFriends = friends.map(({ name, email }) => ({ name: name.trim(), email: email.trim() }))
  return trimmedFriends.filter(({ email }) => email).map(({ name, email }) => ({ email, ...(name && { name }) }))
}

export const getFriendFieldName = (index: number): string => `friends.${index}.email`

/** Lists the group price tiers and marks the tier that `friends` reaches. */
export function listTiers(tiers: Quote['groupTiers'], friends: number) {
  const reachedCount = tiers.filter(({ minFriends }) => friends >= minFriends).length
  return tiers.map((tier, index) => ({
    ...tier,
    isLast: index === tiers.length - 1,
    state: index === reachedCount - 1 ? 'here' : index < reachedCount ? 'reached' : 'ahead',
  }))
}
