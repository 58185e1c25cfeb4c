/**
 * The charge of the buyer's saved card. The call that places the order charges it, so without an answer the outcome is
 * unknown. The same call is repeated until there is an answer: its idempotency key keeps it one charge.
 */
import { type CheckoutSession, isCoveredByTender, updateEnrolment, updateState } from '../checkout-session.ts'
import type { CheckoutFormInput } from './checkout-body.ts'
import type { PlacementResponse } from './placement-steps.ts'
import { startPolling } from './poll-payment.ts'

export function paysByReusableCard({ state, method }: CheckoutSession, { reusableCardId }: CheckoutFormInput): boolean {
  return Boolean(reusableCardId) && state.isSignedIn && method === 'card' && !isCoveredByTender(state)
}

/** Refusals with a server's status that come before anything is charged. */
const CERTAIN = ['SITE_BUSY', 'PROVIDER_NOT_CONFIGURED', 'OVERLOADED']

/** No answer, a fault of the server, or still running: the card may have been charged. */
export function isLost({ status, errorCode }: PlacementResponse): boolean {
  return isUnanswered(status, errorCode) && !CERTAIN.includes(errorCode ?? '')
}

const isUnanswered = (status: number, errorCode: string | null): boolean =>
  status === 0 || status >= 500 || errorCode === 'IDEMPOTENCY_IN_FLIGHT'

/** The server refuses too many repeats. That says nothing about the first call. */
const isStillLost = ({ status, errorCode }: PlacementResponse): boolean =>
  isUnanswered(status, errorCode) || status === 429

/** Any other refusal is the answer of the first call too, or that call never came. */
const isUncharged = ({ status, errorCode }: PlacementResponse): boolean =>
  status !== 401 && errorCode !== 'ALREADY_ENROLLED' && errorCode !== 'PAYMENT_IN_HAND'

export async function repeatLostPlacement(
  checkoutSession: CheckoutSession,
  repeat: () => Promise<PlacementResponse>,
  handle: (response: PlacementResponse) => Promise<void>,
): Promise<void> {
  updateEnrolment(checkoutSession, { reusableCardCharge: 'lost' })
  const resend = async () => {
    const response = await repeat()
    // Another round of polls got the answer first.
    if (checkoutSession.resend !== resend) return true
    if (isStillLost(response)) return false
    checkoutSession.resend = null
    if (response.error !== null) {
      if (isUncharged(response)) updateEnrolment(checkoutSession, { reusableCardCharge: undefined })
      updateState(checkoutSession, { view: { is: 'form' } })
    }
    await handle(response)
    return true
  }
  checkoutSession.resend = resend
  return startPolling(checkoutSession)
}
