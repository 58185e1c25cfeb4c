/** Who is told of changed dates. */
import { collectChanges, type ScheduleChange } from '#domain/schedule-change.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { listOpenSeats, listWaitingChanges } from './queries/schedule-changes.ts'

/** How many people get an e-mail about the changes that wait, if no other change follows. */
export async function countPeopleToTell(deps: Pick<Deps, 'clock'>, tx: Tx): Promise<number> {
  return (await listConcerned(deps, tx, await listWaitingChanges(tx))).length
}

/** The people who get an e-mail about the changes of one cohort that wait, if no other change follows. Sorted. */
export async function listPeopleToNotify(deps: Pick<Deps, 'clock'>, tx: Tx, cohortCode: string): Promise<string[]> {
  const waiting = await listWaitingChanges(tx)
  const ids = await listConcerned(
    deps,
    tx,
    waiting.filter((change) => change.cohortCode === cohortCode),
  )
  return ids.toSorted()
}

async function listConcerned(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  changes: readonly ScheduleChange[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const now = clock()
  const seats = await listOpenSeats(tx, [...new Set(changes.map(({ cohortCode }) => cohortCode))], now)
  const byPerson = [...Map.groupBy(seats, (seat) => seat.person_id)]
  return byPerson.flatMap(([personId, own]) => (collectChangesOfSeats(changes, own, now).length > 0 ? personId : []))
}

/** The changes that concern one person. @param seats of that person */
export function collectChangesOfSeats<Change extends ScheduleChange>(
  changes: readonly Change[],
  seats: readonly { cohort_code: string; created_at: Date }[],
  now: Date,
): Change[] {
  return [...Map.groupBy(seats, (seat) => seat.cohort_code)].flatMap(([cohortCode, ofCohort]) => {
    const takenAt = new Date(Math.min(...ofCohort.map((seat) => seat.created_at.getTime())))
    const ofThis = changes.filter((change) => change.cohortCode === cohortCode)
    return collectChanges(ofThis, takenAt, now)
  })
}
