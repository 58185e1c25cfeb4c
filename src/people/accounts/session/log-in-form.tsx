import { type ReactNode, useState } from 'react'
import { emailFault } from '#domain/contact.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, SecretField } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { useForm } from '#ui/use-form.ts'
import { logInWithPassword } from '../browser/complete-log-in.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { EMAILED_CODE_ADVICE } from '../parts/emailed-code.tsx'
import styles from '../parts/form.module.css'
import { OtpField } from '../parts/otp-field.tsx'
import { PasskeyButton } from '../parts/passkey-button.tsx'
import type { Profile } from '../wire.ts'

/** `message`: the refusal of the server, after a log-in. */
export type UnconfirmedLogIn = { email: string; message?: string; resend: () => Promise<string | null> }
type Props = {
  email?: string
  idPrefix?: string
  audience?: SignedInAudience
  onLoggedIn: (profile: Profile) => void
  onUnconfirmed?: (unconfirmed: UnconfirmedLogIn) => void
  children?: ReactNode
}

const required = (message: string) => (text: string) => (text.trim() === '' ? message : null)

export function LogInForm({ idPrefix = 'log-in', audience = 'learner', children, ...props }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedLogIn | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const rules = {
    email: emailFault,
    password: (text: string) => (text === '' ? 'Password is required' : null),
    otp: needsCode ? required('Code is required') : () => null,
  }
  const { form, field, errorMessage, errorCode, isBusy } = useForm(rules, async ({ email, password, otp }) => {
    const credentials = { email: email.trim(), password, ...(otp.trim() !== '' && { otp: otp.trim() }) }
    const storage = { local: localStorage, session: sessionStorage }
    const attempt = () => logInWithPassword(browserClient(), storage, credentials, audience)
    const result = await attempt()
    if (result.profile) props.onLoggedIn(result.profile)
    if (result.profile) return null

    if (result.errorCode === 'OTP_REQUIRED' && !needsCode) {
      setNeedsCode(true)
      return null
    }
    if (result.errorCode === 'OTP_REQUIRED' || result.errorCode === 'OTP_INVALID') {
      setNeedsCode(true)
      return { error: result.error, at: 'otp' }
    }
    if (result.errorCode !== 'EMAIL_UNVERIFIED') return result
    const resend = async () => {
      const retriedResult = await attempt()
      return retriedResult.profile || retriedResult.errorCode === 'EMAIL_UNVERIFIED' ? null : retriedResult.error
    }
    const showUnconfirmed = props.onUnconfirmed ?? setUnconfirmed
    showUnconfirmed({ email: credentials.email, message: result.error, resend })
    return null
  })

  if (unconfirmed) {
    return (
      <>
        <ErrorMessage>{unconfirmed.message}</ErrorMessage>
        <p>{EMAILED_CODE_ADVICE}</p>
        <CodeForm
          email={unconfirmed.email}
          resend={unconfirmed.resend}
          idPrefix={idPrefix}
          onLoggedIn={props.onLoggedIn}
        />
      </>
    )
  }
  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {errorCode === 'RATE_LIMITED' && <p>“Forgot it?” sends you an e-mail to choose a new password.</p>}
      <EmailField
        {...field('email')}
        label="E-mail"
        autoComplete="username"
        idPrefix={idPrefix}
        defaultValue={props.email}
        required
      />
      <SecretField
        {...field('password')}
        label="Password"
        autoComplete="current-password"
        idPrefix={idPrefix}
        beside={<a href="/forget-password">Forgot it?</a>}
        required
      />
      {needsCode && (
        <OtpField
          {...field('otp')}
          idPrefix={idPrefix}
          autoCapitalize="characters"
          hint="The 6-digit code from your authenticator app, or a recovery code."
          ref={focusField}
        />
      )}
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Logging in…' : audience === 'admin' ? 'Log in as admin' : 'Log in'}
      </Button>
      <PasskeyButton audience={audience} onLoggedIn={props.onLoggedIn} />
      {children}
    </form>
  )
}
