/** People on a waitlist, by the verbs that put them there. */
import { randomUUID } from 'node:crypto'
import { joinWaitlist } from '#catalogue/leads/waitlist.ts'
import { cancelSeats } from '#learn/enrolments/end-seats.ts'
import { transact } from '#platform/db/transaction.ts'
import { writeConfirmation, writeOffer } from '#sell/waitlist/waitlist-emails.ts'
import { confirmPlace } from '#sell/waitlist/waitlist-place.ts'
import { givenPaidOrder } from './bought.ts'
import { givenCourse } from './selling.ts'
import type { World } from './world.ts'

export type Waiting = { entryId: number; email: string; seats: number; token: string }

/** A cohort whose seats are all paid for; answers its code and its orders of one seat. */
export async function givenFull(world: World, seats: number) {
  const courseCode = await givenCourse(world, { seats })
  const orders: { orderId: string }[] = []
  for (let seat = 0; seat < seats; seat++) orders.push(await givenPaidOrder(world, { courseCode }))
  return { courseCode, orders }
}

/** Cancels the only seat of an order. */
export const endSeat = (world: World, { orderId }: { orderId: string }) =>
  transact(world.db, (tx) => cancelSeats(world, tx, { orderId, seats: [1], by: null, reason: 'ill' }))

/** Joins the waitlist of a full cohort; the e-mail has been written, and its link not opened yet. */
export async function givenEntry(world: World, cohortCode: string, seats = 1): Promise<Waiting> {
  const email = `waiting-${randomUUID()}@understudy.test`
  const joined = await joinWaitlist(world, { cohortCode, partySize: seats, contact: { email }, ip: randomUUID() })
  if (!joined.ok) throw new Error(joined.refusal.code)
  const entry = world.db.selectFrom('waitlist_entry').select('id').where('email', '=', email)
  const { id: entryId } = await entry.executeTakeFirstOrThrow()
  await writeConfirmation(world, { entryId, mailId: randomUUID() })
  return { entryId, email, seats, token: await getNewestToken(world, email) }
}

/** The same, confirmed. */
export async function givenWaiting(world: World, cohortCode: string, seats = 1): Promise<Waiting> {
  const entry = await givenEntry(world, cohortCode, seats)
  await confirmPlace(world, { token: entry.token, ip: randomUUID() })
  return entry
}

/** The offer of an entry. */
export async function getOfferTo(world: World, { entryId }: Pick<Waiting, 'entryId'>) {
  return world.db.selectFrom('waitlist_offer').selectAll().where('entry_id', '=', entryId).executeTakeFirst()
}

/** Writes the e-mail of the offer, as the job does, and answers the token of its link. */
export async function getOfferToken(world: World, entry: Waiting): Promise<string> {
  const offer = await getOfferTo(world, entry)
  await writeOffer(world, { offerId: offer?.id ?? '' })
  return getNewestToken(world, entry.email)
}

async function getNewestToken({ db }: World, email: string): Promise<string> {
  const mail = await transact(db, (tx) =>
    tx
      .selectFrom('mail')
      .select('text_body')
      .where('to_address', '=', email)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  const token = /\/waitlist#token=(\S+)/.exec(mail.text_body)?.[1]
  if (!token) throw new Error(`no link in: ${mail.text_body}`)
  return token
}
