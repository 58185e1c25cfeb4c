import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlot, STORY_DAYS } from './plot.ts'

const DAY_MS = 86_400_000
const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
const getTaught = (end: Date) => [39, 36, 32, 29].map((daysAgo) => new Date(end.getTime() - daysAgo * DAY_MS))

test('the story lies in the twelve weeks before its end, in the order of time, and is the same when it goes on', () => {
  fc.assert(
    fc.property(days, (end) => {
      const times = createPlot(end, getTaught(end)).map(({ at }) => at.getTime())
      expect(times.every((time) => time < end.getTime() && time >= end.getTime() - (STORY_DAYS + 1) * DAY_MS)).toBe(
        true,
      )
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(createPlot(end, getTaught(end))).toEqual(createPlot(end, getTaught(end)))
    }),
    { numRuns: 20 },
  )
})

test('everybody is invented, has one address, and none that a letter could reach', () => {
  const end = new Date('2026-11-28T09:00:00Z')
  const names = new Map<string, string>()
  for (const { act } of createPlot(end, getTaught(end)))
    for (const person of [...('person' in act ? [act.person] : []), ...('friends' in act ? act.friends : [])]) {
      expect(person.email).toMatch(/^[a-z.]+@[a-z]+\.test$/)
      expect(names.get(person.email) ?? person.name).toBe(person.name)
      names.set(person.email, person.name)
    }
  expect(names.size).toBeGreaterThan(120)
  expect(new Set(names.values()).size).toBe(names.size)
})

test('nobody buys the same dates twice, and thirty people learn', () => {
  const end = new Date('2026-11-28T09:00:00Z')
  const acts = createPlot(end, getTaught(end)).map(({ act }) => act)
  const bought = acts.flatMap((act) => (act.kind === 'buy' ? [`${act.person.email} ${act.course} ${act.run}`] : []))
  expect(new Set(bought).size).toBe(bought.length)
  expect(bought.filter((purchase) => purchase.endsWith(' MCOM 0'))).toHaveLength(30)
})
