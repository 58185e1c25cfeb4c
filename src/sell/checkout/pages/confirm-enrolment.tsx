import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ApiResult, browserClient, type Client } from '#http/client.ts'
import { choosePassword, PASSWORD_HINT } from '#people/accounts/parts/choose-password-form.tsx'
import { useLinkCall } from '#people/accounts/parts/link-call.ts'
import { clearLinkToken } from '#people/accounts/parts/link-token.ts'
import { LogInLinkButton } from '#people/accounts/parts/log-in-link-button.tsx'
import { NewPasswordForm } from '#people/accounts/parts/new-password-form.tsx'
import { LogInForm } from '#people/accounts/session/log-in-form.tsx'
import { hasSession } from '#people/accounts/session/session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { When } from '#ui/local-time.tsx'
import { createTitle } from '#ui/page-title.ts'
import { confirmEnrolment, readConfirmation } from '../wire/enrol.ts'
import type { Route } from './+types/confirm-enrolment.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Confirm your seat')]

type Confirmed = Extract<ApiResult<typeof confirmEnrolment>, { error: null }>['data']['data']

const read = (client: Client, token: string) => client.call(readConfirmation, { body: { token } })

export default function ConfirmEnrolment() {
  const navigate = useNavigate()
  const { data, token, message, isBroken, isBusy, load } = useLinkCall(read)
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const [isUsed, setUsed] = useState(false)

  if (confirmed) {
    return (
      <FormFrame
        key="log-in"
        title="You’re in."
        lead={
          <>
            <bdi>{confirmed.title}</bdi> is yours. Log in to see it.
          </>
        }
        isLogIn
      >
        <LogInForm idPrefix="open" onLoggedIn={() => navigate(confirmed.portalUrl, { replace: true })}>
          <LogInLinkButton />
        </LogInForm>
      </FormFrame>
    )
  }
  if (isBroken || isUsed) {
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
  if (!data || !token) {
    return (
      <FormFrame title="Confirm your seat" lead={message ? 'We couldn’t check your link.' : 'Checking your link…'}>
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
    <ConfirmSeat
      {...data}
      token={token}
      onUsed={() => setUsed(true)}
      onConfirmed={(result, isLoggedIn) =>
        isLoggedIn ? navigate(result.portalUrl, { replace: true }) : setConfirmed(result)
      }
    />
  )
}

type ConfirmSeatProps = {
  title: string
  startsAt: string | null
  timezoneId: string
  invitedBy: string | null
  needsPassword: boolean
  token: string
  onUsed: () => void
  onConfirmed: (confirmed: Confirmed, isLoggedIn: boolean) => void
}

function ConfirmSeat({ title, startsAt, timezoneId, invitedBy, needsPassword, ...props }: ConfirmSeatProps) {
  const { token, onUsed, onConfirmed } = props
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The link works once, and a password may be refused after it.
  const confirmed = useRef<Confirmed | null>(null)

  async function confirm() {
    const answer = await browserClient().call(confirmEnrolment, { body: { token } })
    if (answer.errorCode === 'VERIFICATION_INVALID') onUsed()
    else if (answer.error === null) confirmed.current = answer.data.data
    return answer
  }

  async function confirmWithPassword(password: string) {
    if (!confirmed.current) {
      const answer = await confirm()
      if (!confirmed.current) return answer.error === null ? null : answer
    }
    const result: Confirmed = confirmed.current
    const isLoggedIn = hasSession({ local: localStorage })
    const leave = () => onConfirmed(result, isLoggedIn)
    if (!result.passwordToken) {
      clearLinkToken()
      leave()
      return null
    }
    return choosePassword(result.passwordToken, password, {
      onUsed: leave,
      onSet: leave,
      onLoggedIn: () => onConfirmed(result, true),
    })
  }

  async function confirmOnly() {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    const answer = await confirm()
    setBusy(false)
    if (answer.error !== null) return setMessage(answer.error)
    clearLinkToken()
    onConfirmed(answer.data.data, hasSession({ local: localStorage }))
  }

  return (
    <FormFrame
      key="confirm"
      title="Confirm your seat"
      lead={
        <>
          {invitedBy ? (
            <>
              <bdi>{invitedBy}</bdi> has booked a seat for you in
            </>
          ) : (
            'It’s your seat in'
          )}{' '}
          <b>
            <bdi>{title}</bdi>
          </b>
          {startsAt && (
            <>
              , from <When at={startsAt} zone={timezoneId} form="day" />,{' '}
              <When at={startsAt} zone={timezoneId} form="class-time" />
            </>
          )}
          .{needsPassword && ' Choose a password to open the course on any device.'}
        </>
      }
    >
      {needsPassword ? (
        <NewPasswordForm
          label="New password"
          hint={PASSWORD_HINT}
          action="Confirm my seat and log in"
          send={confirmWithPassword}
        />
      ) : (
        <>
          {message && <ErrorMessage>{message}</ErrorMessage>}
          <Button size="tall" wide aria-busy={isBusy} onClick={() => void confirmOnly()}>
            {isBusy ? 'Confirming…' : 'Confirm my seat'}
          </Button>
        </>
      )}
      <p>
        By confirming you agree to our{' '}
        <a href="/enrollment-terms" target="_blank" rel="noopener">
          enrolment terms
        </a>
        .
      </p>
    </FormFrame>
  )
}
