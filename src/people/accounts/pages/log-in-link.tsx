import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient, type Client } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { When } from '#ui/local-time.tsx'
import { createTitle } from '#ui/page-title.ts'
import { useForm } from '#ui/use-form.ts'
import { useSite } from '#ui/use-site.ts'
import { completeLogIn } from '../browser/complete-log-in.ts'
import styles from '../parts/form.module.css'
import { useLinkCall } from '../parts/link-call.ts'
import { clearLinkToken } from '../parts/link-token.ts'
import { MailedLinkForm } from '../parts/mailed-link-form.tsx'
import { OtpField } from '../parts/otp-field.tsx'
import { logInByLink, readLogInLink } from '../wire.ts'
import type { Route } from './+types/log-in-link.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Log in')]

const read = (client: Client, token: string) => client.call(readLogInLink, { body: { token } })

export default function LogInLink() {
  const { data, token, message, isBroken, isBusy, load } = useLinkCall(read)
  const [isUsed, setUsed] = useState(false)
  if (isBroken || isUsed) return <UsedLink />
  if (!data || !token) {
    return (
      <FormFrame title="Log in" lead={message ? 'We couldn’t check your link.' : 'Checking your link…'}>
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
  return <UseLink {...data} token={token} onUsed={() => setUsed(true)} />
}

function UsedLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo) {
    return (
      <FormFrame
        key="sent"
        title="Check your e-mail"
        lead="If this address has an account or an order here, a log-in link is on its way."
      >
        <p className={styles.note}>
          We’ve written to <b>{sentTo}</b>. Nothing there after a minute? Look in your spam folder.
        </p>
      </FormFrame>
    )
  }
  return (
    <FormFrame
      key="used"
      title="This link has been used or has expired"
      lead="Log-in links work once, for 15 minutes. We can send you a new one."
    >
      <MailedLinkForm link="log-in" idPrefix="again" onSent={setSentTo} />
    </FormFrame>
  )
}

type UseProps = { email: string; expiresAt: string; token: string; onUsed: () => void }

function UseLink({ email, expiresAt, token, onUsed }: UseProps) {
  const navigate = useNavigate()
  const site = useSite()
  const [needsCode, setNeedsCode] = useState(false)
  const rules = { otp: (text: string) => (needsCode && text.trim() === '' ? 'Code is required' : null) }
  const { form, field, errorMessage, isBusy } = useForm(rules, async ({ otp }) => {
    const response = await browserClient().call(logInByLink, {
      body: { token, ...(otp?.trim() && { otp: otp.trim() }) },
    })
    if (response.error === null) {
      const storage = { local: localStorage, session: sessionStorage }
      const result = await completeLogIn(browserClient(), storage, response.data)
      if (!result.profile) return result
      clearLinkToken()
      await navigate('/portal', { replace: true })
      return null
    }
    if (response.errorCode === 'VERIFICATION_INVALID') onUsed()
    if (response.errorCode === 'OTP_REQUIRED' && !needsCode) {
      setNeedsCode(true)
      return null
    }
    return response.errorCode?.startsWith('OTP_') ? { error: response.error, at: 'otp' as const } : response
  })
  return (
    <FormFrame
      title={site ? `Log in to ${site.name}` : 'Log in'}
      lead="You opened the log-in link that we sent to this address."
    >
      <p className={styles.note}>
        <b>{email}</b>
        <br />
        The link works once, until <When at={expiresAt} zone="UTC" form="time" />.
      </p>
      <form {...form} className={styles.form}>
        {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
        {needsCode && (
          <OtpField
            {...field('otp')}
            idPrefix="link"
            autoCapitalize="characters"
            hint="The 6-digit code from your authenticator app, or a recovery code."
            ref={focusField}
          />
        )}
        <Button type="submit" size="tall" wide aria-busy={isBusy}>
          {isBusy ? 'Logging in…' : 'Log in'}
        </Button>
      </form>
      <p className={styles.note}>Didn’t ask for this? Close this page and nothing happens.</p>
    </FormFrame>
  )
}
