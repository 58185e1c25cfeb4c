/**
 * On a course page that is the same for everybody: who is enrolled already finds the way on, in the place
 * and size of the way in, and no price any more. Loaded after everything else, and only where somebody is logged in.
 */
import { browserClient } from '#http/client.ts'
import { callSignedUpInfo } from './calls.ts'

/** Ways in are marked `data-enrol`: with a cohort's code, or with its course's for whichever run. */
export async function continueHere(document: Document): Promise<void> {
  const ways = document.querySelectorAll<HTMLAnchorElement>('a[data-enrol]')
  const answer = ways.length > 0 ? await callSignedUpInfo(browserClient()) : null
  if (answer?.error !== null) return
  const active = answer.data.data.enrolments.filter(({ status }) => status === 'active')
  for (const way of ways) {
    const code = way.dataset.enrol
    const mine = active.find(({ courseCode, coursePrefixCode }) => code === courseCode || code === coursePrefixCode)
    if (!mine) continue
    way.href = mine.url
    way.textContent = 'Continue'
    way.closest('[data-buy]')?.setAttribute('data-mine', '')
  }
}
