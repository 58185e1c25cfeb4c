/** Parts of a document that few visits need: loaded when the address, the session or the time asks for them. */
import type { Attribution } from '#domain/attribution.ts'
import { reportCampaign } from '#features/leads/browser/report-visit.ts'
import { applyPromo } from './apply-promo.ts'
import { refreshCourses } from './refresh-courses.ts'

/** A page is brought up to date at most this often: the revalidation interval of docs/specification.md §9. */
const REFRESH_MS = 300_000
let freshAt = 0

/** Asks for changed dates, seats and prices if the page has been open for long. `loadedAt` is in milliseconds. */
export async function refreshOldPage(loadedAt: number, timezoneId: string, onNew: () => void): Promise<void> {
  if (Date.now() - Math.max(freshAt, loadedAt) < REFRESH_MS) return
  freshAt = Date.now()
  await refreshCourses(document, timezoneId, onNew)
}

/** Counts a visit with a campaign, takes a promo code from the address, and shows a logged-in person's referral link. */
export async function startLateIslands(page: Document, search: string, campaign: Attribution | null): Promise<void> {
  if (campaign) void reportCampaign(campaign)
  await applyPromo(page, search)
  const element = page.querySelector<HTMLElement>('[data-referrals]')
  if (!element || !localStorage.getItem('access_token')) return
  const { showReferrals } = await import('#features/referrals/browser/show-referrals.tsx')
  await showReferrals(element)
}
