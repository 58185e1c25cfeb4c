import { expect, test } from 'vitest'
import { DisputeShape, toProviderDispute } from './disputes.ts'

const DUE = '2027-01-12T12:00:00.000Z'
const dispute = {
  dispute_id: 'PP-D-1',
  create_time: '2027-01-01T12:00:00.000Z',
  disputed_transactions: [{ seller_transaction_id: '2GG' }],
  reason: 'UNAUTHORISED',
  dispute_amount: { currency_code: 'USD', value: '399.00' },
  dispute_life_cycle_stage: 'CHARGEBACK',
  seller_response_due_date: DUE,
}

test.each([
  ['WAITING_FOR_SELLER_RESPONSE', new Date(DUE)],
  ['OPEN', new Date(DUE)],
  ['UNDER_REVIEW', null],
  ['WAITING_FOR_BUYER_RESPONSE', null],
])('a dispute that is %s asks the seller to answer until %s', (status, expected) => {
  expect(toProviderDispute(DisputeShape.parse({ ...dispute, status }), '2GG')).toMatchObject({
    status: 'open',
    answerBy: expected,
  })
})
