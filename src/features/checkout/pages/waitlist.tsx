import { useEffect, useState } from 'react'
import { BrokenLink } from '#features/accounts/parts/broken-link.tsx'
import { clearLinkToken, useLinkToken } from '#features/accounts/parts/link-token.ts'
import { callConfirmWaitlistPlace, callLeaveWaitlistPlace, callWaitlistPlace } from '#features/waitlist/calls.ts'
import type { WaitlistPlace } from '#features/waitlist/wire.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { startOfferCheckout } from '../browser/start-offer-checkout.ts'
import { WaitlistPlaceView } from '../frame/waitlist-place-view.tsx'
import type { Route } from './+types/waitlist.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Your place on the waitlist · Understudy' }]

type State = { entry: WaitlistPlace | null; isInvalid: boolean; message: string | null; isBusy: boolean }

const START: State = { entry: null, isInvalid: false, message: null, isBusy: true }

export default function WaitlistPage() {
  const token = useLinkToken()
  const [{ entry, isInvalid, message, isBusy }, setState] = useState(START)

  async function call(linkToken: string, send: typeof callWaitlistPlace) {
    setState((state) => ({ ...state, isBusy: true, message: null }))
    const answer = await send(browserClient(), linkToken)
    setState((state) => ({
      entry: answer.error === null ? answer.data.data : state.entry,
      isInvalid: answer.errorCode === 'VERIFICATION_INVALID',
      message: answer.error,
      isBusy: false,
    }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once for each link
  useEffect(() => {
    if (token) void call(token, callWaitlistPlace)
  }, [token])

  if (token === null || isInvalid) {
    return <BrokenLink />
  }
  if (!token || !entry) {
    return (
      <FormFrame key="loading" title="Your place on the waitlist" lead="Loading…">
        {message && <ErrorMessage>{message}</ErrorMessage>}
        {message && token && <Button onClick={() => call(token, callWaitlistPlace)}>Try again</Button>}
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
      onConfirm={() => call(token, callConfirmWaitlistPlace)}
      onLeave={() => call(token, callLeaveWaitlistPlace)}
      onClaim={() => claim(entry, token)}
    />
  )
}
