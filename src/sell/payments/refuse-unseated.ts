/** The refusal for an order that was paid without a charge and cannot be seated: no money has to go back. */
import { refused } from '#domain/outcome.ts'
import type { Unusable } from './complete-payment.ts'

/** Only a signed-in person learns that they are enrolled already: docs/contract §2. */
export function refuseUnseated(why: Unusable, isSignedIn: boolean) {
  if (why === 'SOLD_OUT_REFUNDED') return refused('SEATS_TAKEN')
  if (why === 'ORDER_CLOSED_REFUNDED') return refused('METHOD_NOT_AVAILABLE', { reason: 'the account was deleted' })
  return isSignedIn ? refused('ALREADY_ENROLLED') : refused('METHOD_NOT_AVAILABLE', { reason: 'enrolled already' })
}
