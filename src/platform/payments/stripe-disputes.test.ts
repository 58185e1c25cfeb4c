import { expect, test } from 'vitest'
import { DisputesShape, toProviderDisputes } from './stripe-disputes.ts'

const CREATED = 1_800_000_000
const transaction = {
  object: 'balance_transaction',
  id: 'txn_1',
  amount: -39_900,
  fee: 1_500,
  currency: 'usd',
  created: CREATED,
}
const dispute = {
  object: 'dispute',
  id: 'dp_1',
  status: 'needs_response',
  amount: 39_900,
  currency: 'usd',
  reason: 'fraudulent',
  created: CREATED,
  payment_intent: 'pi_1',
  evidence_details: { due_by: CREATED + 60 },
  balance_transactions: [transaction],
}
const read = (change: object) => DisputesShape.parse([{ ...dispute, ...change }]).flatMap(toProviderDisputes)

test.each([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'closed'],
  ['prevented', 'closed'],
  ['under_review', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
])('%s is %s', (status, ours) => {
  expect(read({ status })).toMatchObject([{ status: ours }])
})

test('a status that is not known, or a charge without a payment intent, is no fact', () => {
  expect(() => read({ status: 'perhaps' })).toThrow()
  expect(read({ payment_intent: null })).toEqual([])
})

test('a dispute without Stripe’s due date cannot be answered', () => {
  expect(read({})).toMatchObject([{ answerBy: new Date((CREATED + 60) * 1000) }])
  expect(read({ evidence_details: { due_by: 0 } })).toMatchObject([{ answerBy: null }])
})

test.each([
  ['warning_needs_response', true],
  ['needs_response', true],
  ['appeal_needs_response', true],
  ['warning_under_review', false],
  ['under_review', false],
  ['appeal_under_review', false],
  ['won', false],
])('the deadline of %s asks for an answer: %s', (status, isAsked) => {
  expect(read({ status })[0]!.answerBy !== null).toBe(isAsked)
})

test('money moved in the account’s currency counts as the disputed amount, and the fee keeps its currency', () => {
  const settled = { ...transaction, amount: -36_500, currency: 'eur' }
  expect(read({ balance_transactions: [settled] })[0]?.movements).toMatchObject([
    { kind: 'withdrawn', amount: { minor: 39_900, currency: 'USD' }, fee: { minor: 1_500, currency: 'EUR' } },
  ])
  const back = { ...transaction, id: 'txn_2', amount: 39_900, fee: -1_500 }
  expect(read({ balance_transactions: [back] })[0]?.movements).toMatchObject([
    { kind: 'reinstated', amount: { minor: 39_900 }, fee: { minor: -1_500 } },
  ])
})
