/** What a change of dates does to the people who have them. docs/contract §37. */
import { listWaitingEntries } from '#catalogue/leads/queries/waitlist.ts'
import { extendAccessEnd } from '#domain/learning/access-term.ts'
import { type Money, money } from '#domain/money/money.ts'
import { calculateLineBalances, getRefundWindow, type RefundWindow } from '#domain/orders/refund-terms.ts'
import { formatDay, nameZone, toZoneTime } from '#domain/schedule.ts'
import { getLastMovedStart } from '#domain/schedule-change.ts'
import type { Deps } from '#http/deps.ts'
import type { Effect } from '#http/effects/change-with-effects.ts'
import { calculateAccessEnd } from '#learn/enrolments/access-end.ts'
import { listEndingAccess } from '#learn/enrolments/queries/access.ts'
import { listPeopleToNotify } from '#learn/live/changes-of-seats.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type CohortFacts,
  listCheckouts,
  listMovedLessons,
  listPaidOrders,
  type PaidOrder,
} from './queries/cohort-facts.ts'
import { formatCount } from './words.ts'

/** Empty where nobody has, buys or waits for these dates, and where they stay. */
export async function listDateEffects(deps: Deps, tx: Tx, before: CohortFacts, after: CohortFacts): Promise<Effect[]> {
  if (!areDatesChanged(before, after)) return []
  const { cohortCode } = after
  return [
    ...createMailEffect(await listPeopleToNotify(deps, tx, cohortCode)),
    ...(await listRefundEffects(deps, tx, before, after)),
    ...(after.taken > 0 ? await listLessonEffects(tx, before, after) : []),
    ...(await listAccessEffects(tx, before, after)),
    ...createCheckoutEffect(await listCheckouts(tx, cohortCode)),
    ...createWaitlistEffect((await listWaitingEntries(tx, cohortCode)).map(({ id }) => String(id))),
  ]
}

function areDatesChanged(before: CohortFacts, after: CohortFacts): boolean {
  const toText = ({ sessions, endsAt }: CohortFacts) =>
    JSON.stringify([endsAt, sessions.filter(({ isCancelled }) => !isCancelled)])
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
  const changed = (await listPaidOrders(tx, after.cohortCode)).flatMap((order) => {
    const window = getWindow(order, after, now)
    const old = getWindow(order, before, now)
    const isSame = window.percent === old.percent && window.until.getTime() === old.until.getTime()
    return isSame ? [] : [{ order, window, given: getGiven(order, window) }]
  })
  const groups = Map.groupBy(changed, ({ window, order }) => `${window.percent} ${window.until} ${order.currency}`)
  return [...groups.values()].map((group) => {
    const { window, order } = group[0]!
    const amount = money(
      group.reduce((sum, { given }) => sum + given.minor, 0),
      order.currency,
    )
    return createRefundEffect(
      group.map((one) => one.order.id),
      window,
      amount,
      after.timezoneId,
    )
  })
}

function getWindow(
  { createdAt, completedAt, figures }: PaidOrder,
  { startsAt, changes }: CohortFacts,
  now: Date,
): RefundWindow {
  const movedTo = getLastMovedStart(changes, createdAt, now)
  return getRefundWindow({ firstSessionAt: startsAt, movedTo, boughtAt: completedAt }, figures, now)
}

/** What the window gives for all seats of the order that still have their money. */
function getGiven({ lines, paidMinor, currency }: PaidOrder, { percent }: RefundWindow): Money {
  const balances = calculateLineBalances(lines, money(paidMinor, currency), percent)
  return money(
    balances.reduce((sum, { policyAmount }) => sum + policyAmount.minor, 0),
    currency,
  )
}

function createRefundEffect(ids: readonly string[], { percent, until }: RefundWindow, amount: Money, zone: string) {
  const orders = formatCount(ids.length, 'order', 'orders')
  const share = percent === 100 ? 'in full' : `by ${percent}%`
  const message =
    percent === 0
      ? `The buyers of ${orders} can’t ask for a refund any more.`
      : `The buyers of ${orders} can ask for a refund ${share} until ${formatMoment(until, zone)}. Nothing is refunded by itself. Together:`
  return { code: 'refunds-possible', count: ids.length, ids, amount, message }
}

async function listLessonEffects(tx: Tx, before: CohortFacts, after: CohortFacts): Promise<Effect[]> {
  const old = new Map(before.sessions.map(({ id, startsAt }) => [id, startsAt.getTime()]))
  const moved = after.sessions.filter(
    ({ id, startsAt, isCancelled }) => !isCancelled && old.has(id) && old.get(id) !== startsAt.getTime(),
  )
  const lessons = await listMovedLessons(tx, after.courseCode, {
    movedLessonIds: moved.map(({ lessonId }) => lessonId),
    isFirstMoved: before.startsAt?.getTime() !== after.startsAt?.getTime() && after.deliveryType === 'live',
  })
  if (lessons.length === 0) return []
  const [first, second, ...more] = lessons.map(({ title }) => `“${title}”`)
  const names = [first, second, ...(more.length > 0 ? [`${more.length} more`] : [])].filter(Boolean).join(', ')
  const opens = formatCount(lessons.length, 'lesson opens', 'lessons open')
  const message = `${opens} at another time, because the dates decide: ${names}.`
  return [{ code: 'lessons-move', count: lessons.length, ids: lessons.map(({ id }) => id), message }]
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

function createCheckoutEffect(ids: readonly string[]): Effect[] {
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'person is', 'people are')} in the checkout and may finish. The receipt has the new dates.`
  return [{ code: 'checkouts-go-on', count: ids.length, ids, message }]
}

function createWaitlistEffect(ids: readonly string[]): Effect[] {
  if (ids.length === 0) return []
  const message = `${formatCount(ids.length, 'person stays', 'people stay')} on the waitlist, without an e-mail about the new dates.`
  return [{ code: 'waitlist-stays', count: ids.length, ids, message }]
}

function formatMoment(at: Date, zone: string): string {
  return `${formatDay(at, zone)}, ${toZoneTime(at, zone).localTime} ${nameZone(zone)}`
}
