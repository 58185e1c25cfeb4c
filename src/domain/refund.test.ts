import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Sent, type State, waitingOf } from './refund.ts'

const one = (id: string, state: State, amountMinor: number, isInFlight = false): Sent => ({
  id,
  state,
  amountMinor,
  isInFlight,
})

test.each([
  ['all that is not in flight', [one('a', 'queued', 50), one('b', 'stopped', 20)], ['a', 'b'], true],
  ['nothing that is in flight and may be taken', [one('a', 'queued', 50, true), one('b', 'accepted', 50)], [], true],
  [
    'what is in flight and has no room any more',
    [one('a', 'queued', 51, true), one('b', 'accepted', 50)],
    ['a'],
    false,
  ],
  ['nothing that is over', [one('a', 'failed', 90), one('b', 'dropped', 90), one('c', 'accepted', 90)], [], true],
])('of a payment of 100 may be dropped %s', (_what, refunds, open, hasRoom) => {
  expect(waitingOf(100, refunds)).toEqual({ open, hasRoom })
})

test('whatever waits: once all that may be dropped is, what is in flight has room, one after the other', () => {
  const refund = fc.record({
    id: fc.uuid(),
    state: fc.constantFrom<State>('queued', 'accepted', 'failed', 'stopped', 'dropped'),
    amountMinor: fc.integer({ min: 1, max: 100 }),
    isInFlight: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(refund, { maxLength: 6 }), (refunds) => {
      const { open } = waitingOf(100, refunds)
      const gone = refunds.filter(({ state }) => state === 'accepted').reduce((sum, one) => sum + one.amountMinor, 0)
      for (const { id, state, amountMinor, isInFlight } of refunds)
        if (state === 'queued' && isInFlight && !open.includes(id)) expect(gone + amountMinor).toBeLessThanOrEqual(100)
    }),
  )
})
