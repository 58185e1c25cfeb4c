import { useEffect } from 'react'
import { type AuthKind, browserClient } from '#http/client.ts'
import { verifyPayment } from '#sell/payments/wire/verify.ts'
import { getPaymentStep, getPollDelayMs, type PaymentStep } from '../session/payment/payment-steps.ts'

type PaymentPollInput = {
  orderId: string
  auth: AuthKind
  isPending: boolean
  bankUrl: string | null
  /** A payment of the balance whose outcome is unknown. The order itself is complete. */
  balancePaymentId: string | null
}

export function usePaymentUpdates(
  { orderId, auth, isPending, bankUrl, balancePaymentId }: PaymentPollInput,
  onUpdate: () => void,
) {
  useEffect(() => {
    if (!isPending && balancePaymentId === null) return
    const query = balancePaymentId === null ? { orderId } : { paymentId: balancePaymentId }
    let isStopped = false
    async function poll() {
      for (let pollCount = 0; !isStopped; pollCount++) {
        const response = await browserClient().call(verifyPayment, { query, auth })
        if (isStopped) return
        if (response.error === null && hasChanged(getPaymentStep(response.data), bankUrl)) return onUpdate()
        await new Promise((resolve) =>
          setTimeout(
            resolve,
            getPollDelayMs(pollCount, response.error === null ? response.data.data.retryAfterMs : undefined),
          ),
        )
      }
    }
    void poll()
    return () => {
      isStopped = true
    }
  }, [orderId, auth, isPending, bankUrl, balancePaymentId, onUpdate])
}

function hasChanged(nextStep: PaymentStep, bankUrl: string | null): boolean {
  if (nextStep.next === 'question') return nextStep.bankUrl !== bankUrl
  return !['wait', 'unsent', 'ask-anew', 'approve'].includes(nextStep.next) || bankUrl !== null
}
