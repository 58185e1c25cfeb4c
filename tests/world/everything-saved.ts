/** The saved checkouts of one person, and the e-mail about them. */
import { randomBytes } from 'node:crypto'
import type { Fill } from './everything-about.ts'

export const savedFills: Readonly<Record<string, Fill>> = {
  saved_checkout: async (tx, { email, name }, { courseCode }) => {
    const saved = { course_code: courseCode.replace(/-1$/, ''), cohort_code: courseCode, offer_code: courseCode }
    const choices = { timezone_id: 'UTC', seats: 2, payment_type: 'full' as const }
    const insert = (fields: { email: string; name: string; friends?: string }) =>
      tx
        .insertInto('saved_checkout')
        .values({ ...saved, ...choices, ...fields, token_hash: randomBytes(32) })
        .execute()
    await insert({ email, name: `Saved by ${name}` })
    // Another person's checkout, with this person among its friends.
    await insert({ email: 'gil@understudy.test', name: 'Gil', friends: JSON.stringify([{ email, name }]) })
    return `Saved by ${name}`
  },
  checkout_reminder: async (tx, { email }) => {
    await tx.insertInto('checkout_reminder').values({ email, sent_at: new Date() }).execute()
    return ''
  },
}
