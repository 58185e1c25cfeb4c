/** The webhooks of the payment providers. docs/contract.md §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

export const sandboxWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/sandbox',
  summary: 'What the sandbox tells of a payment, signed; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})

export const sandboxPaypalWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/sandbox-paypal',
  summary: 'What the sandbox PayPal tells of a payment, signed; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})

export const stripeWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/stripe',
  summary: 'What Stripe tells of a payment, signed; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})

export const paypalWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/paypal',
  summary: 'What PayPal tells of a payment, signed by its certificate; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})
