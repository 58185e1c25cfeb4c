import { useCallback, useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { useLinkToken } from '#people/accounts/parts/link-token.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { VisitorThread } from '../parts/visitor-thread.tsx'
import { readThread, type Thread } from '../wire.ts'
import type { Route } from './+types/conversation.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Your conversation')]

type ThreadState = { thread: Thread | null; error: string | null; isUnknown: boolean }

export default function ConversationPage() {
  const token = useLinkToken()
  const [state, setState] = useState<ThreadState | null>(null)
  const loadThread = useCallback(async () => {
    if (token === undefined) return
    if (token === null) return setState({ thread: null, error: null, isUnknown: true })
    const response = await browserClient().call(readThread, { body: { token } })
    setState({
      thread: response.error === null ? response.data.data : null,
      error: response.error,
      isUnknown: response.status === 404,
    })
  }, [token])
  useEffect(() => void loadThread(), [loadThread])

  if (state?.thread && token)
    return <VisitorThread token={token} thread={state.thread} onChanged={(thread) => setState({ ...state, thread })} />
  if (state?.isUnknown)
    return (
      <FormFrame title="This link isn’t valid" lead="It may have expired. Links work for six months.">
        <ButtonLink href="/faq">Ask us again</ButtonLink>
      </FormFrame>
    )
  return (
    <FormFrame title="Your conversation" lead={state ? 'We couldn’t load it.' : 'Loading…'}>
      {state?.error && <ErrorMessage>{state.error}</ErrorMessage>}
      {state && <Button onClick={loadThread}>Try again</Button>}
    </FormFrame>
  )
}
