/** The secret of a mailed link: behind the #, so that it is in no log and no Referer. */
import { useEffect, useState } from 'react'

/** `undefined` until the page is awake, null where the address carries none. */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const read = () => setToken(new URLSearchParams(location.hash.slice(1)).get('token') || null)
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return token
}

/** A link that was used has no business in the history. */
export function dropLinkToken(): void {
  history.replaceState(history.state, '', location.pathname)
}
