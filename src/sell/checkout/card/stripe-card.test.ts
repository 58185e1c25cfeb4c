import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { createStripeCard, toStripeConfirmation } from './stripe-card.ts'

const intent = (status: string, failure?: object) =>
  ({ id: 'pi_1', object: 'payment_intent', status, last_payment_error: failure ?? null }) as unknown as PaymentIntent
const error = (type: string, more: object = {}) => ({ type, ...more }) as StripeError

test.each([
  ['paid', { paymentIntent: intent('succeeded') }, { is: 'succeeded' }],
  ['processing at the bank', { paymentIntent: intent('processing') }, { is: 'processing' }],
  [
    'already paid, according to an error',
    { error: error('invalid_request_error', { payment_intent: intent('succeeded') }) },
    { is: 'succeeded' },
  ],
  [
    'declined',
    { error: error('card_error', { code: 'card_declined', decline_code: 'insufficient_funds' }) },
    { is: 'declined', failure: 'insufficient_funds' },
  ],
  [
    'declined with a reason that we do not map',
    { error: error('card_error', { code: 'card_declined', decline_code: 'do_not_honor' }) },
    { is: 'declined', failure: 'card_declined' },
  ],
  [
    'refused in the bank challenge',
    {
      error: error('invalid_request_error', {
        code: 'payment_intent_authentication_failure',
        payment_intent: intent('requires_payment_method'),
      }),
    },
    { is: 'declined', failure: 'challenge_refused' },
  ],
  ['never sent', { error: error('validation_error') }, { is: 'declined', failure: 'not_sent' }],
  ['lost in the network', { error: error('api_connection_error') }, { is: 'unknown' }],
  ['failed at Stripe', { error: error('api_error') }, { is: 'unknown' }],
  ['still open', { paymentIntent: intent('requires_action') }, { is: 'unknown' }],
  ['nothing', {}, { is: 'unknown' }],
])('a Stripe result that is %s is mapped to what is certain', (_what, result, expected) => {
  expect(toStripeConfirmation(result)).toEqual(expected)
})

test('without Stripe’s script no card is sent, and the payment is unknown', async () => {
  const stripe = createStripeCard('pk_test_x', () => Promise.reject(new Error('blocked')))
  expect(await stripe.mount({} as HTMLElement, { amount: '1.00', currency: 'USD' })).toBe(false)
  expect(await stripe.validate()).toBe(false)
  expect(await stripe.confirm('secret')).toEqual({ is: 'unknown' })
})
