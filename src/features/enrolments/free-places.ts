/**
 * Free places. One taken by whoever is signed in is theirs at once; one taken by a stranger waits until its
 * address is proved, and goes back by itself. Each function runs inside the caller's transaction, unless it
 * takes the whole of `deps`. A stranger's place is of the client that asked: another client that gives the same
 * address has its own, and neither can look at the other's order. Contract §4.
 */
import { MOST_UNCONFIRMED, UNCONFIRMED_HOURS } from '#domain/enrolment.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import {
  addUnconfirmed,
  confirm,
  dropUnconfirmed,
  type Ended,
  lapseOne,
  letGoOfCode,
  lockLinked,
  unconfirmedFrom,
} from './queries/unconfirmed.ts'
import { addEnrolment, claimSeats, giveSeatsBack, isEnrolled } from './queries.ts'

export type Place = { personId: string; courseCode: string; orderId: string }

/** For whoever is signed in. What a stranger began for this address is over with it. */
export async function takePlace(tx: Tx, place: Place): Promise<Outcome<{ enrolmentId: string }>> {
  await giveUpUnconfirmed(tx, place)
  if (!(await claimSeats(tx, place.courseCode, 1, 'heed'))) return refused('SEATS_TAKEN')
  const enrolmentId = await addEnrolment(tx, { ...place, seat: 1 })
  return enrolmentId ? accepted({ enrolmentId }) : refused('ALREADY_ENROLLED')
}

/**
 * For a stranger. Claiming the seat locks the cohort, so that the count of those before is exact. It is counted
 * where seats are few, or uses of the code that pays for them.
 */
export async function takeUnconfirmed(
  tx: Tx,
  place: Place & { askedFrom: Buffer; askedBy: Buffer; areFew: boolean },
): Promise<Outcome<{ enrolmentId: string }>> {
  const { areFew, courseCode, askedFrom } = place
  if (!(await claimSeats(tx, courseCode, 1, 'heed'))) return refused('SEATS_TAKEN')
  const before = await unconfirmedFrom(tx, courseCode, askedFrom)
  if (areFew && before.count >= MOST_UNCONFIRMED)
    return refused('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(before.secondsLeft)) })
  const hours = areFew ? UNCONFIRMED_HOURS.fewSeats : UNCONFIRMED_HOURS.manySeats
  const enrolmentId = await addUnconfirmed(tx, { ...place, hours })
  return enrolmentId
    ? accepted({ enrolmentId })
    : refused('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1, reason: 'the same place is being taken right now' })
}

/** Opens a place for its owner, whose address is proved. What other clients asked for with this address ends. */
export async function openPlaceOf(
  tx: Tx,
  place: { id: string; courseCode: string; personId: string },
): Promise<boolean> {
  if (!(await confirm(tx, place.id))) return false
  await giveUpUnconfirmed(tx, place)
  return true
}

/** What the mailed link opens; null when it has been used, or its time is over. */
export async function confirmPlace(tx: Tx, hash: Buffer) {
  const place = await lockLinked(tx, hash)
  if (!place) return null
  const had = await isEnrolled(tx, place.course_code, place.person_id)
  const own = { id: place.id, courseCode: place.course_code, personId: place.person_id }
  // A second place for one person helps nobody: the seat is free again.
  if (had) await giveUpUnconfirmed(tx, own)
  else await openPlaceOf(tx, own)
  return { enrolmentId: place.id, personId: place.person_id, courseCode: place.course_code, isNew: !had }
}

/** Gives back every place whose time is over, one by one. */
export async function lapseUnconfirmed({ db }: Pick<Deps, 'db'>): Promise<void> {
  const one = () =>
    transact(db, async (tx) => {
      const ended = await lapseOne(tx)
      if (ended) await giveBack(tx, ended)
      return ended
    })
  while (await one());
}

async function giveUpUnconfirmed(
  tx: Tx,
  { courseCode, personId }: Pick<Place, 'courseCode' | 'personId'>,
): Promise<void> {
  for (const ended of await dropUnconfirmed(tx, courseCode, personId)) await giveBack(tx, ended)
}

/** The seat first, then the use of a code: as an order claims them. */
async function giveBack(tx: Tx, { course_code: courseCode, order_id: orderId }: Ended): Promise<void> {
  await giveSeatsBack(tx, courseCode, 1)
  await letGoOfCode(tx, orderId)
}
