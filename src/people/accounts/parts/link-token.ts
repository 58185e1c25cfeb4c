/** The token of a mailed link. It is in the fragment, so that it appears in no log and no Referer header. */
import { useEffect, useState } from 'react'

/** `undefined` until the page is hydrated, null if the address has no token. */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const readToken = () => setToken(new URLSearchParams(location.hash.slice(1)).get('token') || null)
    readToken()
    addEventListener('hashchange', readToken)
    return () => removeEventListener('hashchange', readToken)
  }, [])
  return token
}

/** Removes a used token from the browser history. */
export function clearLinkToken(): void {
  history.replaceState(history.state, '', location.pathname)
}
