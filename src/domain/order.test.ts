import { expect, test } from 'vitest'
import { type Event, next, type State, statusOf } from './order.ts'

const stateAfter = (...events: Event[]) => events.reduce<State>((state, event) => next(state, event) ?? state, 'open')

test.each([
  { why: 'paid in time', events: ['paid'], state: 'complete', told: 'complete' },
  { why: 'paid, and the hold lapses after it', events: ['paid', 'hold_lapsed'], state: 'complete', told: 'complete' },
  { why: 'the hold lapsed', events: ['hold_lapsed'], state: 'expired', told: 'failed' },
  {
    why: 'money after the hold, and a seat for it',
    events: ['hold_lapsed', 'paid'],
    state: 'complete',
    told: 'complete',
  },
  {
    why: 'money after the hold, and no seat',
    events: ['hold_lapsed', 'cannot_seat'],
    state: 'returning',
    told: 'pending',
  },
  {
    why: 'and paid back',
    events: ['hold_lapsed', 'cannot_seat', 'refund_accepted'],
    state: 'returned',
    told: 'failed',
  },
  { why: 'another order took its place', events: ['superseded'], state: 'superseded', told: 'failed' },
  { why: 'and was paid all the same', events: ['superseded', 'paid'], state: 'complete', told: 'complete' },
] as const)('an order: $why', ({ events, state, told }) => {
  expect(stateAfter(...events)).toBe(state)
  expect(statusOf(stateAfter(...events))).toBe(told)
})

test('what is complete, or on its way back, takes no second payment', () => {
  for (const state of ['complete', 'returning', 'returned'] as const) {
    for (const event of ['paid', 'cannot_seat', 'hold_lapsed', 'superseded'] as const)
      expect(next(state, event)).toBeNull()
  }
})
