/** Calendar files agree with the runtime about every zone that it knows, in each of its names. */

import fc from 'fast-check'
import ICAL from 'ical.js'
import { ICalCalendarMethod } from 'ical-generator'
import { expect, test } from 'vitest'
import { readCalendar } from '../../../../tests/support/calendar-file.ts'
import { addSessionEvent, createCalendar } from './calendar.ts'

const DAY_MS = 86_400_000
const FROM = Date.UTC(2026, 10, 1)
const UNTIL = FROM + 2 * 366 * DAY_MS
/** Older names, of which browsers and operators use some. */
const ALIASES = [
  ...['UTC', 'Etc/UTC', 'Etc/UCT', 'Zulu', 'GMT', 'Etc/GMT', 'Etc/GMT+8', 'Etc/GMT-14', 'CET', 'EST', 'EST5EDT'],
  ...['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv', 'America/Godthab', 'America/Nuuk', 'Asia/Saigon'],
  ...['Asia/Katmandu', 'America/Buenos_Aires', 'Pacific/Enderbury', 'Pacific/Kanton', 'Asia/Rangoon', 'US/Pacific'],
  ...[
    'Atlantic/Faeroe',
    'Pacific/Truk',
    'Australia/ACT',
    'America/Indianapolis',
    'GB',
    'NZ',
    'Singapore',
    'Asia/Manila',
  ],
]
const ZONES = [...new Set([...Intl.supportedValuesOf('timeZone'), ...ALIASES])]

/** The time that people see in a zone, by `Intl` alone: `2027-03-28T01:30:00`. */
function createIntlClock(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => format.format(at).replace(' ', 'T')
}

/** The moments around each change of the clocks, found in `Intl` by halving the day in which it lies. */
function listChanges(clock: (at: number) => string): number[] {
  const offsetAt = (at: number) => Date.parse(`${clock(at)}Z`) - at
  const changes: number[] = []
  for (let day = FROM; day < UNTIL; day += DAY_MS) {
    let [before, after] = [day, day + DAY_MS]
    if (offsetAt(before) === offsetAt(after)) continue
    while (after - before > 60_000) {
      const middle = before + Math.floor((after - before) / 120_000) * 60_000
      if (offsetAt(middle) === offsetAt(before)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

function createText(zone: string, starts: readonly number[], title = 'A session', course = 'A course'): string {
  const calendar = createCalendar(course, ICalCalendarMethod.PUBLISH)
  for (const [index, at] of starts.entries())
    addSessionEvent(
      calendar,
      {
        id: `s-${index}`,
        sequence: 0,
        title,
        course_title: course,
        is_cancelled: false,
        starts_at: new Date(at),
        ends_at: new Date(at + 90 * 60_000),
        timezone_id: zone,
      },
      'https://learn.understudy.test',
    )
  return calendar.toString()
}

test.each(ZONES)('%s: an event at every change of the clocks, and the definition on every day of two years', (zone) => {
  const clock = createIntlClock(zone)
  const around = listChanges(clock).flatMap((at) =>
    [-DAY_MS, -3_600_000, -60_000, 0, 60_000, 3_600_000, DAY_MS].map((ms) => at + ms),
  )
  const starts = [FROM, ...around, UNTIL]
  const { events, component } = readCalendar(createText(zone, starts))
  expect(events.map(({ start }) => new Date(start))).toEqual(starts.map((at) => new Date(at)))
  expect(events.map(({ end }) => new Date(end))).toEqual(starts.map((at) => new Date(at + 90 * 60_000)))
  for (const [index, event] of events.entries())
    if (event.zone !== 'Z') expect([event.zone, event.localTime]).toEqual([zone, clock(starts[index]!)])

  const definition = component.getFirstSubcomponent('vtimezone')
  if (!definition) return expect(new Set(events.map((event) => event.zone))).toEqual(new Set(['Z']))
  const defined = new ICAL.Timezone(definition)
  const wrongDays: string[] = []
  for (let at = FROM; at < UNTIL; at += DAY_MS) {
    if (isShownTwice(clock, at)) continue
    const local = ICAL.Time.fromDateTimeString(clock(at))
    if (Date.parse(`${clock(at)}Z`) - defined.utcOffset(local) * 1000 !== at) wrongDays.push(clock(at))
  }
  expect(wrongDays).toEqual([])
})

/** The local time names two moments, so that the zone's definition alone cannot tell which. */
function isShownTwice(clock: (at: number) => string, at: number): boolean {
  return [30, 60, 120, 180].some((minutes) => [-1, 1].some((sign) => clock(at + sign * minutes * 60_000) === clock(at)))
}

test('a title with any characters is read back as it is, but for control characters', () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...',;:\\"\n\r\t^', '\u0000', '\u2028', '🎬', 'é', 'ن'),
      fc.string({ unit: 'binary', minLength: 1 }),
    ),
    maxLength: 60,
  })
  const plain = (text: string) => text.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
  fc.assert(
    fc.property(hostile, hostile, (title, course) => {
      const { name, events } = readCalendar(createText('Europe/London', [FROM], title, `x${course}`))
      expect(name).toBe(plain(`x${course}`))
      expect(events.map(({ summary }) => summary)).toEqual([plain(`${title} (x${course})`)])
    }),
  )
})
