/** Shows a logged-in person's link and friends on the cached page of referrals. */
import { createRoot } from 'react-dom/client'
import { browserClient } from '#http/client.ts'
import { GuestLink, LinkFailed, LinkLoading, OwnLink } from '../parts/own-link.tsx'
import { ownReferrals } from '../wire.ts'

export async function showReferrals(element: HTMLElement): Promise<void> {
  const root = createRoot(element)
  async function load(): Promise<void> {
    root.render(<LinkLoading />)
    const response = await browserClient().call(ownReferrals, { auth: 'learner' })
    if (response.error === null) root.render(<OwnLink referrals={response.data.data} />)
    else root.render(response.status === 401 ? <GuestLink /> : <LinkFailed onRetry={load} />)
  }
  await load()
}
