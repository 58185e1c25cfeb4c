/** Maps each state of a payment to the next step of the checkout. Every state has exactly one meaning. */
import type { z } from 'zod'
import type { ApiResult } from '#http/client.ts'
import type { FailureCode, verifyPayment } from '#sell/payments/wire/verify.ts'

export type PaymentStatusResult = Extract<ApiResult<typeof verifyPayment>, { error: null }>['data']
export type PaymentFailure = z.infer<typeof FailureCode>

export type PaymentStep =
  | { next: 'wait' }
  /** The bank received no card: it may still be in transit, or the sending page was closed. */
  | { next: 'unsent' }
  | { next: 'question'; bankUrl: string }
  /** The buyer has not approved the payment on PayPal's page, so nothing can be charged. */
  | { next: 'approve'; approvalUrl: string }
  /** The bank challenge was open in a closed page and cannot be completed any more. */
  | { next: 'ask-anew' }
  | { next: 'receipt' }
  | { next: 'declined'; failure: PaymentFailure }
  | { next: 'returned'; failure: PaymentFailure }
  | { next: 'expired' }

/** The order stays open, and the next submit continues it. */
export const createUnpaidNotice = (message: string) => ({ is: 'say', title: 'Not paid yet', message }) as const

/** PayPal's page was closed, cancelled or left by Back. */
export const UNAPPROVED_NOTICE = createUnpaidNotice(
  'You haven’t approved the payment at PayPal, so you haven’t been charged. Continue with PayPal or pay another way: it stays the same order.',
)

/** Returns a failure only when the server reports one; an unknown state waits. */
export function getPaymentStep(result: PaymentStatusResult): PaymentStep {
  if (result.status === 'complete') return { next: 'receipt' }
  const { nextAction } = result.data
  if (result.status === 'pending' && nextAction)
    return nextAction.redirectUrl ? { next: 'question', bankUrl: nextAction.redirectUrl } : { next: 'ask-anew' }
  if (result.status === 'pending' && result.data.approvalUrl)
    return { next: 'approve', approvalUrl: result.data.approvalUrl }
  if (result.status === 'pending') return { next: result.data.awaitsCard ? 'unsent' : 'wait' }
  const failure = result.data.failureCode
  // A failure without a reason from the bank means that the time to pay ran out.
  if (!failure) return { next: 'expired' }
  if (failure.endsWith('_REFUNDED')) return { next: 'returned', failure }
  return { next: 'declined', failure }
}

const DELAYS_MS = [1000, 1500, 2000, 3000, 5000, 8000]
const MAX_DELAY_MS = 10_000

/** Delay before the next poll in ms. It grows with each poll and is never shorter than the server asks for. */
export function getPollDelayMs(pollCount: number, retryAfterMs: number | undefined): number {
  return Math.max(DELAYS_MS[pollCount] ?? MAX_DELAY_MS, retryAfterMs ?? 0)
}
