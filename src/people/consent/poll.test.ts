import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { globalText, poll } from './poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('polls the affiliate script every 2000 ms until it has a value', () => {
  const pollTimes: number[] = []
  const values: string[] = []
  const start = Date.now()
  poll(
    () => {
      pollTimes.push(Date.now() - start)
      return pollTimes.length === 3 ? 'ref-7' : null
    },
    (answer) => values.push(answer),
  )
  vi.advanceTimersByTime(60_000)
  expect([pollTimes, values]).toEqual([[2000, 4000, 6000], ['ref-7']])
})

test('stops polling after 15 times without a value', () => {
  const getValue = vi.fn(() => null)
  poll(getValue, () => expect.unreachable())
  vi.advanceTimersByTime(600_000)
  expect(getValue).toHaveBeenCalledTimes(15)
})

test('a global counts once it is a non-empty text', () => {
  vi.stubGlobal('window', { Friends: Object.assign(() => {}, { referral: ' ref-7 ', id: 7 }), empty: ' ' })
  expect(['Friends.referral', 'Friends.id', 'Friends', 'Nobody.at.all', 'empty'].map(globalText)).toEqual([
    'ref-7',
    null,
    null,
    null,
    null,
  ])
})
