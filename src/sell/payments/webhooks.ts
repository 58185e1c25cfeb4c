/** Webhooks of the providers: checked, stored once by event id, and handled by a job. */

import { isFinal, PAYMENT_STATES } from '#domain/orders/payment.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Call } from '#http/handle.ts'
import { transact } from '#platform/db/transaction.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'
import { providerEventJob } from '#sell/checkout/queue.ts'
import { addEvent, isDecline, markEventHandled, paymentOfIntent } from '#sell/orders/queries/payments.ts'
import { syncDisputesOfIntent } from '#sell/refunds/sync-disputes.ts'
import { syncPaymentRefunds } from '#sell/refunds/sync-refunds.ts'
import { endCardTesting } from './checkout-limits.ts'
import { completePayment } from './complete-payment.ts'

const ABOUT_REFUNDS = /^(charge\.)?refund|^PAYMENT\.CAPTURE\.RE/
const ABOUT_DISPUTES = /^(charge\.)?dispute\.|^CUSTOMER\.DISPUTE\.|^PAYMENT\.CAPTURE\.REVERSED$/

/** After these the browser, or another event, has reported the end of the payment. */
const FINAL_STATES = PAYMENT_STATES.filter(isFinal)

/** The event changes nothing besides the state of its payment. */
const isAboutStateOnly = (type: string) => !isDecline(type) && !ABOUT_REFUNDS.test(type) && !ABOUT_DISPUTES.test(type)

export async function receiveWebhook(deps: Deps, provider: PaymentProvider, call: Call): Promise<Outcome<null>> {
  const gateway = deps.gateways.for(provider)
  if (!gateway?.readEvent) return refused('NOT_FOUND')
  const event = call.rawBody === null ? null : await gateway.readEvent(call.rawBody, call.headers)
  if (!event) return refused('SIGNATURE_INVALID')

  await transact(deps.db, async (tx) => {
    const state = await addEvent(tx, { provider, ...event }, isAboutStateOnly(event.type) ? FINAL_STATES : [])
    if (state === 'waiting' && event.intentId)
      await deps.jobs.enqueue(
        tx,
        providerEventJob,
        { provider, eventId: event.eventId, intentId: event.intentId, type: event.type },
        { key: `${provider} ${event.eventId}` },
      )
  })
  return accepted(null)
}

/**
 * Events may come twice, late and out of order, so the job reads the intent itself. Most events arrive after the
 * buyer's browser has reported the same fact, and then no request is needed.
 */
export async function handleEvent(
  deps: Deps,
  event: { provider: PaymentProvider; eventId: string; intentId: string; type: string },
): Promise<void> {
  const { provider } = event
  const gateway = deps.gateways.for(provider)
  // The queue keeps the job and tries again.
  if (!gateway) throw new Error(`the payment provider ${provider} is not configured`)
  const known = await paymentOfIntent(deps.db, provider, event.intentId)
  if (!known || !isFinal(known.state))
    await completePayment(deps, provider, await gateway.getIntent(event.intentId), known)
  if (known) await endCardTesting(deps, known.order_id, event.type)
  if (known && ABOUT_REFUNDS.test(event.type)) await syncPaymentRefunds(deps, known.id)
  if (ABOUT_DISPUTES.test(event.type)) await syncDisputesOfIntent(deps, provider, event.intentId)
  await markEventHandled(deps.db, provider, event.eventId)
}
