/**
 * What the button sets going. Its script is fetched when the form is first touched, so that a page which is only
 * read does without; whoever presses sooner waits for it.
 */
import type { Card } from './card.ts'
import { type CheckoutSession, set } from './checkout-session.ts'
import type { Form } from './pay.ts'

const paying = () =>
  Promise.all([import('./pay.ts'), import('./wait.ts'), import('./paying-sheets.tsx'), import('./notice-box.tsx')])

/** Fetched before the first press: afterwards the line may be gone. */
export function prepareToPay(): void {
  void paying().catch(() => undefined)
}

export const submit = (checkoutSession: CheckoutSession, form: Form, card: Card | null) =>
  within(checkoutSession, ([pay]) => pay.submit(checkoutSession, form, card))
export const answer = (checkoutSession: CheckoutSession, word: 'accept' | 'refuse') =>
  within(checkoutSession, ([pay]) => pay.answer(checkoutSession, word))
export const holdLonger = (checkoutSession: CheckoutSession, form: Form) =>
  within(checkoutSession, ([pay]) => pay.holdLonger(checkoutSession, form))
export const wait = (checkoutSession: CheckoutSession) =>
  within(checkoutSession, ([, { wait: begin }]) => begin(checkoutSession))

type Paying = Awaited<ReturnType<typeof paying>>

async function within(checkoutSession: CheckoutSession, work: (loaded: Paying) => Promise<void>): Promise<void> {
  const loaded = await paying().catch(() => null)
  if (loaded) return work(loaded)
  const message = 'We cannot be reached at the moment. Nothing was charged. Please look whether you are online.'
  set(checkoutSession, { notice: { is: 'say', message } })
}
