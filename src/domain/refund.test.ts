import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absorb, type Waiting } from './refund.ts'

const day = (number: number) => new Date(Date.UTC(2027, 0, number))
const wait = (id: string, amountMinor: number, since = 1): Waiting => ({ id, amountMinor, since: day(since) })

test.each([
  ['one of the same amount', [wait('a', 50), wait('b', 100)], 100, 0, [{ id: 'b', minor: 100 }], 0],
  [
    'the oldest, as far as it goes',
    [wait('b', 50, 2), wait('a', 80, 1)],
    100,
    0,
    [
      { id: 'a', minor: 80 },
      { id: 'b', minor: 20 },
    ],
    0,
  ],
  ['nothing, where nothing waited', [], 100, 0, [], 100],
  ['nothing that was asked for later', [wait('a', 100, 9)], 100, 100, [], 100],
  [
    'of what was asked for later only what has no room any more',
    [wait('a', 100, 9)],
    100,
    40,
    [{ id: 'a', minor: 60 }],
    40,
  ],
])('what is paid back at the provider’s desk stands for %s', (_what, waiting, minor, left, parts, restMinor) => {
  expect(absorb(waiting, { minor, at: day(5) }, left)).toEqual({ parts, restMinor })
})

test('whatever waits and whatever was made: nothing is counted twice, and all that still waits has room', () => {
  const one = fc.record({
    id: fc.uuid(),
    amountMinor: fc.integer({ min: 1, max: 500 }),
    since: fc.integer({ min: 1, max: 9 }).map(day),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(one, { maxLength: 5, selector: ({ id }) => id }),
      fc.integer({ min: 1, max: 900 }),
      fc.nat(900),
      (waiting, minor, more) => {
        const all = waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        // What waits had room before this one was made.
        const left = Math.max(0, all - minor) + more
        const { parts, restMinor } = absorb(waiting, { minor, at: day(5) }, left)
        const taken = parts.reduce((sum, part) => sum + part.minor, 0)
        expect(taken + restMinor).toBe(minor)
        expect(restMinor).toBeGreaterThanOrEqual(0)
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length)
        for (const part of parts) {
          expect(part.minor).toBeGreaterThan(0)
          expect(part.minor).toBeLessThanOrEqual(waiting.find(({ id }) => id === part.id)!.amountMinor)
        }
        expect(all - taken).toBeLessThanOrEqual(left)
      },
    ),
    { numRuns: 2000 },
  )
})
