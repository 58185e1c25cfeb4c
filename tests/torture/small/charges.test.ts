import { expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { type Charge, findFaults } from '../charges.ts'

const CHARGE: Charge = {
  provider: 'paypal',
  intentId: 'ORDER1',
  reference: 'p',
  amount: money(39_900, 'USD'),
  refunded: money(100, 'USD'),
}
const PAYMENT = {
  id: 'p',
  provider: 'paypal',
  provider_intent_id: 'ORDER1',
  state: 'complete',
  amount_minor: 39_900,
  refunded_minor: 100,
  currency: 'USD',
}

test('a charge of our order, amount and currency has no fault', () => {
  expect(findFaults([CHARGE], [PAYMENT])).toEqual([])
})

test.each([
  ['another amount', [{ ...CHARGE, amount: money(39_901, 'USD') }], [PAYMENT]],
  ['another currency', [{ ...CHARGE, amount: money(39_900, 'EUR') }], [PAYMENT]],
  ['another payment', [{ ...CHARGE, reference: 'q' }], [PAYMENT]],
  ['no payment', [CHARGE, { ...CHARGE, intentId: 'ORDER2', reference: 'q' }], [PAYMENT]],
  ['a payment that was charged before', [CHARGE, CHARGE], [PAYMENT]],
  ['a payment that is cancelled', [CHARGE], [{ ...PAYMENT, state: 'cancelled' }]],
  ['a payment that PayPal captured without its seats', [CHARGE], [{ ...PAYMENT, state: 'returned' }]],
  ['another refund', [CHARGE], [{ ...PAYMENT, refunded_minor: 0 }]],
  ['no charge of a complete payment', [], [PAYMENT]],
])('%s is a fault', (_name, charges, payments) => {
  expect(findFaults(charges, payments)).not.toEqual([])
})
