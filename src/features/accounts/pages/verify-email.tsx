import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { FormFrame } from '#ui/form-frame.tsx'
import { confirmEmail } from '../browser/confirm-email.ts'
import { getSignUpKey } from '../browser/sign-up-key.ts'
import { LogInForm } from '../log-in-form.tsx'
import { ConfirmWithPasswordForm } from '../parts/confirm-with-password-form.tsx'
import { dropLinkToken, useLinkToken } from '../parts/link-token.ts'
import type { Route } from './+types/verify-email.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your address · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export default function VerifyEmail() {
  const navigate = useNavigate()
  const token = useLinkToken()
  const [usedToken, setUsedToken] = useState<string | null>(null)
  const [needsPassword, setNeedsPassword] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => setNeedsPassword(getSignUpKey(localStorage) === null), [])
  const enter = async () => {
    dropLinkToken()
    await navigate('/portal', { replace: true })
  }

  async function confirm(given: string) {
    if (isBusy) return
    setBusy(true)
    setTold(null)
    const result = await confirmEmail(browserClient(), { token: given })
    setBusy(false)
    if (result.profile) await enter()
    else if (result.errorCode === 'VERIFICATION_INVALID') setUsedToken(given)
    else if (result.errorCode === 'PASSWORD_NEEDED') setNeedsPassword(true)
    else setTold(result.error)
  }

  if (token === null || (token && usedToken === token)) {
    return (
      <FormFrame
        key="used"
        title="This link has been used or has expired"
        lead="Log in. If your address is still to be confirmed, a new mail comes with it."
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
        <ConfirmWithPasswordForm token={token} onUsed={() => setUsedToken(token)} onLoggedIn={enter} />
      </FormFrame>
    )
  }
  return (
    <FormFrame title="Confirm your address" lead="One press, and your account is ready. You are logged in with it.">
      {told && <Told>{told}</Told>}
      <Button size="tall" wide aria-busy={isBusy} onClick={() => token && confirm(token)}>
        {isBusy ? 'Confirming…' : 'Confirm my address'}
      </Button>
    </FormFrame>
  )
}
