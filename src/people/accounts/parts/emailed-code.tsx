import { type ComponentProps, useEffect, useState } from 'react'
import { plainTyped } from '#domain/typed-text.ts'
import { ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import styles from './form.module.css'

/** The same for every address, so that the page tells nobody who has an account. */
export const EMAILED_CODE_ADVICE =
  'Click the button in the e-mail, or enter its code here. If your address is known here already, the e-mail has no code: its button is all you need.'

const CODE_LENGTH = 6
export const removeNonDigits = (text: string) => plainTyped(text).replace(/\D/g, '')
export const isWholeCode = (text: string) => removeNonDigits(text).length === CODE_LENGTH

type FieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'idPrefix' | 'onBlur'> & {
  onInput: () => unknown
  onComplete: () => void
}

export function EmailedCodeField({ onInput, onComplete, ...props }: FieldProps) {
  return (
    <div className={styles.code}>
      <Field
        {...props}
        label="6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        onInput={(event) => {
          onInput()
          if (isWholeCode(event.currentTarget.value)) onComplete()
        }}
        ref={focusField}
        required
      />
    </div>
  )
}

const RESEND_DELAY_MS = 30_000

/** `resend` returns the error to show, or null. */
export function Resend({ resend }: { resend: () => Promise<string | null> }) {
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
