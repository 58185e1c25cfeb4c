import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { globalText, poll } from './poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the affiliate script is asked every 2000 ms until it answers, and then no more', () => {
  const asked: number[] = []
  const answers: string[] = []
  const start = Date.now()
  poll(
    () => {
      asked.push(Date.now() - start)
      return asked.length === 3 ? 'ref-7' : null
    },
    (answer) => answers.push(answer),
  )
  vi.advanceTimersByTime(60_000)
  expect([asked, answers]).toEqual([[2000, 4000, 6000], ['ref-7']])
})

test('one that never answers is asked 15 times', () => {
  const ask = vi.fn(() => null)
  poll(ask, () => expect.unreachable())
  vi.advanceTimersByTime(600_000)
  expect(ask).toHaveBeenCalledTimes(15)
})

test('a global counts once it holds a text', () => {
  vi.stubGlobal('window', { Friends: Object.assign(() => {}, { referral: ' ref-7 ', id: 7 }), empty: ' ' })
  expect(['Friends.referral', 'Friends.id', 'Friends', 'Nobody.at.all', 'empty'].map(globalText)).toEqual([
    'ref-7',
    null,
    null,
    null,
    null,
  ])
})
