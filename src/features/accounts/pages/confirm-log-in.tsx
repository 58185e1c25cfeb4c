import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { FormFrame } from '#ui/form-frame.tsx'
import { LogInForm } from '../log-in-form.tsx'
import { confirmSocialHere, hasAskedHere } from '../social-session.ts'
import type { Route } from './+types/confirm-log-in.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your log-in · Understudy' },
  { name: 'robots', content: 'noindex' },
]

type Step = { is: 'opening' } | { is: 'asking'; token: string } | { is: 'used' }

export default function ConfirmLogIn() {
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ is: 'opening' })
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token')
    setStep(token && hasAskedHere({ local: localStorage }) ? { is: 'asking', token } : { is: 'used' })
  }, [])

  async function confirm(token: string) {
    if (isBusy) return
    setBusy(true)
    setTold(null)
    const kept = { local: localStorage, session: sessionStorage }
    const inside = await confirmSocialHere(browserClient(), kept, token)
    setBusy(false)
    if (!inside) return setStep({ is: 'used' })
    if (!inside.profile) return setTold(inside.error)
    navigate('/portal', { replace: true })
  }

  if (step.is === 'opening') return <FormFrame title="Confirm your log-in" lead="Opening your link…" />
  if (step.is === 'used') {
    return (
      <FormFrame
        title="This link does not work here"
        lead="It works once, for 30 minutes, in the browser in which you began. You can also log in with your password."
      >
        <LogInForm idPrefix="used" onLoggedIn={() => navigate('/portal')} />
      </FormFrame>
    )
  }
  return (
    <FormFrame title="Is this you?" lead="From now on you can log in this way.">
      {told && <Told>{told}</Told>}
      <Button size="tall" wide aria-busy={isBusy} onClick={() => confirm(step.token)}>
        {isBusy ? 'Logging in…' : 'Yes, log me in'}
      </Button>
    </FormFrame>
  )
}
