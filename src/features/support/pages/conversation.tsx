import { useCallback, useEffect, useState } from 'react'
import { useLinkToken } from '#features/accounts/parts/link-token.ts'
import { browserClient } from '#http/client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { FormFrame } from '#ui/form-frame.tsx'
import { callReadThread } from '../calls.ts'
import { VisitorThread } from '../parts/visitor-thread.tsx'
import type { Thread } from '../wire.ts'
import type { Route } from './+types/conversation.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Your conversation · Understudy' },
  { name: 'robots', content: 'noindex' },
]

type Asked = { thread: Thread | null; error: string | null; isUnknown: boolean }

export default function ConversationPage() {
  const token = useLinkToken()
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback(async () => {
    if (token === undefined) return
    if (token === null) return setAsked({ thread: null, error: null, isUnknown: true })
    const answer = await callReadThread(browserClient(), token)
    setAsked({
      thread: answer.error === null ? answer.data.data : null,
      error: answer.error,
      isUnknown: answer.status === 404,
    })
  }, [token])
  useEffect(() => void ask(), [ask])

  if (asked?.thread && token)
    return <VisitorThread token={token} thread={asked.thread} onChanged={(thread) => setAsked({ ...asked, thread })} />
  if (asked?.isUnknown)
    return (
      <FormFrame title="This link is not known" lead="It may have expired: it works for half a year.">
        <ButtonLink href="/faq">Ask us again</ButtonLink>
      </FormFrame>
    )
  return (
    <FormFrame title="Your conversation" lead={asked ? 'It could not be fetched.' : 'Fetching it…'}>
      {asked?.error && <Told>{asked.error}</Told>}
      {asked && <Button onClick={ask}>Try again</Button>}
    </FormFrame>
  )
}
