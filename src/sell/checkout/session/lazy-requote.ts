/** Loads the code that requests a new price when the buyer changes a choice, or when the price expires. */
import { type CheckoutSession, type OrderCodes, updateState } from './checkout-session.ts'
import type { OrderChoices } from './enrolment.ts'

type RequoteModule = typeof import('./requote.ts')

export const refreshQuoteLazily = (checkoutSession: CheckoutSession) =>
  runLoaded(checkoutSession, ({ refreshQuote }) => refreshQuote(checkoutSession))

export const changeChoicesLazily = (checkoutSession: CheckoutSession, change: Partial<OrderChoices & OrderCodes>) =>
  runLoaded(checkoutSession, ({ changeChoices }) => changeChoices(checkoutSession, change))

async function runLoaded(
  checkoutSession: CheckoutSession,
  task: (module: RequoteModule) => Promise<void>,
): Promise<void> {
  const module = await import('./requote.ts').catch(() => null)
  if (module) return task(module)
  const message = 'We couldn’t reach our server, so the price is unchanged. Please try again.'
  updateState(checkoutSession, { notice: { is: 'say', message } })
}
