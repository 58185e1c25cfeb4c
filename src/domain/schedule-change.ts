/** The announcements of changed dates: their time, and the difference that several changes make. docs/contract §28. */

const MINUTE_MS = 60_000
const QUIET_MS = 10 * MINUTE_MS
const URGENT_QUIET_MS = MINUTE_MS
const LONGEST_WAIT_MS = 30 * MINUTE_MS
const URGENT_WITHIN_MS = 24 * 60 * MINUTE_MS

type Times = { startsAt: Date; endsAt: Date }

/** `before` null: the session is new. `after` null: the session is cancelled. */
export type ScheduleChange = {
  cohortCode: string
  lessonId: string
  title: string
  timezoneId: string
  before: Times | null
  after: Times | null
  changedAt: Date
}

/**
 * Changes wait until none was made for 10 minutes, or for 1 minute if a changed session is less than 24 hours away. No
 * change waits longer than 30 minutes.
 */
export function isAnnouncementDue(waiting: readonly ScheduleChange[], now: Date): boolean {
  if (waiting.length === 0) return false
  const times = waiting.map(({ changedAt }) => changedAt.getTime())
  const quietMs = waiting.some((change) => isUrgent(change, now)) ? URGENT_QUIET_MS : QUIET_MS
  return now.getTime() - Math.max(...times) >= quietMs || now.getTime() - Math.min(...times) >= LONGEST_WAIT_MS
}

function isUrgent({ before, after }: ScheduleChange, now: Date): boolean {
  return [before, after].some(
    (times) => times !== null && times.startsAt > now && times.startsAt.getTime() - now.getTime() < URGENT_WITHIN_MS,
  )
}

/**
 * The changes since a seat was taken, one for each lesson: from the times of that moment to the last ones. A lesson has
 * at most one session that is not cancelled, so a replaced session counts as moved. Leaves out a session that is back at
 * its times, and one that is over. Sorted by the earlier time.
 *
 * @param changes all changes of the seat's cohort, in the order in which they were made
 */
export function collectChanges<Change extends ScheduleChange>(
  changes: readonly Change[],
  seatTakenAt: Date,
  now: Date,
): Change[] {
  const own = changes.filter(({ changedAt }) => changedAt > seatTakenAt)
  const byLesson = [...Map.groupBy(own, ({ lessonId }) => lessonId).values()]
  return byLesson
    .map((steps) => ({ ...steps.at(-1)!, before: steps[0]!.before }))
    .filter(({ before, after }) => !isSameTimes(before, after))
    .filter(({ before, after }) => [before, after].some((times) => times !== null && times.startsAt > now))
    .toSorted((one, other) => getFirstStart(one) - getFirstStart(other))
}

export type CancelledSession = { title: string; startsAt: Date; timezoneId: string }

/** The sessions ahead that were cancelled since a seat was taken, with the start that they had last; by their start. */
export function listCancelledSessions(
  changes: readonly ScheduleChange[],
  seatTakenAt: Date,
  now: Date,
): CancelledSession[] {
  const own = changes.filter(({ changedAt }) => changedAt > seatTakenAt)
  return [...Map.groupBy(own, ({ lessonId }) => lessonId).values()]
    .map((steps) => steps.at(-1)!)
    .flatMap(({ title, timezoneId, before, after }) =>
      before && !after && before.startsAt > now ? [{ title, timezoneId, startsAt: before.startsAt }] : [],
    )
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/**
 * The last start of the sessions that were moved or cancelled since a seat was taken and have not begun; a cancelled one
 * has the start that it had last. A session that was added before all others moves the beginning, so it counts too. Null:
 * none did. A session that only became longer or shorter, or became one of another lesson at its time, has not moved.
 *
 * @param changes all changes of the seat's cohort, in the order in which they were made
 * @param firstStart of the sessions as they are now
 */
export function getLastMovedStart(
  changes: readonly ScheduleChange[],
  seatTakenAt: Date,
  now: Date,
  firstStart: Date | null,
): Date | null {
  const own = changes.filter(({ changedAt }) => changedAt > seatTakenAt)
  const lessons = [...Map.groupBy(own, ({ lessonId }) => lessonId).values()].map((steps) => ({
    before: steps[0]!.before?.startsAt,
    planned: steps.at(-1)!.before?.startsAt,
    after: steps.at(-1)!.after?.startsAt,
  }))
  const cancelled = lessons.filter(({ before, after }) => before && !after)
  const added = lessons.filter(({ before, after }) => !before && after)
  const starts = lessons.flatMap(({ before, planned, after }) => {
    if (before && after) return isSame(before, after) ? [] : [after]
    if (before && planned) return added.some((other) => isSame(other.after, planned)) ? [] : [planned]
    const isFirst = after && isSame(after, firstStart) && !cancelled.some((other) => isSame(other.planned, after))
    return isFirst ? [after] : []
  })
  const last = new Date(Math.max(0, ...starts.map((start) => start.getTime())))
  return last > now ? last : null
}

function isSame(one: Date | undefined, other: Date | null | undefined): boolean {
  return one !== undefined && one.getTime() === other?.getTime()
}

function isSameTimes(one: Times | null, other: Times | null): boolean {
  if (!one || !other) return one === other
  return one.startsAt.getTime() === other.startsAt.getTime() && one.endsAt.getTime() === other.endsAt.getTime()
}

function getFirstStart({ before, after }: ScheduleChange): number {
  return Math.min(...[before, after].flatMap((times) => (times ? [times.startsAt.getTime()] : [])))
}
