/**
 * Notices that another tab has logged somebody in or out, and asks the page to begin again. See `docs/contract` §3.
 * A page that comes back from the browser's cache, or from sleep, has missed the storage event.
 */

import { notifySessionEnd } from './client-hooks.ts'
import { deleteDrafts } from './drafts.ts'
import { getLoggedInPeople, getShownPeople, type LoggedInPeople, setShownPeople } from './stored-tokens.ts'

/** `onChange` gets the people whom the page showed. What belonged to them is deleted before. */
export function watchPeople(onChange: (before: LoggedInPeople) => void): void {
  setShownPeople(getLoggedInPeople(localStorage))
  const check = () => {
    const before = getShownPeople()
    const now = getLoggedInPeople(localStorage)
    if (!before || (before.learner === now.learner && before.admin === now.admin)) return
    setShownPeople(now)
    if (before.learner !== null && before.learner !== now.learner)
      notifySessionEnd({ session: sessionStorage, isLogOut: true })
    if (before.admin !== null && before.admin !== now.admin) deleteDrafts(sessionStorage, 'admin')
    onChange(before)
  }
  addEventListener('storage', check)
  addEventListener('pageshow', check)
  // Not while the page is left: a reload would take the place of the person's own next page.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}
