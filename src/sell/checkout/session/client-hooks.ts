/** Gives the client the checkout token of this tab, and deletes the checkout when the session ends. */
import { onSessionEnd, onTokenRequest, type SessionEnd, type TokenRequest } from '#http/browser/client-hooks.ts'
import { deleteCheckoutToken, deleteEnrolment, getCheckoutToken } from './enrolment.ts'

/** Called by each script that uses the client: the app's, and those of documents. A second call changes nothing. */
export function registerCheckoutHooks(): void {
  onTokenRequest(provideToken)
  onSessionEnd(deleteCheckout)
}

function provideToken({ detail }: CustomEvent<TokenRequest>): void {
  detail.token = getCheckoutToken(detail)
}

function deleteCheckout({ detail }: CustomEvent<SessionEnd>): void {
  deleteEnrolment(detail)
  // Of the country in the person's profile.
  detail.session.removeItem('local_rate')
  if (detail.isLogOut) deleteCheckoutToken(detail)
}
