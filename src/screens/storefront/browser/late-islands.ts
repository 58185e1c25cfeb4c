/** Parts of a document that few visits need: loaded when the address, the session or the time asks for them. */

import { reportCampaign } from '#catalogue/leads/browser/report-visit.ts'
import type { Attribution } from '#domain/attribution.ts'
import { applyPromo } from './apply-promo.ts'

export { refreshCourses } from './refresh-courses.ts'

/**
 * Counts a visit with a campaign, offers to check a certificate, takes a promo code from the
 * address, and shows a logged-in person's referral link.
 */
export async function startLateIslands(page: Document, search: string, campaign: Attribution | null): Promise<void> {
  if (campaign) void reportCampaign(campaign)
  offerSignatureCheck(page)
  await applyPromo(page, search)
  const element = page.querySelector<HTMLElement>('[data-referrals]')
  if (!element || !localStorage.getItem('access_token')) return
  const { showReferrals } = await import('#sell/referrals/browser/show-referrals.tsx')
  await showReferrals(element)
}

/** Verifies a certificate's signature, with a script that is loaded when its button is pressed. */
function offerSignatureCheck(page: Document): void {
  for (const button of page.querySelectorAll<HTMLElement>('button[data-check-signature]')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      const { checkSignature } = await import('#learn/certificates/browser/check-signature.ts')
      await checkSignature(button)
    })
  }
}
