import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPendingRefunds, type PaymentRefund, type RefundState } from './refund.ts'

const createRefund = (id: string, state: RefundState, amountMinor: number, isInFlight = false): PaymentRefund => ({
  id,
  state,
  amountMinor,
  isInFlight,
})

test.each([
  ['all that are not in flight', [createRefund('a', 'queued', 50), createRefund('b', 'on-hold', 20)], ['a', 'b'], true],
  [
    'none that is in flight and can still be accepted',
    [createRefund('a', 'queued', 50, true), createRefund('b', 'accepted', 50)],
    [],
    true,
  ],
  [
    'those in flight that no longer fit',
    [createRefund('a', 'queued', 51, true), createRefund('b', 'accepted', 50)],
    ['a'],
    false,
  ],
  [
    'none that is final',
    [createRefund('a', 'failed', 90), createRefund('b', 'void', 90), createRefund('c', 'accepted', 90)],
    [],
    true,
  ],
])('of the refunds of a payment of 100, these can be voided: %s', (_title, refunds, voidable, hasRoom) => {
  expect(checkPendingRefunds(100, refunds)).toEqual({ voidable: voidable, hasRoom })
})

test('for any pending refunds, once the voidable ones are void, each refund in flight fits', () => {
  const refund = fc.record({
    id: fc.uuid(),
    state: fc.constantFrom<RefundState>('queued', 'accepted', 'failed', 'on-hold', 'void'),
    amountMinor: fc.integer({ min: 1, max: 100 }),
    isInFlight: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(refund, { maxLength: 6 }), (refunds) => {
      const { voidable } = checkPendingRefunds(100, refunds)
      const accepted = refunds
        .filter(({ state }) => state === 'accepted')
        .reduce((sum, one) => sum + one.amountMinor, 0)
      for (const { id, state, amountMinor, isInFlight } of refunds)
        if (state === 'queued' && isInFlight && !voidable.includes(id))
          expect(accepted + amountMinor).toBeLessThanOrEqual(100)
    }),
  )
})
