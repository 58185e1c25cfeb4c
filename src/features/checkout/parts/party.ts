/** Who comes along: a friend is a seat, named now or later. Contract §5: at most ten seats, friends one less. */
import { emailFault } from '#domain/contact.ts'
import type { Quote } from '../wire/quote.ts'
import type { CheckoutSession } from './checkout-session.ts'
import type { Friend } from './enrolment.ts'
import { choose } from './requote.ts'

export const MOST_SEATS = 10

/** Other friends are other seats, and another price. */
export function comeWith(checkoutSession: CheckoutSession, friends: Friend[]): Promise<void> {
  return choose(checkoutSession, { friends, seats: friends.length + 1 })
}

/** What is wrong with one friend's address, beside the others' and the buyer's own. An empty one is no fault. */
export function friendFault(friends: Friend[], at: number, ownEmail: string): string | null {
  const email = addressOf(friends[at]?.email)
  if (email === '') return null
  const malformed = emailFault(email)
  if (malformed) return malformed
  if (email === addressOf(ownEmail)) return 'This is your own address: your seat is there already'
  return friends.slice(0, at).some((other) => addressOf(other.email) === email)
    ? 'This friend is on the list already'
    : null
}

/** By the names that the call has for them: `friends.0.email`. */
export function friendFaults(friends: Friend[], ownEmail: string): Record<string, string> {
  const found = friends.map((_, at) => [nameOf(at), friendFault(friends, at, ownEmail)] as const)
  return Object.fromEntries(found.filter(([, fault]) => fault)) as Record<string, string>
}

export const nameOf = (at: number): string => `friends.${at}.email`

/** The steps of the group price, and which one `friends` stands on. */
export function ladder(tiers: Quote['groupTiers'], friends: number) {
  const reached = tiers.filter(({ minFriends }) => friends >= minFriends).length
  return tiers.map((tier, at) => ({
    ...tier,
    isLast: at === tiers.length - 1,
    is: at === reached - 1 ? 'here' : at < reached ? 'reached' : 'ahead',
  }))
}

const addressOf = (email: string | undefined): string => (email ?? '').trim().toLowerCase()
