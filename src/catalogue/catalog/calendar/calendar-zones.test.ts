/** Calendar files agree with the runtime about every zone that it knows, in each of its names. */

import fc from 'fast-check'
import ICAL from 'ical.js'
import { ICalCalendarMethod } from 'ical-generator'
import { expect, test } from 'vitest'
import { readCalendar } from '../../../../tests/support/calendar-file.ts'
import { createIntlClock, listChanges, ZONES } from '../../../../tests/support/intl-zones.ts'
import { triesEveryCase } from '../../../../tests/support/laws.ts'
import { addSessionEvent, createCalendar } from './calendar.ts'

const DAY_MS = 86_400_000
const FROM = Date.UTC(2026, 10, 1)
const UNTIL = FROM + 2 * 366 * DAY_MS
const STEP_MS = triesEveryCase ? DAY_MS : 7 * DAY_MS

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

test.each(ZONES)('%s: an event at every change of the clocks, and the definition over two years', (zone) => {
  const clock = createIntlClock(zone)
  const around = listChanges(clock, FROM, UNTIL).flatMap((at) =>
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
  for (let at = FROM; at < UNTIL; at += STEP_MS) {
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

test('a title with any characters is read back as it is, but for control characters and marks of direction', () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...',;:\\"\n\r\t^', '\u0000', '\u2028', '🎬', 'é', 'ن'),
      fc.string({ unit: 'binary', minLength: 1 }),
    ),
    maxLength: 60,
  })
  const plain = (text: string) => text.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
  const withoutMarks = (text: string) => text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
  fc.assert(
    fc.property(hostile, hostile, (title, course) => {
      const { name, events } = readCalendar(createText('Europe/London', [FROM], title, `x${course}`))
      expect(name).toBe(plain(`x${course}`))
      const summaries = events.map(({ summary }) => withoutMarks(summary))
      expect(summaries).toEqual([withoutMarks(plain(`${title} (x${course})`))])
    }),
  )
})

test('a title from right to left does not move the course title beside it', () => {
  const { events } = readCalendar(createText('Europe/London', [FROM], 'الدرس الأول!', 'Night Garden'))
  expect(events.map(({ summary }) => summary)).toEqual(['\u2068الدرس الأول!\u2069 (Night Garden)'])
})
