import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { meaning, openStripeCard } from './stripe-card.ts'

const intent = (status: string, failure?: object) =>
  ({ id: 'pi_1', object: 'payment_intent', status, last_payment_error: failure ?? null }) as unknown as PaymentIntent
const error = (type: string, more: object = {}) => ({ type, ...more }) as StripeError

test.each([
  ['paid', { paymentIntent: intent('succeeded') }, { is: 'succeeded' }],
  ['left to a slow bank', { paymentIntent: intent('processing') }, { is: 'processing' }],
  [
    'paid before, says an error',
    { error: error('invalid_request_error', { payment_intent: intent('succeeded') }) },
    { is: 'succeeded' },
  ],
  [
    'declined',
    { error: error('card_error', { code: 'card_declined', decline_code: 'insufficient_funds' }) },
    { is: 'declined', failure: 'insufficient_funds' },
  ],
  [
    'declined for a reason of its own',
    { error: error('card_error', { code: 'card_declined', decline_code: 'do_not_honor' }) },
    { is: 'declined', failure: 'card_declined' },
  ],
  [
    'refused at the bank’s question',
    {
      error: error('invalid_request_error', {
        code: 'payment_intent_authentication_failure',
        payment_intent: intent('requires_payment_method'),
      }),
    },
    { is: 'declined', failure: 'challenge_refused' },
  ],
  ['never sent', { error: error('validation_error') }, { is: 'declined', failure: 'not_sent' }],
  ['lost on the way', { error: error('api_connection_error') }, { is: 'unknown' }],
  ['broken at Stripe', { error: error('api_error') }, { is: 'unknown' }],
  ['open still', { paymentIntent: intent('requires_action') }, { is: 'unknown' }],
  ['nothing', {}, { is: 'unknown' }],
])('what Stripe’s script says of a payment that is %s is never more than it knows', (_what, said, means) => {
  expect(meaning(said)).toEqual(means)
})

test('without Stripe’s script nothing is sent, and nothing is called paid or declined', async () => {
  const stripe = openStripeCard('pk_test_x', () => Promise.reject(new Error('blocked')))
  expect(await stripe.show({} as HTMLElement, { amount: '1.00', currency: 'USD' })).toBe(false)
  expect(await stripe.isGood()).toBe(false)
  expect(await stripe.confirm('secret')).toEqual({ is: 'unknown' })
})
