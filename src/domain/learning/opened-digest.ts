/** When a person gets the e-mail about newly opened lessons. docs/contract §22. */
import { toZoneTime } from '../schedule.ts'

const HOUR_MS = 3_600_000
/** An opening that is older than this is not announced any more, for example after a long stop of the server. */
export const OPENED_HOURS = 48
/** The e-mail is written between these local times of the person. */
const [EARLIEST, LATEST] = ['08:00', '21:00']

/** Openings after `after`, up to `until`, are announced. `day` is the person's local date, which has one e-mail. */
export type OpenedDigest = { day: string; after: Date; until: Date }

/**
 * Null: no e-mail now, because the person sleeps or has today's e-mail.
 *
 * @param announcedUntil the `until` of the person's last e-mail
 * @throws RangeError for an unknown zone
 */
export function getOpenedDigest(announcedUntil: Date | null, zone: string, now: Date): OpenedDigest | null {
  const { localDate: day, localTime } = toZoneTime(now, zone)
  if (localTime < EARLIEST || localTime >= LATEST) return null
  if (announcedUntil && toZoneTime(announcedUntil, zone).localDate >= day) return null
  const oldest = now.getTime() - OPENED_HOURS * HOUR_MS
  return { day, after: new Date(Math.max(oldest, announcedUntil?.getTime() ?? 0)), until: now }
}
