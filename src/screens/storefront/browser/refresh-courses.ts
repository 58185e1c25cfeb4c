/**
 * Brings an open page up to date when a person returns to its tab. Cards are replaced by those of the server's page.
 * The page of a course only says that its dates have changed: a form that is being filled in must stay.
 */
import { courseCardData, nextCourseDate } from '#catalogue/catalog/wire.ts'
import { browserClient } from '#http/client.ts'
import { parseOwnPage } from '#ui/browser/trusted-types.ts'
import { joinCardValues, joinDateValues } from '../shown-values.ts'

/** @param onNew called after cards were replaced */
export async function refreshCourses(page: Document, timezoneId: string, onNew: () => void): Promise<void> {
  await Promise.all([refreshCards(page, timezoneId, onNew), compareDates(page, timezoneId)])
}

async function refreshCards(page: Document, timezoneId: string, onNew: () => void): Promise<void> {
  const shown = new Map(listCards(page).map((card) => [card.dataset.courseCode ?? '', card.dataset.card]))
  if (shown.size === 0) return
  const response = await browserClient().call(courseCardData, {
    query: { courseCodes: [...shown.keys()].join(), timezoneId, domainAccess: location.hostname },
  })
  if (response.error !== null) return
  const isChanged = response.data.data.some((card) => shown.get(card.coursePrefixCode) !== joinCardValues(card))
  if (!isChanged) return
  const answer = await fetch(location.href).catch(() => null)
  if (!answer?.ok) return
  const fresh = new Map(listCards(parseOwnPage(await answer.text())).map((card) => [card.dataset.courseCode, card]))
  for (const card of listCards(page)) {
    const replacement = fresh.get(card.dataset.courseCode)
    // A card in use keeps the focus.
    if (replacement && !card.contains(page.activeElement)) card.replaceWith(page.importNode(replacement, true))
  }
  onNew()
}

async function compareDates(page: Document, timezoneId: string): Promise<void> {
  const notice = page.querySelector<HTMLElement>('[data-date-notice]')
  const code = notice?.dataset.dateNotice
  if (!notice || !code) return
  const response = await browserClient().call(nextCourseDate, { query: { coursePrefixCodes: code, timezoneId } })
  if (response.error !== null) return
  notice.hidden = joinDateValues(response.data.data[code] ?? null) === notice.dataset.shown
}

const listCards = (page: Document) => [...page.querySelectorAll<HTMLElement>('[data-card]')]
