/** Facts of the provider: whether they are about our payment, outdated, or leave it open. */
import type { PaymentEvent, ProviderFact } from '#domain/orders/payment.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { paymentCaptureJob } from '#sell/checkout/queue.ts'
import { clearCapture, type lockPayments, movePayment } from '#sell/orders/queries/payments.ts'
import { notePresented } from './present-card.ts'

type Payment = Awaited<ReturnType<typeof lockPayments>>[number]

/** Amount, currency and order are ours. A payment that the provider deleted has no amount any more. */
export function isAboutPayment(
  { status, amount, reference }: ProviderFact,
  known: Pick<Payment, 'id' | 'amount_minor' | 'currency'>,
): boolean {
  if (reference !== undefined && reference !== known.id) return false
  if (amount === null) return status === 'canceled'
  return amount.minor === known.amount_minor && amount.currency === known.currency
}

/**
 * Each status check of an approved payment enqueues its capture, at least once a minute. So a failed capture job retries
 * only twice: while a provider is down, such jobs would pile up.
 */
const CAPTURE_RETRIES = 2

/** Enqueues the capture. A declined payment is not captured again, nor one that was approved too late before. */
export async function requestCapture(deps: Deps, tx: Tx, payment: Payment, fact: ProviderFact): Promise<void> {
  const { id, state, failure_code } = payment
  if (state !== 'pending' && (state !== 'cancelled' || failure_code)) return
  await notePresented(tx, payment, fact)
  await deps.jobs.enqueue(tx, paymentCaptureJob, { paymentId: id }, { key: id, retryLimit: CAPTURE_RETRIES })
}

/** A fact from before the capture says nothing about the capture. Both times are whole milliseconds. */
function isBeforeCapture({ capture_requested_at: since }: Payment, { asOf }: ProviderFact): boolean {
  return since !== null && (asOf === undefined || asOf <= since)
}

/** The state stays, but an answer to an earlier request must not replace this one later. */
export async function storeIfStillOpen(tx: Tx, payment: Payment, fact: ProviderFact): Promise<void> {
  const { status, asOf } = fact
  if (status === 'requires_payment' && payment.capture_requested_at && !isBeforeCapture(payment, fact))
    await clearCapture(tx, payment.id)
  const isOpen = status === 'processing' || status === 'requires_action'
  if (isOpen && asOf && payment.state === 'pending') await movePayment(tx, payment.id, 'pending', { asOf })
}

/** A decline or a new attempt that was requested before the stored state is outdated. A final state is never outdated. */
export function isOvertaken(payment: Payment, event: PaymentEvent, fact: ProviderFact): boolean {
  const { asOf } = fact
  const canChange = event === 'declined' || event === 'tried_again'
  if (event === 'declined' && isBeforeCapture(payment, fact)) return true
  return canChange && asOf !== undefined && payment.provider_state_at !== null && asOf < payment.provider_state_at
}
