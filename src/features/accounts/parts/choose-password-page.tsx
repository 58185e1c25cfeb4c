import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FormFrame } from '#ui/form-frame.tsx'
import { LogInForm } from '../log-in-form.tsx'
import { ChoosePasswordForm } from './choose-password-form.tsx'
import { Forgotten } from './forgotten.tsx'
import { useLinkToken } from './link-token.ts'
import { WaysLeft, waysLeft } from './ways-left.tsx'

type Words = { title: string; lead: string; life: string }
type Step =
  | { is: 'choosing' }
  | { is: 'used'; token: string }
  | { is: 'set'; email: string }
  | { is: 'in'; ways: string[] }

export function ChoosePasswordPage({ title, lead, life }: Words) {
  const navigate = useNavigate()
  const token = useLinkToken()
  const [step, setStep] = useState<Step>({ is: 'choosing' })
  async function enter() {
    const ways = await waysLeft()
    if (ways.length === 0) return navigate('/portal', { replace: true })
    setStep({ is: 'in', ways })
  }

  if (step.is === 'in') return <WaysLeft key="in" ways={step.ways} />

  if (step.is === 'set') {
    return (
      <FormFrame key="set" title="Your password is set" lead="Log in with it, and you are there.">
        <LogInForm idPrefix="set" email={step.email} onLoggedIn={enter} />
      </FormFrame>
    )
  }
  if (token === undefined) return <FormFrame key="choosing" title={title} lead={lead} />
  if (token === null || (step.is === 'used' && step.token === token)) {
    return (
      <Forgotten
        key="used"
        title="This link has been used or has expired"
        lead={`A link works once, ${life}. Give us your address, and a new one comes.`}
      />
    )
  }
  return (
    <FormFrame key="choosing" title={title} lead={lead}>
      <ChoosePasswordForm
        token={token}
        onUsed={() => setStep({ is: 'used', token })}
        onSet={(email) => setStep({ is: 'set', email })}
        onLoggedIn={enter}
      />
    </FormFrame>
  )
}
