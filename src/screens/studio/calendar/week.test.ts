import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, getWeekStart, toDay } from './week.ts'

test('a week begins on the Monday of its days, and the next one seven days later', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 6 }),
      (date, days) => {
        const monday = getWeekStart(toDay(date))
        expect(monday.getDay()).toBe(1)
        expect(getWeekStart(toDay(addDays(monday, days)))).toEqual(monday)
        expect(getWeekStart(toDay(addDays(monday, 7)))).toEqual(addDays(monday, 7))
        expect(monday <= date && date < addDays(monday, 7)).toBe(true)
      },
    ),
  )
})

test('an address without a day is this week', () => {
  const now = new Date('2027-03-11T12:00:00')
  for (const day of [null, '', 'soon', '2027-99-99']) expect(toDay(getWeekStart(day, now))).toBe('2027-03-08')
})
