import { describe, expect, test } from 'vitest'
import type { RecordedResponse, Shopper } from '../checkout-calls.ts'
import { type Ended, liesTo } from '../lies.ts'

const order = (state: string, payment: string, enrolments = state === 'complete' ? 1 : 0): Ended => ({
  orderId: 'o',
  email: 'a@b.test',
  state,
  seats: 1,
  enrolments,
  payments: [{ paymentId: 'p', state: payment }],
})
const responses = (change: Partial<RecordedResponse>): RecordedResponse => ({
  call: 'verify',
  key: null,
  status: 200,
  answer: 'pending',
  errorCode: null,
  failureCode: null,
  orderId: 'o',
  paymentId: 'p',
  ...change,
})
const shopper = (all: RecordedResponse[], sentAfter: number[] = []): Shopper => ({
  email: 'a@b.test',
  responses: all,
  sentCards: sentAfter.map((after) => ({ paymentId: 'p', card: 'good', after })),
  end: 'unknown',
})
const placed = responses({ call: 'place', key: 'k' })
const complete = responses({ answer: 'complete' })
const failed = responses({ answer: 'failed', failureCode: 'card_declined' })

describe('a false response is found', () => {
  test.each([
    ['told complete, and there is no place', [placed, complete], [order('open', 'pending')]],
    ['told complete, without the enrolment', [placed, complete], [order('complete', 'complete', 0)]],
    ['told failed, and the money was kept', [placed, failed], [order('complete', 'complete')]],
    [
      'told paid back, and it was not',
      [placed, responses({ answer: 'failed', failureCode: 'SOLD_OUT_REFUNDED' })],
      [order('refund-pending', 'refund-pending')],
    ],
    ['told complete, and then otherwise', [placed, complete, responses({})], [order('complete', 'complete')]],
    ['told of an order that is not there', [placed], []],
    [
      'answered differently for one key',
      [placed, responses({ call: 'place', key: 'k', status: 409, orderId: null })],
      [order('open', 'pending')],
    ],
    [
      'refused, and charged',
      [responses({ call: 'place', key: 'k', status: 409, orderId: null })],
      [order('complete', 'complete')],
    ],
  ])('%s', (_what, all, ended) => {
    expect(liesTo(shopper(all), ended)).not.toEqual([])
  })
})

describe('a true response is accepted', () => {
  test.each([
    ['pending, then complete', [placed, responses({}), complete], [order('complete', 'complete')], []],
    ['declined, and nothing was paid', [placed, failed], [order('expired', 'cancelled')], []],
    ['declined, and another card paid', [placed, failed, placed, complete], [order('complete', 'complete')], [2]],
    [
      'refused, and accepted when it was sent again under the same key',
      [responses({ call: 'place', key: 'k', status: 409, orderId: null }), placed, complete],
      [order('complete', 'complete')],
      [],
    ],
    ['refused, and nothing was charged', [responses({ call: 'place', status: 409, orderId: null })], [], []],
  ])('%s', (_what, all, ended, sentAfter) => {
    expect(liesTo(shopper(all, sentAfter), ended)).toEqual([])
  })
})
