/** What a change of dates does to the people who have them. docs/contract §37. */
import { listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { extendAccessEnd } from '#domain/learning/access-term.ts'
import { add, type Money } from '#domain/money/money.ts'
import type { RefundWindow } from '#domain/orders/refund-terms.ts'
import { formatDay } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import type { Effect } from '#http/effects/change-with-effects.ts'
import { calculateAccessEnd } from '#learn/enrolments/access-end.ts'
import { listEndingAccess } from '#learn/enrolments/queries/access.ts'
import type { LessonOpening } from '#learn/lessons/cohort-openings.ts'
import { listPeopleToNotify } from '#learn/live/changes-of-seats.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { getRefundOfWindows } from '#sell/refunds/policy-refund.ts'
import { getWindowsOfDates, listCohortCodes, listStays, loadDates } from '#sell/refunds/refund-window.ts'
import { type Checkouts, type CohortFacts, listCheckouts, listCompleteOrders } from './queries/cohort-facts.ts'
import { type CohortState, closesEarlier } from './read-cohort-state.ts'
import { formatCount, formatMoment } from './words.ts'

/** Empty where nobody has, buys or waits for these dates, and where they stay. */
export async function listDateEffects(deps: Deps, tx: Tx, before: CohortState, after: CohortState): Promise<Effect[]> {
  const [old, facts] = [before.facts, after.facts]
  if (!areDatesChanged(old, facts)) return []
  const { cohortCode } = facts
  // The trigger that decides about e-mails and refunds has noted the change, or it concerns nobody.
  const isNoted = facts.changes.length > old.changes.length
  return [
    ...(isNoted ? createMailEffect(await listPeopleToNotify(deps, tx, cohortCode)) : []),
    ...(isNoted ? await listRefundEffects(deps, tx, old, facts) : []),
    ...createLessonEffect(deps, before.openings, after.openings),
    ...createCompletionEffect(after.completing.filter((id) => !before.completing.includes(id))),
    ...(await listAccessEffects(tx, old, facts)),
    ...(closesEarlier(old, facts) ? [] : createCheckoutEffect(await listCheckouts(tx, cohortCode))),
    ...createWaitlistEffect((await listWaitingEntries(tx, cohortCode)).map(({ id }) => String(id))),
  ]
}

function areDatesChanged(before: CohortFacts, after: CohortFacts): boolean {
  const toText = ({ sessions, timezoneId }: CohortFacts) =>
    JSON.stringify([timezoneId, sessions.filter(({ isCancelled }) => !isCancelled)])
  return toText(before) !== toText(after)
}

function createMailEffect(ids: readonly string[]): Effect[] {
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'learner gets', 'learners get')} one e-mail with the changed dates and a calendar file.`
  return [{ code: 'learners-emailed', count: ids.length, ids, message }]
}

/** The orders whose refund window is another one afterwards, together by their new window. */
async function listRefundEffects(deps: Deps, tx: Tx, before: CohortFacts, after: CohortFacts): Promise<Effect[]> {
  const now = deps.clock()
  const changed: { orderId: string; window: RefundWindow; amount: Money }[] = []
  const orders = await listCompleteOrders(tx, after.cohortCode)
  const stays = await listStays(tx, orders)
  const others = listCohortCodes([...stays.values()]).filter((code) => code !== after.cohortCode)
  const dates = await loadDates(tx, others, now)
  const toWindows = (order: Order, facts: CohortFacts) =>
    getWindowsOfDates(order, stays.get(order.id)!, new Map([...dates, [facts.cohortCode, facts]]), now)
  for (const order of orders) {
    const [windows, old] = [toWindows(order, after), toWindows(order, before)]
    const isSame = stays.get(order.id)!.every(({ seat }) => isSameWindow(windows.ofSeat(seat), old.ofSeat(seat)))
    if (isSame) continue
    const given = await getRefundOfWindows(tx, order, () => windows)
    const givenBefore = await getRefundOfWindows(tx, order, () => old)
    if (given && givenBefore && given.amount.minor + givenBefore.amount.minor > 0)
      changed.push({ orderId: order.id, window: windows.shown, amount: given.amount })
  }
  const groups = Map.groupBy(
    changed,
    ({ window, amount }) => `${amount.minor > 0} ${window.percent} ${window.until} ${amount.currency}`,
  )
  return [...groups.values()].map((group) => {
    const amount = group.map((one) => one.amount).reduce(add)
    const ids = group.map(({ orderId }) => orderId)
    return createRefundEffect(ids, group[0]!.window, amount, after.timezoneId)
  })
}

const isSameWindow = (one: RefundWindow, other: RefundWindow): boolean =>
  one.percent === other.percent && one.until.getTime() === other.until.getTime()

function createRefundEffect(
  ids: readonly string[],
  { percent, until }: RefundWindow,
  amount: Money,
  zone: string,
): Effect {
  const buyers = ids.length === 1 ? 'The buyer of 1 order' : `The buyers of ${ids.length} orders`
  const effect = { code: 'refunds-possible', count: ids.length, ids }
  if (amount.minor === 0) return { ...effect, message: `${buyers} can’t ask for a refund any more.` }
  const share = percent === 100 ? 'in full' : `by ${percent}%`
  const message = `${buyers} can ask for a refund ${share} until ${formatMoment(until, zone)}. Nothing is refunded by itself. Together:`
  return { ...effect, amount, message }
}

/** The lessons that are not open already, and open at another time. */
export function createLessonEffect(
  deps: Deps,
  before: readonly LessonOpening[],
  after: readonly LessonOpening[],
): Effect[] {
  const now = deps.clock()
  const old = new Map(before.map(({ lessonId, opensAt }) => [lessonId, opensAt]))
  const isOpen = (at: Date | null | undefined) => at != null && at <= now
  const lessons = after.filter(
    ({ lessonId, opensAt }) =>
      old.has(lessonId) &&
      opensAt?.getTime() !== old.get(lessonId)?.getTime() &&
      !(isOpen(opensAt) && isOpen(old.get(lessonId))),
  )
  if (lessons.length === 0) return []
  const [first, second, ...more] = lessons.map(({ title }) => `“${title}”`)
  const names = [first, second, ...(more.length > 0 ? [`${more.length} more`] : [])].filter(Boolean).join(', ')
  const opens = formatCount(lessons.length, 'lesson opens', 'lessons open')
  const message = `${opens} at another time, because the dates decide: ${names}.`
  return [{ code: 'lessons-move', count: lessons.length, ids: lessons.map(({ lessonId }) => lessonId), message }]
}

function createCompletionEffect(ids: readonly string[]): Effect[] {
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'learner completes', 'learners complete')} the course, because fewer sessions count. A completion stays, and so does its certificate.`
  return [{ code: 'courses-complete', count: ids.length, ids, message }]
}

/** A later end of the cohort extends the access that was sold; an earlier one shortens nothing. */
async function listAccessEffects(tx: Tx, before: CohortFacts, after: CohortFacts): Promise<Effect[]> {
  if (before.endsAt?.getTime() === after.endsAt?.getTime()) return []
  const seats = await listEndingAccess(tx, after)
  const extended = seats.flatMap(({ id, created_at, access_ends_at, ...term }) => {
    const next = extendAccessEnd(access_ends_at, calculateAccessEnd({ ...term, now: created_at }))
    return next && access_ends_at && next > access_ends_at ? [{ id, next }] : []
  })
  if (extended.length === 0) return []
  const last = new Date(Math.max(...extended.map(({ next }) => next.getTime())))
  const message = `${formatCount(extended.length, 'learner has', 'learners have')} access for longer, until ${formatDay(last, after.timezoneId)}.`
  return [{ code: 'access-extended', count: extended.length, ids: extended.map(({ id }) => id), message }]
}

function createCheckoutEffect({ orders, prices }: Checkouts): Effect[] {
  const ids = [...orders, ...prices]
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'open checkout or price that a visitor has seen', 'open checkouts and prices that visitors have seen')} may still be paid. The receipt has the new dates.`
  return [{ code: 'checkouts-go-on', count: ids.length, ids, message, isPassing: true }]
}

function createWaitlistEffect(ids: readonly string[]): Effect[] {
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'person stays', 'people stay')} on the waitlist, without an e-mail about the new dates.`
  return [{ code: 'waitlist-stays', count: ids.length, ids, message, isPassing: true }]
}
