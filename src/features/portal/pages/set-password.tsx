import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { passwordFault } from '#domain/password.ts'
import { callResetPassword } from '#features/accounts/calls.ts'
import { LogInForm } from '#features/accounts/log-in-form.tsx'
import { logInHere } from '#features/accounts/session.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { SecretField, Told } from '#ui/field.tsx'
import styles from '../parts/door-frame.module.css'
import { DoorFrame } from '../parts/door-frame.tsx'
import type { Route } from './+types/set-password.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Set a password · Understudy' },
  { name: 'robots', content: 'noindex' },
]

type Step = { is: 'opening' } | { is: 'choosing'; token: string } | { is: 'used' } | { is: 'set'; email: string }

export default function SetPassword() {
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ is: 'opening' })

  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token')
    setStep(token ? { is: 'choosing', token } : { is: 'used' })
  }, [])

  if (step.is === 'opening') return <DoorFrame title="Set a password" lead="Opening your link…" />
  if (step.is === 'used') {
    return (
      <DoorFrame
        title="This link has been used or has expired"
        lead="A link works once, for seven days. If you have set your password already, log in."
      >
        <LogInForm idPrefix="used" onLoggedIn={() => navigate('/portal')} />
      </DoorFrame>
    )
  }
  if (step.is === 'set') {
    return (
      <DoorFrame title="Your password is set" lead="Log in with it, and you are there.">
        <LogInForm idPrefix="set" email={step.email} onLoggedIn={() => navigate('/portal')} />
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title="Set a password" lead="One password, and your courses are yours on any device.">
      <Choose
        token={step.token}
        onUsed={() => setStep({ is: 'used' })}
        onSet={(email) => setStep({ is: 'set', email })}
        onLoggedIn={() => navigate('/portal', { replace: true })}
      />
    </DoorFrame>
  )
}

type ChooseProps = { token: string; onUsed: () => void; onSet: (email: string) => void; onLoggedIn: () => void }

function Choose({ token, onUsed, onSet, onLoggedIn }: ChooseProps) {
  const [fault, setFault] = useState<string | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const field = event.currentTarget.elements.namedItem('password') as HTMLInputElement
    const found = passwordFault(field.value)
    setFault(found)
    setTold(null)
    if (found) return field.focus()

    setBusy(true)
    const client = browserClient()
    const answer = await callResetPassword(client, { token, password: field.value })
    if (answer.error === null) {
      const { email } = answer.data.data
      history.replaceState(history.state, '', location.pathname)
      const inside = await logInHere(
        client,
        { local: localStorage, session: sessionStorage },
        { email, password: field.value },
      )
      return inside.profile ? onLoggedIn() : onSet(email)
    }
    setBusy(false)
    if (answer.errorCode === 'RESET_INVALID') return onUsed()
    if (answer.errorCode !== 'PASSWORD_WEAK') return setTold(answer.error)
    setFault(answer.fields?.password ?? answer.error)
    field.focus()
  }

  return (
    <form className={styles.form} noValidate onSubmit={choose} method="post">
      {told && <Told>{told}</Told>}
      <SecretField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="8 to 128 characters. A few words in a row are good, and easy to keep in mind."
        error={fault ?? undefined}
        onInput={(event) => fault && setFault(passwordFault(event.currentTarget.value))}
        required
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save and log in'}
      </Button>
    </form>
  )
}
