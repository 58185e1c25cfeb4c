import { browserClient, type SignedInAudience } from '#http/client.ts'
import { logOutBrowser } from '#people/accounts/session/session.ts'
import { deleteKeptTexts, hasKeptTexts } from './kept-texts.ts'

const ASK = 'Some of your text isn’t saved yet, and logging out deletes it from this device. Log out anyway?'

/** After logging out, an admin goes to /login and a learner to the app's log-in page. */
export async function logOut(as: SignedInAudience, personId: string): Promise<void> {
  if (hasKeptTexts(localStorage, personId) && !confirm(ASK)) return
  deleteKeptTexts(localStorage, personId)
  await logOutBrowser(browserClient(), { local: localStorage, session: sessionStorage }, as)
  location.assign(as === 'admin' ? '/login' : '/portal')
}
