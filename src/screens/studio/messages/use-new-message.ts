import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import type { RecipientFilter } from '#learn/messages/recipient-filter.ts'
import { createMessage } from '#learn/messages/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { getStudioPath } from '../frame/studio-path.ts'

type NewMessage = {
  begin: (course: string, filter: RecipientFilter) => Promise<void>
  isBusy: boolean
  error: string | null
}

/** Begins a message to learners of a course, and opens it. */
export function useNewMessage(session: AppSession): NewMessage {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // A new one after each answer: without one, the draft may have been made.
  const [key, setKey] = useState(() => crypto.randomUUID())

  async function begin(course: string, filter: RecipientFilter): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(createMessage, {
      auth: session.as,
      params: { course },
      body: { filter },
      idempotencyKey: key,
    })
    setBusy(false)
    setError(response.error)
    if (response.status > 0) setKey(crypto.randomUUID())
    if (response.error === null)
      await navigate(getStudioPath(session, course, `messages/${response.data.data.messageId}`))
  }

  return { begin, isBusy, error }
}
