import { useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { useForm } from '#ui/use-form.ts'
import { confirmEmail } from '../browser/confirm-email.ts'
import type { Profile } from '../wire.ts'
import styles from './form.module.css'

type Props = {
  email: string
  idPrefix: string
  resend: () => Promise<string | null>
  onLoggedIn: (profile: Profile) => void
}

const CODE_LENGTH = 6
const removeNonDigits = (text: string) => text.replace(/\D/g, '')

export function CodeForm({ email, idPrefix, resend, onLoggedIn }: Props) {
  const rules = {
    code: (text: string) =>
      removeNonDigits(text).length === CODE_LENGTH ? null : 'Please enter the 6-digit code from the e-mail',
  }
  const { form, field, errorMessage, isBusy, submit } = useForm(rules, async ({ code }) => {
    const result = await confirmEmail(browserClient(), { email, code: removeNonDigits(code) })
    if (result.errorCode === 'VERIFICATION_INVALID') {
      return { error: 'This code is wrong or no longer valid.', at: 'code' }
    }
    if (result.errorCode === 'RATE_LIMITED') {
      return { error: 'Too many attempts for this address. Use the button in the e-mail.', at: 'code' }
    }
    if (!result.profile) return result
    onLoggedIn(result.profile)
    return null
  })
  const code = field('code')

  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <div className={styles.code}>
        <Field
          {...code}
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          idPrefix={idPrefix}
          onInput={(event) => {
            code.onInput()
            const isComplete = removeNonDigits(event.currentTarget.value).length === CODE_LENGTH
            if (isComplete) void submit()
          }}
          ref={focusField}
          required
        />
      </div>
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Checking…' : 'Confirm'}
      </Button>
      <Resend resend={resend} />
    </form>
  )
}

const RESEND_DELAY_MS = 30_000

function Resend({ resend }: { resend: Props['resend'] }) {
  const [now, setNow] = useState(Date.now)
  const [resendAllowedAt, setResendAllowedAt] = useState(now + RESEND_DELAY_MS)
  const [resendResult, setResendResult] = useState<{ error: string | null } | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const secondsLeft = Math.max(0, Math.ceil((resendAllowedAt - now) / 1000))

  async function handleResend() {
    setResendAllowedAt(Date.now() + RESEND_DELAY_MS)
    setResendResult({ error: await resend() })
  }

  return (
    <>
      {resendResult &&
        (resendResult.error ? (
          <ErrorMessage>{resendResult.error}</ErrorMessage>
        ) : (
          <SuccessMessage>We’ve sent you a new e-mail.</SuccessMessage>
        ))}
      <p className={styles.note}>
        Not there? Check your spam folder.{' '}
        {secondsLeft > 0 ? (
          <>You can request another in {secondsLeft} s.</>
        ) : (
          <button type="button" className={styles.textButton} onClick={handleResend}>
            Send another e-mail
          </button>
        )}
      </p>
    </>
  )
}
