import { useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { Done, Field, Told } from '#ui/field.tsx'
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

const DIGITS = 6
const digitsOf = (text: string) => text.replace(/\D/g, '')

export function CodeForm({ email, idPrefix, resend, onLoggedIn }: Props) {
  const rules = {
    code: (text: string) => (digitsOf(text).length === DIGITS ? null : 'Please type the six digits from the mail'),
  }
  const { form, field, told, isBusy, submit } = useForm(rules, async ({ code }) => {
    const inside = await confirmEmail(browserClient(), { email, code: digitsOf(code) })
    if (inside.errorCode === 'VERIFICATION_INVALID') {
      return { error: 'This code is not right, or not valid any more.', at: 'code' }
    }
    if (inside.errorCode === 'RATE_LIMITED') {
      return { error: 'Too many codes have been tried for this address. Use the button in the mail.', at: 'code' }
    }
    if (!inside.profile) return inside
    onLoggedIn(inside.profile)
    return null
  })
  const code = field('code')

  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
      <div className={styles.code}>
        <Field
          {...code}
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          idPrefix={idPrefix}
          onInput={(event) => {
            code.onInput()
            const isWhole = digitsOf(event.currentTarget.value).length === DIGITS
            if (isWhole) void submit()
          }}
          ref={focusHere}
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

const WAIT_MS = 30_000

function Resend({ resend }: { resend: Props['resend'] }) {
  const [now, setNow] = useState(Date.now)
  const [until, setUntil] = useState(now + WAIT_MS)
  const [told, setTold] = useState<{ error: string | null } | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((until - now) / 1000))

  async function again() {
    setUntil(Date.now() + WAIT_MS)
    setTold({ error: await resend() })
  }

  return (
    <>
      {told && (told.error ? <Told>{told.error}</Told> : <Done>A new mail is on its way.</Done>)}
      <p className={styles.note}>
        Nothing there? Look among the unwanted mail too.{' '}
        {left > 0 ? (
          <>You can ask for another in {left} s.</>
        ) : (
          <button type="button" className={styles.textButton} onClick={again}>
            Send another mail
          </button>
        )}
      </p>
    </>
  )
}
