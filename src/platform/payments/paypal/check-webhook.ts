/** Whether the webhook at PayPal sends the events that the server needs, to the address where it reads them. */
import { z } from 'zod'
import type { PaypalConfig } from '#config/paypal.ts'
import { createPaypalClient } from './client.ts'

/** Without these a charge, refund or dispute would be noticed late, or only by the buyer. */
export const NEEDED_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.REFUNDED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const

const Webhook = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) })

/** @throws Error with one sentence that says how to mend it */
export async function checkWebhook(config: PaypalConfig, url: string): Promise<void> {
  const answer = await createPaypalClient(config).get(`/v1/notifications/webhooks/${config.webhookId}`, Webhook)
  if (!answer.ok) throw new Error(`PayPal does not know the webhook PAYPAL_WEBHOOK_ID: ${answer.refusal.issues[0]}`)
  const { url: actual, event_types: types } = answer.value
  if (actual !== url) throw new Error(`the webhook at PayPal sends its events to ${actual}, and not to ${url}`)
  const sent = new Set(types.map(({ name }) => name))
  const missing = sent.has('*') ? [] : NEEDED_EVENTS.filter((name) => !sent.has(name))
  if (missing.length > 0) throw new Error(`the webhook at PayPal does not send ${missing.join(', ')}`)
}
