/** What a move to other dates does to the learner, and to those who wait for the freed seat. docs/contract §42. */
import { formatWithSymbol, money, smaller } from '#domain/money/money.ts'
import type { RefundWindow } from '#domain/orders/refund-terms.ts'
import { formatDay } from '#domain/schedule.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import type { Effect } from '#http/effects/change-with-effects.ts'
import { countOtherSeats, type lockSeatOfPerson } from '#learn/enrolments/queries/moves.ts'
import type { Tx } from '#platform/db/db.ts'
import { createLessonEffect } from '#sell/cohort-changes/list-date-effects.ts'
import { listOffers } from '#sell/cohort-changes/list-seat-effects.ts'
import type { CohortFacts } from '#sell/cohort-changes/queries/cohort-facts.ts'
import { type CohortState, getClosing } from '#sell/cohort-changes/read-cohort-state.ts'
import { formatCount, formatMoment } from '#sell/cohort-changes/words.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { getLineBalances, getRefundableMinor } from '#sell/refunds/apply-refund.ts'
import { countHeldSessions, listSessionsAhead, listStartedLessons } from './queries/targets.ts'

export type MovedSeat = {
  order: Order
  seat: NonNullable<Awaited<ReturnType<typeof lockSeatOfPerson>>>
  courseCode: string
  /** After the move. */
  accessEndsAt: Date | null
  /** The old dates before the move, and after it. */
  from: CohortState
  left: CohortState
  /** The new dates, after the move. */
  to: CohortState
  windowBefore: RefundWindow
  windowAfter: RefundWindow
  /** Whether the teacher may see amounts. */
  seesMoney: boolean
}

export async function listMoveEffects(deps: Deps, tx: Tx, moved: MovedSeat): Promise<Effect[]> {
  const { seat, from, to } = moved
  const ids = [seat.personId]
  const before = await listSessionsAhead(tx, from.facts.cohortCode, deps.clock())
  const after = await listSessionsAhead(tx, to.facts.cohortCode, deps.clock())
  return [
    { code: 'seat-moves', count: 1, ids, message: isolated`${seat.name} gets a seat in ${nameDates(to.facts)}.` },
    ...listFreedSeat(deps, moved),
    ...(await listOthers(tx, moved)),
    ...(await listMoney(tx, moved)),
    ...listRefund(moved),
    ...listAccess(moved),
    ...createLessonEffect(deps, ...(await listUnstarted(tx, moved))),
    ...(await listHeldSessions(deps, tx, moved)),
    ...listLostProSessions(before, after),
    {
      code: 'learners-emailed',
      count: 1,
      ids,
      message: `One e-mail updates the calendar: ${formatCount(before.length, 'session', 'sessions')} removed, ${after.length} added. Finished lessons stay.`,
    },
  ]
}

type ProSessions = readonly { pro: boolean }[]

/** How many pro sessions ahead the new dates have fewer than the old ones. */
export function countLostProSessions(before: ProSessions, after: ProSessions): number {
  const count = (sessions: ProSessions) => sessions.filter(({ pro }) => pro).length
  return Math.max(0, count(before) - count(after))
}

function listLostProSessions(before: ProSessions, after: ProSessions): Effect[] {
  const count = countLostProSessions(before, after)
  if (count === 0) return []
  return [
    {
      code: 'pro-sessions-lost',
      count,
      message: `The new dates have ${formatCount(count, 'pro session', 'pro sessions')} fewer. The e-mail says so.`,
    },
  ]
}

/** The name that the teacher gave, else the days. */
export function nameDates({ name, cohortCode, startsAt, timezoneId }: CohortFacts): string {
  if (name) return isolated`“${name}”`
  return startsAt ? `the dates from ${formatDay(startsAt, timezoneId)}` : cohortCode
}

function listFreedSeat(deps: Deps, { from, left }: MovedSeat): Effect[] {
  const offered = listOffers(
    deps,
    left.facts,
    left.parties.filter(({ entryId }) => from.parties.every((party) => party.entryId !== entryId)),
  )
  if (offered.length > 0) return offered
  const closesAt = getClosing(left.facts)
  const isClosed =
    left.facts.state !== 'open' || left.facts.isWithdrawn || (closesAt !== null && closesAt <= deps.clock())
  const message = isClosed
    ? `The seat in ${nameDates(left.facts)} stays empty, because enrolment has closed.`
    : `The seat in ${nameDates(left.facts)} is free for somebody else.`
  return [{ code: 'seat-freed', count: 1, message }]
}

async function listOthers(tx: Tx, { order, seat, from }: MovedSeat): Promise<Effect[]> {
  const { cohortCode } = from.facts
  const count = await countOtherSeats(tx, { orderId: order.id, cohortCode, seat: seat.seat })
  if (count === 0) return []
  const message = `${formatCount(count, 'other seat of the same order stays', 'other seats of the same order stay')} in ${nameDates(from.facts)}.`
  return [{ code: 'seats-stay', count, message }]
}

/** The share of the seat, as refunds split the order. */
async function listMoney(tx: Tx, { order, seat, seesMoney }: MovedSeat): Promise<Effect[]> {
  if (order.total_minor === 0) return []
  const lines = await listOrderLines(tx, order.id)
  const line = lines.find(({ position }) => position === seat.seat - 1)
  const balance = line && (await getLineBalances(tx, order, lines)).get(line.id)
  if (!balance) return []
  const paid = smaller(balance.refundable, money(await getRefundableMinor(tx, order), order.currency))
  const day = order.balance_due_at && formatDay(order.balance_due_at, order.timezone_id)
  const isDue = balance.unpaid.minor > 0 && day !== null
  const message = seesMoney
    ? `No money moves. The ${formatWithSymbol(paid)} paid for this seat counts for the new dates.${isDue ? ` The balance of ${formatWithSymbol(balance.unpaid)} stays due on ${day}: its day was agreed at the purchase and doesn’t move.` : ''}`
    : `No money moves.${isDue ? ' A balance stays due.' : ''}`
  return [{ code: 'money-stays', count: 1, message }]
}

/** Pages of sessions are for the learners of their dates. */
async function listHeldSessions(deps: Deps, tx: Tx, { from }: MovedSeat): Promise<Effect[]> {
  const count = await countHeldSessions(tx, from.facts.cohortCode, deps.clock())
  if (count === 0) return []
  const message = `${formatCount(count, 'session of the old dates has', 'sessions of the old dates have')} begun. The learner can’t open the recordings and recaps any more, and the list doesn’t show the attendance.`
  return [{ code: 'sessions-close', count, message }]
}

function listRefund({ order, windowBefore, windowAfter, to }: MovedSeat): Effect[] {
  const isSame =
    windowBefore.percent === windowAfter.percent && windowBefore.until.getTime() === windowAfter.until.getTime()
  if (order.total_minor === 0 || isSame) return []
  const format = ({ percent, until }: RefundWindow) =>
    percent === 0
      ? 'none any more'
      : `${percent === 100 ? 'in full' : `${percent}%`} until ${formatMoment(until, to.facts.timezoneId)}`
  const message = `Refund on request: ${format(windowAfter)}. Before: ${format(windowBefore)}.`
  return [{ code: 'refunds-possible', count: 1, ids: [order.id], message }]
}

function listAccess({ seat, accessEndsAt, to }: MovedSeat): Effect[] {
  const { accessEndsAt: before } = seat
  if (before?.getTime() === accessEndsAt?.getTime()) return []
  const until = accessEndsAt ? `until ${formatDay(accessEndsAt, to.facts.timezoneId)}` : 'without an end'
  const instead = before ? `, instead of ${formatDay(before, to.facts.timezoneId)}` : ''
  return [{ code: 'access-extended', count: 1, ids: [seat.id], message: `Access ${until}${instead}.` }]
}

/** A lesson that was started never closes again. */
async function listUnstarted(tx: Tx, { seat, courseCode, from, to }: MovedSeat) {
  const started = await listStartedLessons(tx, seat.personId, courseCode)
  const withoutStarted = ({ openings }: CohortState) => openings.filter(({ lessonId }) => !started.has(lessonId))
  return [withoutStarted(from), withoutStarted(to)] as const
}
