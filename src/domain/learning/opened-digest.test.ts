import { expect, test } from 'vitest'
import { toZoneTime } from '../schedule.ts'
import { getOpenedDigest } from './opened-digest.ts'

const HOUR_MS = 3_600_000

/** The e-mails of hourly runs, when a lesson opens each hour. */
function runHourly(from: number, hours: number, zone: string) {
  let announcedUntil: Date | null = null
  const digests = []
  for (let hour = 0; hour < hours; hour++) {
    const digest = getOpenedDigest(announcedUntil, zone, new Date(from + hour * HOUR_MS))
    if (!digest) continue
    digests.push(digest)
    announcedUntil = digest.until
  }
  return digests
}

test('around every clock change of a year each local day has one e-mail, at 8 in the morning, and no opening is lost', () => {
  let changes = 0
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const start = Temporal.Instant.from('2027-01-01T00:00Z').toZonedDateTimeISO(zone)
    for (
      let change = start.getTimeZoneTransition('next');
      change && change.epochMilliseconds < Date.UTC(2028, 0);
      change = change.getTimeZoneTransition('next')
    ) {
      changes++
      const digests = runHourly(change.epochMilliseconds - 60 * HOUR_MS, 120, zone)
      const days = digests.map(({ day }) => day)
      expect(days.length).toBeGreaterThanOrEqual(4)
      expect(new Set(days).size).toBe(days.length)
      for (const [index, { day, after, until }] of digests.entries()) {
        const { localDate, localTime } = toZoneTime(until, zone)
        expect(localDate).toBe(day)
        if (index === 0) continue
        expect(localTime >= '08:00' && localTime < '09:00').toBe(true)
        expect(after).toEqual(digests[index - 1]!.until)
      }
    }
  }
  expect(changes).toBeGreaterThan(200)
})

test('a person who moves to another zone still gets one e-mail a day and misses no opening', () => {
  const manila = getOpenedDigest(null, 'Asia/Manila', new Date('2027-01-12T00:03Z'))!
  expect(manila.day).toBe('2027-01-12')
  const at = (now: string) => getOpenedDigest(manila.until, 'America/New_York', new Date(now))
  expect(at('2027-01-12T14:03Z')).toMatchObject({ day: '2027-01-12', after: manila.until })
})

test('after a long stop of the server only the last two days are announced, and nobody is written to at night', () => {
  const last = new Date('2027-01-01T08:03Z')
  const now = new Date('2027-01-12T09:00Z')
  expect(getOpenedDigest(last, 'UTC', now)!.after).toEqual(new Date('2027-01-10T09:00Z'))
  for (const time of ['07:59', '21:00', '23:59', '00:00'])
    expect(getOpenedDigest(last, 'UTC', new Date(`2027-01-12T${time}Z`))).toBeNull()
})
