/** The webhooks of the payment providers. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

export const sandboxWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/sandbox',
  summary: 'A signed event of the sandbox; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})

export const sandboxPaypalWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/sandbox-paypal',
  summary: 'A signed event of the sandbox PayPal; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})

export const stripeWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/stripe',
  summary: 'A signed event of Stripe; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})

export const paypalWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/paypal',
  summary: 'An event of PayPal, signed by its certificate; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})
