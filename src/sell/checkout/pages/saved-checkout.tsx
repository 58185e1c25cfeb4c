import { useState } from 'react'
import type { Client } from '#http/client.ts'
import { BrokenLink } from '#people/accounts/parts/broken-link.tsx'
import { type LinkCall, useLinkCall } from '#people/accounts/parts/link-call.ts'
import { clearLinkToken } from '#people/accounts/parts/link-token.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { SavedCheckoutView } from '../frame/saved-checkout-view.tsx'
import { startSavedCheckout } from '../session/save-checkout.ts'
import { deleteSavedCheckout, readSavedCheckout, type SavedCheckout } from '../wire/saved.ts'
import type { Route } from './+types/saved-checkout.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Your saved checkout')]

const read = (client: Client, token: string) => client.call(readSavedCheckout, { body: { token } })

export default function SavedCheckoutPage() {
  const { token, data: saved, isBroken, message, isBusy, call, load } = useLinkCall<SavedCheckout | null>(read)
  const [deletedToken, setDeletedToken] = useState<string | null>(null)

  const remove: LinkCall<SavedCheckout | null> = async (client, linkToken) => {
    const answer = await client.call(deleteSavedCheckout, { body: { token: linkToken } })
    if (answer.error === null) setDeletedToken(linkToken)
    return answer.error === null ? { ...answer, data: { data: null } } : answer
  }

  if (token && deletedToken === token)
    return (
      <FormFrame key="deleted" title="Deleted" lead="We deleted the saved checkout, and won’t e-mail you about it." />
    )
  if (isBroken) return <BrokenLink />
  if (!token || !saved) {
    return (
      <FormFrame key="loading" title="Your saved checkout" lead="Loading…">
        {message && <ErrorMessage>{message}</ErrorMessage>}
        {message && <Button onClick={load}>Try again</Button>}
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
      onDelete={() => call(remove)}
    />
  )
}
