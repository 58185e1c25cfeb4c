import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { confirmEmail } from '../browser/confirm-email.ts'
import { getSignUpKey } from '../browser/sign-up-key.ts'
import { ConfirmWithPasswordForm } from '../parts/confirm-with-password-form.tsx'
import { clearLinkToken, useLinkToken } from '../parts/link-token.ts'
import { LogInForm } from '../session/log-in-form.tsx'
import type { Route } from './+types/verify-email.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Confirm your address')]

export default function VerifyEmail() {
  const navigate = useNavigate()
  const token = useLinkToken()
  const [usedToken, setUsedToken] = useState<string | null>(null)
  const [needsPassword, setNeedsPassword] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => setNeedsPassword(getSignUpKey(localStorage) === null), [])
  const handleLogIn = async () => {
    clearLinkToken()
    await navigate('/portal', { replace: true })
  }

  async function confirm(linkToken: string) {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    const result = await confirmEmail(browserClient(), { token: linkToken })
    setBusy(false)
    if (result.profile) await handleLogIn()
    else if (result.errorCode === 'VERIFICATION_INVALID') setUsedToken(linkToken)
    else if (result.errorCode === 'PASSWORD_NEEDED') setNeedsPassword(true)
    else setErrorMessage(result.error)
  }

  if (token === null || (token && usedToken === token)) {
    return (
      <FormFrame
        key="used"
        title="This link has been used or has expired"
        lead="Log in. If your address isn’t confirmed yet, we’ll send you a new e-mail."
        isLogIn
      >
        <LogInForm idPrefix="used" onLoggedIn={() => navigate('/portal', { replace: true })} />
      </FormFrame>
    )
  }
  if (token && needsPassword) {
    return (
      <FormFrame
        key="password"
        title="Choose a password"
        lead="You did not sign up in this browser. Choose a new password to confirm your address and log in."
      >
        <ConfirmWithPasswordForm token={token} onUsed={() => setUsedToken(token)} onLoggedIn={handleLogIn} />
      </FormFrame>
    )
  }
  return (
    <FormFrame title="Confirm your address" lead="Click the button to finish. You’ll be logged in.">
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button
        size="tall"
        wide
        disabled={token === undefined}
        aria-busy={isBusy}
        onClick={() => token && confirm(token)}
      >
        {isBusy ? 'Confirming…' : 'Confirm my address'}
      </Button>
    </FormFrame>
  )
}
