import { type FormEvent, useRef, useState } from 'react'
import { emailFault } from '#domain/contact.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Field, SecretField, Told } from '#ui/field.tsx'
import styles from './log-in-form.module.css'
import { logInHere } from './session.ts'
import type { Profile } from './wire.ts'

type Faults = { email?: string | undefined; password?: string | undefined }
type Props = {
  email?: string
  idPrefix?: string
  onLoggedIn?: (profile: Profile) => void
}

const faultOf = {
  email: (text: string) => emailFault(text) ?? undefined,
  password: (text: string) => (text === '' ? 'Password is required' : undefined),
}

export function LogInForm({ email, idPrefix = 'log-in', onLoggedIn = () => location.assign('/portal') }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const textOf = (name: keyof Faults) => String(new FormData(form.current ?? undefined).get(name) ?? '')
  const check = (name: keyof Faults) => setFaults((before) => ({ ...before, [name]: faultOf[name](textOf(name)) }))
  const recheck = (name: keyof Faults) => faults[name] && check(name)
  const focusOn = (name: keyof Faults) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  async function logIn(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const given = { email: textOf('email'), password: textOf('password') }
    const found: Faults = { email: faultOf.email(given.email), password: faultOf.password(given.password) }
    setFaults(found)
    setTold(null)
    const first = found.email ? 'email' : found.password ? 'password' : null
    if (first) return focusOn(first)

    setBusy(true)
    const outcome = await logInHere(
      browserClient(),
      { local: localStorage, session: sessionStorage },
      { ...given, email: given.email.trim() },
    )
    setBusy(false)
    if (outcome.profile) return onLoggedIn(outcome.profile)
    setFaults(outcome.fields ?? {})
    setTold(outcome.error)
    focusOn(outcome.fields?.email ? 'email' : 'password')
  }

  return (
    <form className={styles.form} ref={form} method="post" action="/portal" noValidate onSubmit={logIn}>
      {told && <Told>{told}</Told>}
      <Field
        name="email"
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        idPrefix={idPrefix}
        defaultValue={email}
        error={faults.email}
        onBlur={(event) => event.currentTarget.value !== '' && check('email')}
        onInput={() => recheck('email')}
        required
      />
      <SecretField
        name="password"
        label="Password"
        autoComplete="current-password"
        idPrefix={idPrefix}
        error={faults.password}
        onInput={() => recheck('password')}
        required
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Logging in…' : 'Log in'}
      </Button>
      <p className={styles.note}>New here? You get an account with your first course.</p>
    </form>
  )
}
