import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProviderName } from '#platform/identity/provider.ts'
import { LogInHead } from '#ui/log-in-dialog.tsx'
import { LogInForm, type Unconfirmed } from '../log-in-form.tsx'
import { SocialButtons } from '../social-buttons.tsx'
import type { Profile } from '../wire.ts'
import { CodeForm } from './code-form.tsx'
import styles from './form.module.css'
import { SignUpForm } from './sign-up-form.tsx'

type Panel = { is: 'log-in' } | { is: 'sign-up' } | { is: 'confirm'; unconfirmed: Unconfirmed }
type Props = { social: readonly ProviderName[]; onLoggedIn: (profile: Profile) => void }

export function LogInPanels({ social, onLoggedIn }: Props) {
  const [panel, setPanel] = useState<Panel>({ is: 'log-in' })
  const [from, setFrom] = useState<string>()
  useEffect(() => {
    setFrom(location.pathname + location.search)
    if (new URLSearchParams(location.search).get('login') === 'sign-up') setPanel({ is: 'sign-up' })
  }, [])
  const { is } = panel
  const shown = useRef(is)
  useEffect(() => {
    if (shown.current === is) return
    shown.current = is
    document.querySelector<HTMLInputElement>('dialog#log-in[open] input')?.focus()
  }, [is])
  const confirm = (unconfirmed: Unconfirmed) => setPanel({ is: 'confirm', unconfirmed })
  const enter = (profile: Profile) => {
    setPanel({ is: 'log-in' })
    onLoggedIn(profile)
  }
  const to = (is: 'log-in' | 'sign-up', label: string) => (
    <Switch to={is} onSwitch={() => setPanel({ is })}>
      {label}
    </Switch>
  )

  if (panel.is === 'confirm') {
    const { email, resend } = panel.unconfirmed
    return (
      <>
        <LogInHead title="Look into your mail">
          We have written to <b>{email}</b>. Type the code from the mail here, or press its button.
        </LogInHead>
        <CodeForm email={email} resend={resend} idPrefix="confirm" onLoggedIn={enter} />
        <p className={styles.switch}>Another address? {to('sign-up', 'Start again')}</p>
      </>
    )
  }
  if (panel.is === 'sign-up') {
    return (
      <>
        <LogInHead title="Make an account">It is free, and you stay on this page.</LogInHead>
        <SignUpForm idPrefix="sign-up" onSent={confirm} />
        <p className={styles.switch}>Already have one? {to('log-in', 'Log in')}</p>
      </>
    )
  }
  return (
    <>
      <LogInHead title="Log in">You will come back to this page.</LogInHead>
      <LogInForm onUnconfirmed={confirm} onLoggedIn={enter} />
      <SocialButtons providers={social} from={from} />
      <p className={styles.switch}>New here? {to('sign-up', 'Make an account')}</p>
    </>
  )
}

const ADDRESS = { 'log-in': '?login=1', 'sign-up': '?login=sign-up' }

function Switch({ to, onSwitch, children }: { to: keyof typeof ADDRESS; onSwitch: () => void; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    onSwitch()
  }
  return (
    <a className={styles.link} href={ADDRESS[to]} onClick={follow}>
      {children}
    </a>
  )
}
