/** Prepares the checkout of this tab for the seats of a waitlist offer. */
import type { WaitlistPlace } from '#sell/waitlist/wire.ts'
import { createEnrolment, createUnnamedFriend, storeEnrolment } from './enrolment.ts'

/** Returns the path of the checkout. Null when no offer is open. */
export function startOfferCheckout(session: Storage, entry: WaitlistPlace, waitlistToken: string): string | null {
  if (!entry.offer) return null
  const { courseCode, seats, email, name } = entry
  const { offerCode } = entry.offer
  storeEnrolment(
    { session },
    {
      ...createEnrolment({ courseCode, offerCode }, null, new Date()),
      email,
      name: name ?? '',
      seats,
      friends: Array.from({ length: seats - 1 }, createUnnamedFriend),
      waitlistToken,
    },
  )
  return `/checkout/${offerCode}`
}
