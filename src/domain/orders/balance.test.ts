import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextReminder, REMINDER_DAYS } from './balance.ts'

const DUE = new Date('2027-01-05T12:00:00Z')
const after = (days: number) => new Date(DUE.getTime() + days * 86_400_000)

test.each([
  { days: -0.001, sent: 0, next: null },
  { days: 0, sent: 0, next: { number: 1, isLast: false } },
  { days: 2.9, sent: 1, next: null },
  { days: 3, sent: 1, next: { number: 2, isLast: false } },
  { days: 7, sent: 2, next: { number: 3, isLast: true } },
  { days: 30, sent: 3, next: null },
  { days: 9, sent: 0, next: { number: 3, isLast: true } },
])('$days days after it was due, with $sent sent: $next (price rule 6)', ({ days, sent, next }) => {
  expect(nextReminder(DUE, sent, after(days))).toEqual(next)
})

test('for any schedule of checks, each reminder is sent at most once, and the last one is always sent', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -2, max: 20, noNaN: true })), (checkDays) => {
      let sent = 0
      const numbers: number[] = []
      for (const days of [...checkDays.toSorted((a, b) => a - b), 21]) {
        const next = nextReminder(DUE, sent, after(days))
        if (!next) continue
        sent = next.number
        numbers.push(sent)
      }
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(numbers.at(-1)).toBe(REMINDER_DAYS.length)
    }),
  )
})
