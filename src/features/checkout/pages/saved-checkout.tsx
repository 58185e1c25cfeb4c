import { useEffect, useState } from 'react'
import { BrokenLink } from '#features/accounts/parts/broken-link.tsx'
import { clearLinkToken, useLinkToken } from '#features/accounts/parts/link-token.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { startSavedCheckout } from '../browser/save-checkout.ts'
import { callDeleteSavedCheckout, callSavedCheckout } from '../calls/saved.ts'
import { SavedCheckoutView } from '../frame/saved-checkout-view.tsx'
import type { SavedCheckout } from '../wire/saved.ts'
import type { Route } from './+types/saved-checkout.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Your saved checkout · Understudy' }]

type State = { saved: SavedCheckout | null; isInvalid: boolean; isDeleted: boolean; message: string | null }

const START: State = { saved: null, isInvalid: false, isDeleted: false, message: null }

export default function SavedCheckoutPage() {
  const token = useLinkToken()
  const [{ saved, isInvalid, isDeleted, message }, setState] = useState(START)
  const [isBusy, setBusy] = useState(false)

  async function read(linkToken: string) {
    setBusy(true)
    const answer = await callSavedCheckout(browserClient(), linkToken)
    setBusy(false)
    setState({
      saved: answer.error === null ? answer.data.data : null,
      isInvalid: answer.errorCode === 'VERIFICATION_INVALID',
      isDeleted: false,
      message: answer.error,
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once for each link
  useEffect(() => {
    if (token) void read(token)
  }, [token])

  async function remove(linkToken: string) {
    setBusy(true)
    const answer = await callDeleteSavedCheckout(browserClient(), linkToken)
    setBusy(false)
    setState((state) => ({ ...state, isDeleted: answer.error === null, message: answer.error }))
  }

  if (isDeleted)
    return (
      <FormFrame key="deleted" title="Deleted" lead="We deleted the saved checkout, and won’t e-mail you about it." />
    )
  if (token === null || isInvalid) return <BrokenLink />
  if (!token || !saved) {
    return (
      <FormFrame key="loading" title="Your saved checkout" lead="Loading…">
        {message && <ErrorMessage>{message}</ErrorMessage>}
        {message && token && <Button onClick={() => read(token)}>Try again</Button>}
      </FormFrame>
    )
  }

  function proceed(saved: SavedCheckout, linkToken: string) {
    const path = startSavedCheckout(sessionStorage, saved, linkToken)
    clearLinkToken()
    // Loads the document, because the checkout's own policy forbids third-party scripts.
    location.assign(path)
  }
  return (
    <SavedCheckoutView
      saved={saved}
      wantsToDelete={new URLSearchParams(location.search).has('delete')}
      message={message}
      isBusy={isBusy}
      onContinue={() => proceed(saved, token)}
      onDelete={() => remove(token)}
    />
  )
}
