import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { DoorFrame } from '#ui/door-frame.tsx'
import { Told } from '#ui/field.tsx'
import { callVerifyEmail } from '../calls.ts'
import { LogInForm } from '../log-in-form.tsx'
import { dropLinkToken, useLinkToken } from '../parts/link-token.ts'
import { enterHere } from '../session.ts'
import type { Route } from './+types/verify-email.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your address · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export default function VerifyEmail() {
  const navigate = useNavigate()
  const token = useLinkToken()
  const [usedToken, setUsedToken] = useState<string | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const enter = () => navigate('/portal', { replace: true })

  async function confirm(given: string) {
    if (isBusy) return
    setBusy(true)
    setTold(null)
    const client = browserClient()
    const answer = await callVerifyEmail(client, { token: given })
    if (answer.errorCode === 'VERIFICATION_INVALID') return setUsedToken(given)
    const kept = { local: localStorage, session: sessionStorage }
    const { error } = answer.error === null ? await enterHere(client, kept, answer.data) : answer
    setBusy(false)
    if (error !== null) return setTold(error)
    dropLinkToken()
    await enter()
  }

  if (token === null || (token && usedToken === token)) {
    return (
      <DoorFrame
        key="used"
        title="This link has been used or has expired"
        lead="Log in. If your address is still to be confirmed, a new mail comes with it."
      >
        <LogInForm idPrefix="used" onLoggedIn={enter} />
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title="Confirm your address" lead="One press, and your account is ready. You are logged in with it.">
      {told && <Told>{told}</Told>}
      <Button size="tall" wide aria-busy={isBusy} onClick={() => token && confirm(token)}>
        {isBusy ? 'Confirming…' : 'Confirm my address'}
      </Button>
    </DoorFrame>
  )
}
