/**
 * Every IANA zone over every clock change from 2024 to 2030, two hours on either side. The expected values come from
 * the platform's `Intl` in another way than our code: it only reads the fields of an instant. The meaning of a wall
 * time is found by trying every offset that the zone has near it.
 */
import { expect, test } from 'vitest'
import { nameZone } from './dates/zone-name.ts'
import { toInstant, toZoneTime } from './schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const AROUND = Array.from({ length: 17 }, (_, index) => (index - 8) * 15 * MINUTE)

type Change = { zone: string; at: number; before: number; after: number }
const changes = Intl.supportedValuesOf('timeZone').flatMap(listClockChanges)

test('the test covers enough clock changes', () => {
  expect(new Set(changes.map((change) => change.zone)).size).toBeGreaterThan(100)
  expect(changes.length * AROUND.length * 2).toBeGreaterThan(60_000)
})

test('an instant is formatted as the platform does: day, hour, offset and sentence', () => {
  for (const { zone, at } of changes) {
    for (const around of [-1, ...AROUND]) {
      const instant = at + around
      const actual = toZoneTime(new Date(instant), zone)
      const expected = fieldsAt(instant, zone)
      const differs =
        actual.localDate !== expected.wall.slice(0, 10) ||
        actual.localTime !== expected.wall.slice(11) ||
        actual.utcOffset !== expected.offset ||
        actual.displayText !== expected.sentence
      if (differs) expect(actual, `${zone} ${new Date(instant).toISOString()}`).toEqual(expected)
    }
  }
})

test('a wall time means its only instant; a skipped or repeated wall time is refused and never shifted', () => {
  const counts = { one: 0, none: 0, two: 0 }
  for (const { zone, at, before } of changes) {
    const offsets = listOffsetsNear(at, zone)
    for (const around of AROUND) {
      const wall = toLocalTime(at + before + around)
      const possible = listPossibleInstants(wall, zone, offsets)
      counts[possible.length === 0 ? 'none' : possible.length === 1 ? 'one' : 'two']++
      if (getOurInstant(wall, zone) !== (possible.length === 1 ? possible[0] : null))
        expect(getOurInstant(wall, zone), `${wall} in ${zone}`).toEqual(possible)
    }
  }
  expect(counts.one).toBeGreaterThan(20_000)
  expect(counts.none).toBeGreaterThan(1_000)
  expect(counts.two).toBeGreaterThan(1_000)
})

test('a formatted instant is read back unchanged when its wall time is unique', () => {
  for (const { zone, at } of changes) {
    for (const around of AROUND) {
      const { localDate, localTime } = toZoneTime(new Date(at + around), zone)
      const back = getOurInstant(`${localDate}T${localTime}`, zone)
      if (back !== null && back !== at + around) expect(back, `${localDate} ${localTime} in ${zone}`).toBe(at + around)
    }
  }
})

test('a class that meets every week keeps its hour when the clocks change between two meetings', () => {
  for (const { zone, at, before, after } of changes) {
    const day = toLocalTime(at + before).slice(0, 10)
    const weeks = [-7, 0, 7, 14].map((days) => `${Temporal.PlainDate.from(day).add({ days: days - 3 })}T19:00`)
    const starts = weeks.map((wall) => getOurInstant(wall, zone))
    if (starts.some((start) => start === null)) continue
    for (const [index, start] of starts.entries())
      if (toZoneTime(new Date(start!), zone).localTime !== '19:00') expect.fail(`${weeks[index]} moved in ${zone}`)
    const alone = changes.filter((other) => other.zone === zone && Math.abs(other.at - at) < 20 * DAY).length === 1
    if (alone && starts[2]! - starts[1]! !== 7 * DAY - (after - before)) expect.fail(`${day} in ${zone}`)
  }
})

/** The result of our own code; null when it refuses. */
function getOurInstant(wall: string, zone: string): number | null {
  try {
    return toInstant(wall, zone).getTime()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The expected result: every offset that the zone has near the time, tried. */
function listPossibleInstants(wall: string, zone: string, offsets: readonly number[]): number[] {
  const naive = Date.parse(`${wall}Z`)
  return offsets.map((offset) => naive - offset).filter((instant) => fieldsAt(instant, zone).wall === wall)
}

function listOffsetsNear(at: number, zone: string): number[] {
  return [...new Set([-36, -12, -3, -1, 0, 1, 3, 12, 36].map((hours) => offsetAt(at + hours * HOUR, zone)))]
}

type Fields = { wall: string; offset: string; sentence: string }
const formats = new Map<string, Intl.DateTimeFormat>()
const cachedFields = new Map<string, Fields>()

function fieldsAt(instant: number, zone: string): Fields {
  const key = `${instant} ${zone}`
  const before = cachedFields.get(key)
  if (before) return before
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: '2-digit',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    })
  formats.set(zone, format)
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { weekday, day = '', month = '', year, hour, minute, timeZoneName = '' } = part
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  const [, sign = '+', hours = '0', minutes = '00'] = /^GMT(?:([+-])(\d+)(?::(\d\d))?)?$/.exec(timeZoneName) ?? []
  const fields = {
    wall: `${year}-${number}-${day}T${hour}:${minute}`,
    offset: `${sign}${hours.padStart(2, '0')}:${minutes}`,
    sentence: `${weekday} ${Number(day)} ${month} ${year}, ${hour}:${minute} ${nameZone(zone)} (${timeZoneName.replace(/[+-]0$/, '')})`,
  }
  cachedFields.set(key, fields)
  return fields
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2027, month, 15)),
)

function offsetAt(instant: number, zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(fieldsAt(instant, zone).offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
}

/** Offsets in milliseconds on both sides. Changes of the name only are left out. */
function listClockChanges(zone: string): Change[] {
  const end = Date.UTC(2031, 0)
  const clockChanges: Change[] = []
  let next = Temporal.Instant.from('2024-01-01T00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (next && next.epochMilliseconds < end) {
    const before = next.subtract({ minutes: 1 }).offsetNanoseconds / 1e6
    const after = next.offsetNanoseconds / 1e6
    if (before !== after) clockChanges.push({ zone, at: next.epochMilliseconds, before, after })
    next = next.getTimeZoneTransition('next')
  }
  return clockChanges
}

function toLocalTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16)
}
