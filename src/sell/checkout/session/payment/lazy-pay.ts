/**
 * Loads the payment code when the form gets focus, so that visitors who only read do not download it. A submit
 * before that waits for the code.
 */
import type { Card } from '../../card/card.ts'
import { type CheckoutSession, updateState } from '../checkout-session.ts'
import type { CheckoutFormInput } from './checkout-body.ts'

const loadPayment = () =>
  Promise.all([
    import('./pay.ts'),
    import('./poll-payment.ts'),
    import('../../frame/payment-cards.tsx'),
    import('../../frame/notice-box.tsx'),
  ])

/** Loads the code before the first submit, in case the connection fails later. */
export function prepareToPay(): void {
  void loadPayment().catch(() => undefined)
}

export const submitPaymentLazily = (
  checkoutSession: CheckoutSession,
  form: CheckoutFormInput,
  card: Card | null,
  method: CheckoutSession['method'],
) => runLoaded(checkoutSession, ([pay]) => pay.submitPayment(checkoutSession, form, card, method))
export const answerBankChallengeLazily = (checkoutSession: CheckoutSession, challenge: 'accept' | 'refuse') =>
  runLoaded(checkoutSession, ([pay]) => pay.answerBankChallenge(checkoutSession, challenge))
export const extendCheckoutHoldLazily = (checkoutSession: CheckoutSession, form: CheckoutFormInput) =>
  runLoaded(checkoutSession, ([pay]) => pay.extendCheckoutHold(checkoutSession, form))
export const startPolling = (checkoutSession: CheckoutSession) =>
  runLoaded(checkoutSession, ([, { startPolling: poll }]) => poll(checkoutSession))

type PaymentModules = Awaited<ReturnType<typeof loadPayment>>

async function runLoaded(
  checkoutSession: CheckoutSession,
  task: (modules: PaymentModules) => Promise<void>,
): Promise<void> {
  const modules = await loadPayment().catch(() => null)
  if (modules) return task(modules)
  const message = 'We can’t reach our server at the moment. You haven’t been charged. Please check your connection.'
  updateState(checkoutSession, { notice: { is: 'say', message } })
}
