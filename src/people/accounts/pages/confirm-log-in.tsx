import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { LogInForm } from '../session/log-in-form.tsx'
import { confirmSocialLogIn, hasPendingLogIn } from '../social/social-session.ts'
import type { Route } from './+types/confirm-log-in.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Confirm your log-in')]

type Step = { is: 'opening' } | { is: 'asking'; token: string } | { is: 'used' }

export default function ConfirmLogIn() {
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ is: 'opening' })
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token')
    setStep(token && hasPendingLogIn({ local: localStorage }) ? { is: 'asking', token } : { is: 'used' })
  }, [])

  async function confirm(token: string) {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    const storage = { local: localStorage, session: sessionStorage }
    const result = await confirmSocialLogIn(browserClient(), storage, token)
    setBusy(false)
    if (!result) return setStep({ is: 'used' })
    if (!result.profile) return setErrorMessage(result.error)
    navigate('/portal', { replace: true })
  }

  if (step.is === 'opening') return <FormFrame title="Confirm your log-in" lead="Opening your link…" />
  if (step.is === 'used') {
    return (
      <FormFrame
        title="This link does not work here"
        lead="It works once, for 30 minutes, in the browser where you started. You can also log in with your password."
        isLogIn
      >
        <LogInForm idPrefix="used" onLoggedIn={() => navigate('/portal')} />
      </FormFrame>
    )
  }
  return (
    <FormFrame title="Is this you?" lead="From now on you can log in this way.">
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button size="tall" wide aria-busy={isBusy} onClick={() => confirm(step.token)}>
        {isBusy ? 'Logging in…' : 'Yes, log me in'}
      </Button>
    </FormFrame>
  )
}
