/** Lists the other dates of a course to which a seat can move. docs/contract §42. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { findSeat } from '#learn/enrolments/queries/moves.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { listTargetRows, type TargetRow } from './queries/targets.ts'
import type { MoveTarget } from './wire.ts'

export async function listMoveTargets(
  deps: Deps,
  person: ActingPerson,
  enrolmentId: string,
): Promise<Outcome<{ current: MoveTarget; targets: MoveTarget[] }>> {
  const seat = await findSeat(deps.db, enrolmentId)
  if (!seat) return refused('ENROLMENT_NOT_FOUND')
  const permitted = await requirePermission(deps.db, person, 'learner.move', seat.courseCode)
  if (!permitted.ok) return permitted.refusal.code === 'ROLE_NEEDED' ? permitted : refused('ENROLMENT_NOT_FOUND')
  const { courseCode, cohortCode: current } = seat
  const rows = (await listTargetRows(deps.db, { courseCode, current, now: deps.clock() })).map(toTarget)
  const own = rows.find(({ cohortCode }) => cohortCode === current)
  if (!own) return refused('ENROLMENT_NOT_FOUND')
  return accepted({ current: own, targets: rows.filter(({ cohortCode }) => cohortCode !== current) })
}

/** Free seats that fit a party of the waitlist are for the waitlist. */
function toTarget({ startsAt, endsAt, taken, waitingParty, ...row }: TargetRow): MoveTarget {
  const left = row.capacity === null ? null : row.capacity - taken
  const isForWaitlist = left !== null && waitingParty !== null && waitingParty <= left
  return {
    ...row,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    seatsLeft: isForWaitlist ? 0 : left,
    isForWaitlist,
  }
}
