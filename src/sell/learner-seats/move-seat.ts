/** Moves the seat of a learner to other dates of the same course, with the effects listed first. docs/contract §42. */
import { lockCohort } from '#catalogue/catalog/queries/edit-cohort.ts'
import { raiseSequences } from '#catalogue/catalog/queries/edit-session.ts'
import { reserveSeats, returnSeats } from '#catalogue/catalog/queries/seats.ts'
import { extendAccessEnd } from '#domain/learning/access-term.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import { loadAccessEnd } from '#learn/enrolments/access-end.ts'
import { findSeat, lockSeatOfPerson, moveEnrolment } from '#learn/enrolments/queries/moves.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { readCohortState } from '#sell/cohort-changes/read-cohort-state.ts'
import { lockOrder, type Order } from '#sell/orders/queries/orders.ts'
import { getOrderRefundWindows } from '#sell/refunds/refund-window.ts'
import { listMoveEffects, type MovedSeat } from './list-move-effects.ts'
import { enqueueMoveMail } from './write-move-mail.ts'

type MoveInput = Confirmation & { enrolmentId: string; cohortCode: string }

/**
 * The new seat is taken and the old one freed in one transaction. Paid sums and due dates stay; the refund window and the
 * access take the later of both. Locks the order, then the seat, then both cohorts in the order of their codes.
 */
export function moveSeat(
  deps: Deps,
  person: ActingPerson,
  { enrolmentId, cohortCode, ...confirmation }: MoveInput,
): Promise<Outcome<Effects>> {
  const change = { move: enrolmentId, to: cohortCode }
  return changeWithEffects(deps.db, { change, ...confirmation }, async (tx) => {
    const found = await findSeat(tx, enrolmentId)
    if (!found) return refused('ENROLMENT_NOT_FOUND')
    const permitted = await requirePermission(tx, person, 'learner.move', found.courseCode)
    if (!permitted.ok) return permitted.refusal.code === 'ROLE_NEEDED' ? permitted : refused('ENROLMENT_NOT_FOUND')
    const order = await lockOrder(tx, found.orderId)
    const seat = await lockSeatOfPerson(tx, enrolmentId)
    if (!order || !seat) return refused('ENROLMENT_NOT_FOUND')
    // The same move was made before.
    if (seat.cohortCode === cohortCode) return accepted(null)
    const target = await requireTarget(deps, tx, { courseCode: found.courseCode, from: seat.cohortCode, cohortCode })
    if (!target.ok) return target
    if (await isEnrolled(tx, cohortCode, seat.personId)) return refused('HAS_SEAT_IN_COHORT')
    return makeMove(deps, tx, person, { order, seat, courseCode: found.courseCode, cohortCode })
  })
}

type Wanted = { courseCode: string; from: string; cohortCode: string }

/** Locks both cohorts. Refuses dates of another course like missing ones. */
async function requireTarget(deps: Deps, tx: Tx, { courseCode, from, cohortCode }: Wanted): Promise<Outcome<null>> {
  const locked = new Map<string, Awaited<ReturnType<typeof lockCohort>>>()
  for (const code of [from, cohortCode].toSorted()) locked.set(code, await lockCohort(tx, code))
  const target = locked.get(cohortCode)
  if (!target || target.course_code !== courseCode || target.state === 'announced') return refused('COHORT_NOT_FOUND')
  if (target.state === 'cancelled') return refused('COHORT_CANCELLED')
  return target.ends_at !== null && target.ends_at <= deps.clock() ? refused('COHORT_OVER') : accepted(null)
}

type Locked = {
  order: Order
  seat: NonNullable<Awaited<ReturnType<typeof lockSeatOfPerson>>>
  courseCode: string
  cohortCode: string
}

async function makeMove(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { order, seat, courseCode, cohortCode }: Locked,
): Promise<Outcome<readonly Effect[]>> {
  const now = deps.clock()
  const from = await readCohortState(deps, tx, seat.cohortCode, false)
  if (!from) return refused('COHORT_NOT_FOUND')
  const windowBefore = (await getOrderRefundWindows(tx, order, now)).ofSeat(seat.seat)
  const accessEndsAt = extendAccessEnd(seat.accessEndsAt, await loadAccessEnd(tx, cohortCode, order.id))
  if (!(await reserveSeats(tx, { cohortCode, seats: 1, closing: 'ignore', waitlist: 'ask-first' })))
    return refused('COHORT_FULL')
  const moveId = await moveEnrolment(tx, {
    enrolmentId: seat.id,
    orderId: order.id,
    seat: seat.seat,
    from: { cohortCode: seat.cohortCode, startsAt: from.facts.startsAt },
    to: { cohortCode, accessEndsAt },
    movedBy: person.personId,
  })
  await returnSeats(tx, seat.cohortCode, 1)
  const [left, to] = [
    await readCohortState(deps, tx, seat.cohortCode, false),
    await readCohortState(deps, tx, cohortCode, false),
  ]
  if (!left || !to) return refused('COHORT_NOT_FOUND')
  const windowAfter = (await getOrderRefundWindows(tx, order, now)).ofSeat(seat.seat)
  const seesMoney = (await requirePermission(tx, person, 'learner.money', courseCode)).ok
  const windows = { windowBefore, windowAfter }
  const moved: MovedSeat = { order, seat, courseCode, accessEndsAt, from, left, to, ...windows, seesMoney }
  await enqueueMoveMail(deps, tx, moveId, moved)
  await raiseSequences(tx, seat.cohortCode)
  await recordEvent(deps, tx, {
    actor: { kind: person.audience, id: person.personId },
    action: 'seat-moved',
    object: { kind: 'enrolment', id: seat.id },
    details: { courseCode, from: seat.cohortCode, to: cohortCode },
  })
  return accepted(await listMoveEffects(deps, tx, moved))
}
