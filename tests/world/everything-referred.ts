/** The rows of everything-about.ts that are about referrals. */
import { randomBytes } from 'node:crypto'
import { formatReferralCode } from '#domain/orders/referral.ts'
import type { Fill } from './everything-about.ts'

export const referralFills: Readonly<Record<string, Fill>> = {
  referral_code: async (tx, { id }) => {
    const code = formatReferralCode(randomBytes(8))
    await tx.insertInto('referral_code').values({ person_id: id, code }).execute()
    return code
  },
  referral: async (tx, { id }, { orderId, adminId }) => {
    const dueAt = new Date(Date.now() + 86_400_000)
    await tx
      .insertInto('referral')
      .values({
        referrer_id: adminId,
        referred_person_id: id,
        order_id: orderId,
        currency: 'USD',
        reward_minor: 2000,
        due_at: dueAt,
      })
      .execute()
    return 'referred'
  },
}
