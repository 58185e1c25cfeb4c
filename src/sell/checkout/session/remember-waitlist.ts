/** Stores a waitlist entry in the enrolment data of this tab (docs/contract §7), so that a later checkout starts with it. */
import { createEnrolment, createUnnamedFriend, readEnrolment, storeEnrolment } from './enrolment.ts'

type WaitlistEntry = { courseCode: string; email: string; seats: number }

/** A checkout in this tab that has an order stays. */
export function rememberWaitlist(
  { courseCode, email, seats }: WaitlistEntry,
  session: Storage = sessionStorage,
  now: Date = new Date(),
): void {
  if (readEnrolment({ session }, now)?.orderId) return
  storeEnrolment(
    { session },
    {
      ...createEnrolment({ courseCode, offerCode: courseCode }, null, now),
      intent: 'waitlist',
      email,
      seats,
      friends: Array.from({ length: seats - 1 }, createUnnamedFriend),
    },
  )
}
