/** When a person may join a live session. docs/contract §15. */

/**
 * Minutes before the start, and after the end, in which a session can be joined. A join in it is attendance, and
 * the e-mail "You can join now" is sent when it opens. docs/contract §15.
 */
export const JOIN_MINUTES = { learnerBefore: 15, teacherBefore: 60, after: 60 } as const

export type SessionTimes = { startsAt: Date; endsAt: Date; cancelledAt: Date | null }

/** The window opens at `opensAt` and ends just before `closesAt`. */
export type JoinWindow = { state: 'early' | 'open' | 'ended' | 'cancelled'; opensAt: Date; closesAt: Date }

/** The window of a session for a learner, or for a teacher of the course. docs/contract §15. */
export function getJoinWindow(
  { startsAt, endsAt, cancelledAt }: SessionTimes,
  isTeacher: boolean,
  now: Date,
): JoinWindow {
  const before = isTeacher ? JOIN_MINUTES.teacherBefore : JOIN_MINUTES.learnerBefore
  const opensAt = addMinutes(startsAt, -before)
  const closesAt = addMinutes(endsAt, JOIN_MINUTES.after)
  if (cancelledAt) return { state: 'cancelled', opensAt, closesAt }
  if (now < opensAt) return { state: 'early', opensAt, closesAt }
  return { state: now < closesAt ? 'open' : 'ended', opensAt, closesAt }
}

/** The first moment at which a learner can join a session. docs/contract §15. */
export function getLearnerOpening(startsAt: Date): Date {
  return addMinutes(startsAt, -JOIN_MINUTES.learnerBefore)
}

function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000)
}
