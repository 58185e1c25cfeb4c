/** Who is told of changed dates. */
import { collectChanges, type ScheduleChange } from '#domain/schedule-change.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { listOpenSeats, listWaitingChanges } from './queries/schedule-changes.ts'

/** How many people get an e-mail about the changes that wait, if no other change follows. */
export async function countPeopleToTell({ clock }: Pick<Deps, 'clock'>, tx: Tx): Promise<number> {
  const changes = await listWaitingChanges(tx)
  if (changes.length === 0) return 0
  const now = clock()
  const seats = await listOpenSeats(tx, [...new Set(changes.map(({ cohortCode }) => cohortCode))], now)
  const byPerson = [...Map.groupBy(seats, (seat) => seat.person_id).values()]
  return byPerson.filter((own) => collectChangesOfSeats(changes, own, now).length > 0).length
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
