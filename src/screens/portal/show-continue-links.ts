/**
 * Course pages are cached and the same for all visitors. For an enrolled learner, this module turns the enrol links
 * into links to the portal and hides the price. It loads last, and only for a logged-in visitor.
 */
import { browserClient } from '#http/client.ts'
import { signedUpInfo } from './wire.ts'

/** Enrol links carry `data-enrol`: the code of a cohort, or the code of a course for any of its cohorts. */
export async function showContinueLinks(document: Document): Promise<void> {
  const enrolLinks = document.querySelectorAll<HTMLAnchorElement>('a[data-enrol]')
  const response = enrolLinks.length > 0 ? await browserClient().call(signedUpInfo, { auth: 'learner' }) : null
  if (response?.error !== null) return
  const active = response.data.data.enrolments.filter(({ status }) => status === 'active')
  for (const enrolLink of enrolLinks) {
    const code = enrolLink.dataset.enrol
    const enrolment = active.find(
      ({ courseCode, coursePrefixCode }) => code === courseCode || code === coursePrefixCode,
    )
    if (!enrolment) continue
    enrolLink.href = enrolment.url
    enrolLink.textContent = 'Continue'
    enrolLink.closest('[data-buy]')?.setAttribute('data-mine', '')
  }
}
