import { type ReactNode, useState } from 'react'
import { emailFault } from '#domain/contact.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, Field, SecretField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { CodeForm } from './parts/code-form.tsx'
import styles from './parts/form.module.css'
import { PasskeyButton } from './parts/passkey-button.tsx'
import { logInHere } from './session.ts'
import type { Profile } from './wire.ts'

export type Unconfirmed = { email: string; resend: () => Promise<string | null> }
type Props = {
  email?: string
  idPrefix?: string
  who?: Signed
  onLoggedIn: (profile: Profile) => void
  onUnconfirmed?: (unconfirmed: Unconfirmed) => void
  children?: ReactNode
}

const required = (sentence: string) => (text: string) => (text.trim() === '' ? sentence : null)

export function LogInForm({ idPrefix = 'log-in', who = 'learner', children, ...props }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null)
  const [isAskedForCode, askForCode] = useState(false)
  const rules = {
    email: emailFault,
    password: (text: string) => (text === '' ? 'Password is required' : null),
    otp: isAskedForCode ? required('Code is required') : () => null,
  }
  const { form, field, told, isBusy } = useForm(rules, async ({ email, password, otp }) => {
    const given = { email: email.trim(), password, ...(otp.trim() !== '' && { otp: otp.trim() }) }
    const kept = { local: localStorage, session: sessionStorage }
    const attempt = () => logInHere(browserClient(), kept, given, who)
    const outcome = await attempt()
    if (outcome.profile) props.onLoggedIn(outcome.profile)
    if (outcome.profile) return null

    if (outcome.errorCode === 'OTP_REQUIRED' && !isAskedForCode) {
      askForCode(true)
      return null
    }
    if (outcome.errorCode === 'OTP_REQUIRED' || outcome.errorCode === 'OTP_INVALID') {
      askForCode(true)
      return { error: outcome.error, at: 'otp' }
    }
    if (outcome.errorCode === 'RATE_LIMITED') {
      return { error: 'Too many attempts. “Forgot it?” gets you in by mail, or wait a little.' }
    }
    if (outcome.errorCode !== 'EMAIL_UNVERIFIED') return outcome
    const resend = async () => {
      const again = await attempt()
      return again.profile || again.errorCode === 'EMAIL_UNVERIFIED' ? null : again.error
    }
    const open = props.onUnconfirmed ?? setUnconfirmed
    open({ email: given.email, resend })
    return null
  })

  if (unconfirmed) {
    return (
      <>
        <p role="status">Please confirm your e-mail address first. Then you are in.</p>
        <CodeForm {...unconfirmed} idPrefix={idPrefix} onLoggedIn={props.onLoggedIn} />
      </>
    )
  }
  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
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
      {isAskedForCode && (
        <Field
          {...field('otp')}
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          idPrefix={idPrefix}
          hint="Six digits from your authenticator app, or one of your recovery codes."
          ref={focusHere}
          required
        />
      )}
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Logging in…' : who === 'admin' ? 'Log in as admin' : 'Log in'}
      </Button>
      <PasskeyButton who={who} onLoggedIn={props.onLoggedIn} />
      {children}
    </form>
  )
}
