import { logOutHere } from '#features/accounts/session.ts'
import { browserClient, type Signed } from '#http/client.ts'

/** Specification §4: an admin who logs out is sent to /login, a learner to the portal's door. */
export async function leavePortal(as: Signed): Promise<void> {
  await logOutHere(browserClient(), { local: localStorage, session: sessionStorage }, as)
  location.assign(as === 'admin' ? '/login' : '/portal')
}
