import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BACKUP_KEPT_DAYS, listExpiredBackups } from './backup-retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const at = (text: string) => ({ takenAt: new Date(text) })
const ages = fc.array(fc.integer({ min: 0, max: 90 * 24 * 60 }), { maxLength: 60 })
const NOW = new Date('2026-11-27T03:00:00Z')
const toBackups = (minutes: number[]) => minutes.map((age) => ({ takenAt: new Date(NOW.getTime() - age * 60_000) }))

test('of nightly backups, seven days and the newest of four weeks are kept', () => {
  const nights = Array.from({ length: 60 }, (_, night) => ({ takenAt: new Date(NOW.getTime() - night * DAY_MS) }))
  const expired = new Set(listExpiredBackups(nights, NOW))
  const kept = nights.filter((night) => !expired.has(night)).map(({ takenAt }) => takenAt.toISOString().slice(5, 10))
  // 27 November 2026 is a Friday: the weeks end on 27, 22, 15 and 8 November.
  expect(kept).toEqual(['11-27', '11-26', '11-25', '11-24', '11-23', '11-22', '11-21', '11-15', '11-08'])
})

test('a backup of the last 48 hours is kept, although a later one of its day exists', () => {
  const backups = ['2026-11-27T02:23:00Z', '2026-11-27T02:50:00Z', '2026-11-25T03:00:01Z', '2026-11-25T23:00:00Z'].map(
    at,
  )
  expect(listExpiredBackups(backups, NOW)).toEqual([])
})

test('the newest backup is kept, however old it is', () => {
  const only = at('2024-01-01T00:00:00Z')
  expect(listExpiredBackups([only], NOW)).toEqual([])
  expect(listExpiredBackups([only, at('2023-01-01T00:00:00Z')], NOW)).toHaveLength(1)
})

test('each day of the last seven with a backup keeps its newest one, and a second look deletes nothing more', () => {
  fc.assert(
    fc.property(ages, (minutes) => {
      const backups = toBackups(minutes)
      const expired = new Set(listExpiredBackups(backups, NOW))
      const kept = backups.filter((backup) => !expired.has(backup))
      expect(listExpiredBackups(kept, NOW)).toEqual([])
      for (const { takenAt } of backups) {
        const day = Math.floor(takenAt.getTime() / DAY_MS)
        if (day <= Math.floor(NOW.getTime() / DAY_MS) - 7) continue
        const ofDay = backups.filter((one) => Math.floor(one.takenAt.getTime() / DAY_MS) === day)
        const newest = Math.max(...ofDay.map((one) => one.takenAt.getTime()))
        expect(kept.some((one) => one.takenAt.getTime() === newest)).toBe(true)
      }
    }),
  )
})

test('nothing but the newest backup outlives the list of deleted accounts, and at most eleven older than two days are kept', () => {
  fc.assert(
    fc.property(ages, (minutes) => {
      const backups = toBackups(minutes)
      const expired = new Set(listExpiredBackups(backups, NOW))
      const kept = backups
        .filter((backup) => !expired.has(backup))
        .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
      const older = kept.filter(({ takenAt }) => NOW.getTime() - takenAt.getTime() >= 2 * DAY_MS)
      expect(new Set(older.map(({ takenAt }) => takenAt.getTime())).size).toBeLessThanOrEqual(11)
      for (const { takenAt } of kept.slice(1))
        expect(NOW.getTime() - takenAt.getTime()).toBeLessThan(BACKUP_KEPT_DAYS * DAY_MS)
    }),
  )
})
