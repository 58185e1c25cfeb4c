import type { Client } from '#http/client.ts'
import { BrokenLink } from '#people/accounts/parts/broken-link.tsx'
import { useLinkCall } from '#people/accounts/parts/link-call.ts'
import { clearLinkToken } from '#people/accounts/parts/link-token.ts'
import { confirmWaitlistPlace, leaveWaitlistPlace, readWaitlistPlace, type WaitlistPlace } from '#sell/waitlist/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { WaitlistPlaceView } from '../frame/waitlist-place-view.tsx'
import { startOfferCheckout } from '../session/start-offer-checkout.ts'
import type { Route } from './+types/waitlist.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Your place on the waitlist')]

const read = (client: Client, token: string) => client.call(readWaitlistPlace, { body: { token } })
const confirm = (client: Client, token: string) => client.call(confirmWaitlistPlace, { body: { token } })
const leave = (client: Client, token: string) => client.call(leaveWaitlistPlace, { body: { token } })

export default function WaitlistPage() {
  const { token, data: entry, isBroken, message, isBusy, call, load } = useLinkCall(read)

  if (isBroken) return <BrokenLink />
  if (!token || !entry) {
    return (
      <FormFrame key="loading" title="Your place on the waitlist" lead="Loading…">
        {message && <ErrorMessage>{message}</ErrorMessage>}
        {message && <Button onClick={load}>Try again</Button>}
      </FormFrame>
    )
  }

  function claim(entry: WaitlistPlace, linkToken: string) {
    const url = startOfferCheckout(sessionStorage, entry, linkToken)
    if (!url) return
    clearLinkToken()
    // Loads the document, because the checkout's own policy forbids third-party scripts.
    location.assign(url)
  }
  return (
    <WaitlistPlaceView
      entry={entry}
      wantsToLeave={new URLSearchParams(location.search).has('leave')}
      message={message}
      isBusy={isBusy}
      onConfirm={() => call(confirm)}
      onLeave={() => call(leave)}
      onClaim={() => claim(entry, token)}
    />
  )
}
