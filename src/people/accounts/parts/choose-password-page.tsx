import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Client, SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { LogInForm } from '../session/log-in-form.tsx'
import { readPasswordLink } from '../wire.ts'
import { ChoosePasswordForm } from './choose-password-form.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { useLinkCall } from './link-call.ts'
import { listOtherLogIns, OtherLogIns } from './other-log-ins.tsx'

type ChoosePasswordTexts = { title: string; lead: string; validity: string }
type Step =
  | { is: 'choosing' }
  | { is: 'used'; token: string }
  | { is: 'set'; email: string }
  | { is: 'in'; otherLogIns: string[] }

const read = (client: Client, token: string) => client.call(readPasswordLink, { body: { token } })

export function ChoosePasswordPage({ title, lead, validity }: ChoosePasswordTexts) {
  const navigate = useNavigate()
  const { data, token, message, isBroken, isBusy, load } = useLinkCall(read)
  const [step, setStep] = useState<Step>({ is: 'choosing' })
  async function handleLogIn(audience: SignedInAudience) {
    const otherLogIns = await listOtherLogIns(audience)
    if (otherLogIns.length === 0) return navigate('/portal', { replace: true })
    setStep({ is: 'in', otherLogIns: otherLogIns })
  }

  if (step.is === 'in') return <OtherLogIns key="in" otherLogIns={step.otherLogIns} />

  if (step.is === 'set') {
    return (
      <FormFrame key="set" title="Your password is set" lead="Log in with your new password." isLogIn>
        <LogInForm idPrefix="set" email={step.email} onLoggedIn={() => handleLogIn('learner')} />
      </FormFrame>
    )
  }
  if (isBroken || (step.is === 'used' && step.token === token)) {
    return (
      <ForgotPassword
        key="used"
        title="This link has been used or has expired"
        lead={`A link works once, ${validity}. Enter your e-mail and we’ll send you a new one.`}
      />
    )
  }
  if (!data || !token) {
    return (
      <FormFrame key="choosing" isForm title={title} lead={message ? 'We couldn’t check your link.' : lead}>
        {message && (
          <>
            <ErrorMessage>{message}</ErrorMessage>
            <Button look="quiet" aria-busy={isBusy} onClick={() => void load()}>
              Try again
            </Button>
          </>
        )}
      </FormFrame>
    )
  }
  return (
    <FormFrame key="choosing" title={title} lead={lead} isForm>
      <ChoosePasswordForm
        token={token}
        onUsed={() => setStep({ is: 'used', token })}
        onSet={(email) => setStep({ is: 'set', email })}
        onLoggedIn={handleLogIn}
      />
    </FormFrame>
  )
}
