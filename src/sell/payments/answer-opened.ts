/** The answers about an open attempt: the data with which the browser sends a card, or the page that approves it. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { type Gateway, toCardForm } from '#platform/payments/gateway.ts'
import type { Opened } from './continue-payment.ts'
import type { Placed, PlacedByPaypal } from './wire/answers.ts'

export function toCardAnswer(gateway: Gateway, opened: Outcome<Opened>): Outcome<Placed> {
  if (!opened.ok) return opened
  const { intent, ...ids } = opened.value
  return accepted({ ...ids, ...toCardForm(gateway, intent) })
}

/** Refused where the payment was approved in the meantime: it is being captured. */
export function toPaypalAnswer(opened: Outcome<Opened>): Outcome<PlacedByPaypal> {
  if (!opened.ok) return opened
  const { intent, ...ids } = opened.value
  const { intentId: paypalOrderId, approvalUrl } = intent
  return approvalUrl ? accepted({ ...ids, paypalOrderId, approvalUrl }) : refused('PAYMENT_IN_HAND')
}
