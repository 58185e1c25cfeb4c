/** The rows of `everything-about.ts` about the requests of a person who wants news or a seat. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '#platform/db/db.ts'
import type { Fill } from './everything-about.ts'

const hash = () => randomBytes(32)

async function getEntryId(tx: Tx, email: string): Promise<number> {
  const entry = tx.selectFrom('waitlist_entry').select('id').where('email', '=', email)
  return (await entry.executeTakeFirstOrThrow()).id
}

async function getInterestId(tx: Tx, email: string): Promise<string> {
  const interest = tx.selectFrom('interest').select('id').where('email', '=', email)
  return (await interest.executeTakeFirstOrThrow()).id
}

export const leadFills: Readonly<Record<string, Fill>> = {
  interest: async (tx, { email, name }, { courseCode }) => {
    await tx
      .insertInto('interest')
      .values({ kind: 'reminder' as const, course_code: courseCode.replace(/-1$/, ''), email, name })
      .execute()
    return 'reminder'
  },
  interest_link: async (tx, { email }) => {
    await tx
      .insertInto('interest_link')
      .values({ hash: hash(), interest_id: await getInterestId(tx, email) })
      .execute()
    return ''
  },
  interest_notice: async (tx, { email }, { courseCode }) => {
    const notice = { interest_id: await getInterestId(tx, email), cohort_code: courseCode, kind: 'closing' as const }
    await tx.insertInto('interest_notice').values(notice).execute()
    return 'closing'
  },
  waitlist_entry: async (tx, { email, name }, { courseCode }) => {
    const entry = { cohort_code: courseCode, email, name, party_size: 1, confirmed_at: new Date() }
    await tx.insertInto('waitlist_entry').values(entry).execute()
    return courseCode
  },
  waitlist_link: async (tx, { email }) => {
    await tx
      .insertInto('waitlist_link')
      .values({ hash: hash(), entry_id: await getEntryId(tx, email) })
      .execute()
    return ''
  },
  waitlist_offer: async (tx, { email }, { courseCode }) => {
    const offer = { entry_id: await getEntryId(tx, email), cohort_code: courseCode, seats: 1, expires_at: new Date() }
    await tx
      .insertInto('waitlist_offer')
      .values({ ...offer, state: 'declined', ended_at: new Date() })
      .execute()
    return 'declined'
  },
}
