/** The jobs of referrals. Each calls a function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import { decideDueReferrals, reviewReferrals } from './decide-referrals.ts'
import { recordReferral } from './record-referral.ts'

export async function registerReferralJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('referral.record', (data: { orderId: string }) => recordReferral(deps, data.orderId))
  await jobs.work('referral.review', (data: { personIds: string[] }) => reviewReferrals(deps, data.personIds))
  await jobs.work('referral.decide', () => decideDueReferrals(deps))
  await jobs.schedule('referral.decide', '11 * * * *')
}
