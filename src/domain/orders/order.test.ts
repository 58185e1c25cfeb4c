import { expect, test } from 'vitest'
import { getOrderStatus, nextOrderState, type OrderEvent, type OrderState } from './order.ts'

const stateAfter = (...events: OrderEvent[]) =>
  events.reduce<OrderState>((state, event) => nextOrderState(state, event) ?? state, 'open')

test.each([
  { why: 'paid in time', events: ['paid'], state: 'complete', status: 'complete' },
  {
    why: 'paid, and the hold expires afterwards',
    events: ['paid', 'hold_expired'],
    state: 'complete',
    status: 'complete',
  },
  { why: 'the hold expired', events: ['hold_expired'], state: 'expired', status: 'failed' },
  {
    why: 'paid after the hold expired, with a seat left',
    events: ['hold_expired', 'paid'],
    state: 'complete',
    status: 'complete',
  },
  {
    why: 'paid after the hold expired, without a seat left',
    events: ['hold_expired', 'cannot_seat'],
    state: 'refund-pending',
    status: 'pending',
  },
  {
    why: 'and refunded',
    events: ['hold_expired', 'cannot_seat', 'refund_accepted'],
    state: 'returned',
    status: 'failed',
  },
  { why: 'replaced by another order', events: ['replaced'], state: 'replaced', status: 'failed' },
  { why: 'replaced, but paid nevertheless', events: ['replaced', 'paid'], state: 'complete', status: 'complete' },
] as const)('an order: $why', ({ events, state, status }) => {
  expect(stateAfter(...events)).toBe(state)
  expect(getOrderStatus(stateAfter(...events))).toBe(status)
})

test('a complete or refunded order accepts no second payment', () => {
  for (const state of ['complete', 'refund-pending', 'returned'] as const) {
    for (const event of ['paid', 'cannot_seat', 'hold_expired', 'replaced'] as const)
      expect(nextOrderState(state, event)).toBeNull()
  }
})
