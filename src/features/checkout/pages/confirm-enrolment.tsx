import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ChoosePasswordForm } from '#features/accounts/parts/choose-password-form.tsx'
import { clearLinkToken, useLinkToken } from '#features/accounts/parts/link-token.ts'
import { LogInLinkButton } from '#features/accounts/parts/log-in-link-button.tsx'
import { LogInForm } from '#features/accounts/session/log-in-form.tsx'
import { hasSession } from '#features/accounts/session/session.ts'
import { browserClient } from '#http/client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { callConfirmEnrolment } from '../calls/enrol.ts'
import type { Route } from './+types/confirm-enrolment.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Confirm your seat · Understudy' }]

type Step =
  | { is: 'asking' }
  | { is: 'used'; token: string }
  | { is: 'open'; title: string; passwordToken: string | null; portalUrl: string }

export default function ConfirmEnrolment() {
  const navigate = useNavigate()
  const token = useLinkToken()
  const [step, setStep] = useState<Step>({ is: 'asking' })
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function open(linkToken: string) {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    const answer = await callConfirmEnrolment(browserClient(), linkToken)
    setBusy(false)
    if (answer.errorCode === 'VERIFICATION_INVALID') return setStep({ is: 'used', token: linkToken })
    if (answer.error !== null) return setMessage(answer.error)
    clearLinkToken()
    setStep({ is: 'open', ...answer.data.data })
  }

  if (step.is === 'open') {
    const { title, passwordToken, portalUrl } = step
    const enter = () => navigate(portalUrl, { replace: true })
    if (passwordToken) {
      return (
        <FormFrame
          key="password"
          title="You’re in."
          lead={
            <>
              <bdi>{title}</bdi> is yours. Choose a password to open it on any device.
            </>
          }
        >
          <ChoosePasswordForm
            token={passwordToken}
            onUsed={() => setStep({ ...step, passwordToken: null })}
            onSet={() => setStep({ ...step, passwordToken: null })}
            onLoggedIn={enter}
          />
        </FormFrame>
      )
    }
    if (hasSession({ local: localStorage })) {
      return (
        <FormFrame
          key="portal"
          title="You’re in."
          lead={
            <>
              <bdi>{title}</bdi> is yours. You can find it in your portal.
            </>
          }
        >
          <ButtonLink href={portalUrl} size="tall" wide>
            Open the portal
          </ButtonLink>
        </FormFrame>
      )
    }
    return (
      <FormFrame
        key="log-in"
        title="You’re in."
        lead={
          <>
            <bdi>{title}</bdi> is yours. Log in to see it.
          </>
        }
        isLogIn
      >
        <LogInForm idPrefix="open" onLoggedIn={enter}>
          <LogInLinkButton />
        </LogInForm>
      </FormFrame>
    )
  }
  if (token === null || (step.is === 'used' && step.token === token)) {
    return (
      <FormFrame
        key="used"
        title="This link has been used or has expired"
        lead="If you’ve already confirmed your seat, log in. Otherwise enrol again, and we’ll send a new e-mail."
        isLogIn
      >
        <LogInForm idPrefix="used" onLoggedIn={() => navigate('/portal', { replace: true })}>
          <LogInLinkButton />
        </LogInForm>
      </FormFrame>
    )
  }
  return (
    <FormFrame title="Confirm your seat" lead="Your seat is held. Confirm it to open the course.">
      {message && <ErrorMessage>{message}</ErrorMessage>}
      <Button size="tall" wide disabled={token === undefined} aria-busy={isBusy} onClick={() => token && open(token)}>
        {isBusy ? 'Confirming…' : 'Confirm my seat'}
      </Button>
    </FormFrame>
  )
}
