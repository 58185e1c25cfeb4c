/** The calls of a page that a mailed link opens. */
import { useCallback, useEffect, useState } from 'react'
import { browserClient, type Client } from '#http/client.ts'
import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'
import { useLinkToken } from './link-token.ts'

/** Sends the token of the link. A success answers what the link stands for now. */
export type LinkCall<Data> = (client: Client, token: string) => Promise<ApiSuccess<{ data: Data }> | ApiFailure>
type State<Data> = { data: Data | null; errorCode: string | null; message: string | null; isBusy: boolean }

/**
 * Reads once for each link. A failed call keeps the data of the one before.
 *
 * @param read the same function at each render
 */
export function useLinkCall<Data>(read: LinkCall<Data>) {
  const token = useLinkToken()
  const [state, setState] = useState<State<Data>>({ data: null, errorCode: null, message: null, isBusy: true })
  const call = useCallback(
    async (send: LinkCall<Data>) => {
      if (!token) return
      setState((before) => ({ ...before, isBusy: true, message: null }))
      const answer = await send(browserClient(), token)
      const { error: message, errorCode } = answer
      const received = answer.error === null ? answer.data : null
      setState((before) => ({ data: received ? received.data : before.data, errorCode, message, isBusy: false }))
    },
    [token],
  )
  const load = useCallback(() => call(read), [call, read])
  useEffect(() => {
    void load()
  }, [load])
  const isBroken = token === null || ['VERIFICATION_INVALID', 'RESET_INVALID'].includes(state.errorCode ?? '')
  return { ...state, token, isBroken, call, load }
}
