import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listSeriesDays, planSessionTime, proposeCohortCode } from './session-series.ts'

const days = (...input: Parameters<typeof listSeriesDays>) => listSeriesDays(...input).map(({ day }) => day)

describe('the days of a series', () => {
  test('follow the weekdays from the first day, and skipped days do not count', () => {
    const rule = { firstDay: '2027-03-09', weekdays: [2, 4], everyWeeks: 1, skippedDays: ['2027-03-25'] }
    expect(listSeriesDays(rule, 6)).toEqual([
      { day: '2027-03-09', isSkipped: false },
      { day: '2027-03-11', isSkipped: false },
      { day: '2027-03-16', isSkipped: false },
      { day: '2027-03-18', isSkipped: false },
      { day: '2027-03-23', isSkipped: false },
      { day: '2027-03-25', isSkipped: true },
      { day: '2027-03-30', isSkipped: false },
    ])
  })

  test('begin at the first weekday on or after the first day', () => {
    expect(days({ firstDay: '2027-03-10', weekdays: [2, 4], everyWeeks: 1 }, 3)).toEqual([
      '2027-03-11',
      '2027-03-16',
      '2027-03-18',
    ])
  })

  test('leave whole weeks free, also where the series begins in the middle of a week', () => {
    expect(days({ firstDay: '2027-03-11', weekdays: [2, 4], everyWeeks: 2 }, 4)).toEqual([
      '2027-03-11',
      '2027-03-23',
      '2027-03-25',
      '2027-04-06',
    ])
  })

  test('of any rule are growing, on its weekdays, in its weeks, and as many as wanted', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 6 }),
        (date, unsorted, everyWeeks, count, skips) => {
          const from = Temporal.PlainDate.from(date.toISOString().slice(0, 10))
          const weekdays = unsorted.toSorted()
          const skippedDays = skips.map((skip) => from.add({ days: skip }).toString())
          const listed = listSeriesDays({ firstDay: from.toString(), weekdays, everyWeeks, skippedDays }, count)
          const all = listed.map(({ day }) => Temporal.PlainDate.from(day))
          expect(listed.filter(({ isSkipped }) => !isSkipped)).toHaveLength(count)
          expect(listed.every(({ day, isSkipped }) => isSkipped === skippedDays.includes(day))).toBe(true)
          expect(all.every((day) => weekdays.includes(day.dayOfWeek))).toBe(true)
          const monday = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })
          for (const [index, day] of all.entries()) {
            const before = all[index - 1]
            if (before) expect(Temporal.PlainDate.compare(before, day)).toBe(-1)
            expect((monday(all[0]!).until(monday(day)).days / 7) % everyWeeks).toBe(0)
          }
          // No possible day is left out.
          for (let day = all[0]!; Temporal.PlainDate.compare(day, all.at(-1)!) <= 0; day = day.add({ days: 1 })) {
            const isInWeek = (monday(all[0]!).until(monday(day)).days / 7) % everyWeeks === 0
            expect(all.some((one) => one.equals(day))).toBe(isInWeek && weekdays.includes(day.dayOfWeek))
          }
        },
      ),
    )
  })
})

describe('the time of a session', () => {
  test('is an instant with its end', () => {
    expect(planSessionTime('2027-03-09T18:00', 90, 'Asia/Manila')).toEqual({
      fault: null,
      startsAt: new Date('2027-03-09T10:00:00Z'),
      endsAt: new Date('2027-03-09T11:30:00Z'),
    })
  })

  test('that the clocks skip or repeat has the nearest possible ones', () => {
    expect(planSessionTime('2027-03-28T01:30', 90, 'Europe/London')).toEqual({
      fault: 'skipped',
      nearest: ['2027-03-28T00:30', '2027-03-28T02:00'],
    })
    expect(planSessionTime('2027-10-31T01:30', 90, 'Europe/London')).toEqual({
      fault: 'repeated',
      nearest: ['2027-10-31T00:30', '2027-10-31T02:00'],
    })
  })

  test('is refused for a day that does not exist', () => {
    expect(() => planSessionTime('2027-02-30T18:00', 90, 'Europe/London')).toThrow(RangeError)
  })
})

test('the code of a cohort is its month, then with a letter', () => {
  expect(proposeCohortCode('NG', '2027-03', () => false)).toBe('NG-2027-03')
  expect(proposeCohortCode('NG', '2027-03', (code) => code.length < 11)).toBe('NG-2027-03B')
  expect(proposeCohortCode('NG', '2027-03', () => true)).toBeNull()
})
