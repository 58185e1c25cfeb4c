/**
 * Which nightly backups are kept: all of the last 48 hours, the newest of each of the last seven days, and of each of the
 * last four weeks. A backup that was just restored is followed by one of the same day, and must outlive it.
 */

const KEPT_DAYS = 7
const KEPT_WEEKS = 4
const KEPT_WHOLE_MS = 48 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY = 4

/** Every account that was deleted within this time may still be in a kept backup. */
export const BACKUP_KEPT_DAYS = (KEPT_WEEKS + 1) * 7

/**
 * Days and weeks are those of UTC, and a week begins on Monday. The newest backup is always kept, however old it is.
 *
 * @returns the backups to delete
 */
export function listExpiredBackups<Backup extends { takenAt: Date }>(backups: readonly Backup[], now: Date): Backup[] {
  const newestFirst = [...backups].sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
  const today = toDay(now)
  const isFresh = ({ takenAt }: Backup) => now.getTime() - takenAt.getTime() < KEPT_WHOLE_MS
  const kept = new Set<Backup>([...newestFirst.slice(0, 1), ...newestFirst.filter(isFresh)])
  const periods = new Set<string>()
  for (const backup of newestFirst) {
    const day = toDay(backup.takenAt)
    const names = [
      ...(day > today - KEPT_DAYS ? [`day ${day}`] : []),
      ...(toWeek(day) > toWeek(today) - KEPT_WEEKS ? [`week ${toWeek(day)}`] : []),
    ]
    for (const name of names) {
      if (!periods.has(name)) kept.add(backup)
      periods.add(name)
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}

const toDay = (at: Date) => Math.floor(at.getTime() / DAY_MS)
const toWeek = (day: number) => Math.floor((day - FIRST_MONDAY) / 7)
