import { browserClient, type SignedInAudience } from '#http/client.ts'
import { logOutBrowser } from '#people/accounts/session/session.ts'

/** After logging out, an admin goes to /login and a learner to the app's log-in page. */
export async function logOut(as: SignedInAudience): Promise<void> {
  await logOutBrowser(browserClient(), { local: localStorage, session: sessionStorage }, as)
  location.assign(as === 'admin' ? '/login' : '/portal')
}
