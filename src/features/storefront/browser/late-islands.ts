/** Parts of a document that few visits need: loaded when the address, the session or the time asks for them. */
import type { Attribution } from '#domain/attribution.ts'
import { reportCampaign } from '#features/leads/browser/report-visit.ts'
import { applyPromo } from './apply-promo.ts'

export { refreshCourses } from './refresh-courses.ts'

/** Counts a visit with a campaign, takes a promo code from the address, and shows a logged-in person's referral link. */
export async function startLateIslands(page: Document, search: string, campaign: Attribution | null): Promise<void> {
  if (campaign) void reportCampaign(campaign)
  await applyPromo(page, search)
  const element = page.querySelector<HTMLElement>('[data-referrals]')
  if (!element || !localStorage.getItem('access_token')) return
  const { showReferrals } = await import('#features/referrals/browser/show-referrals.tsx')
  await showReferrals(element)
}
