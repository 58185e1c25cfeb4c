import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProviderName } from '#platform/identity/provider.ts'
import { LogInHead } from '#ui/frame/log-in-dialog.tsx'
import { LogInForm, type UnconfirmedLogIn } from '../session/log-in-form.tsx'
import { SocialButtons } from '../social/social-buttons.tsx'
import type { Profile } from '../wire.ts'
import { CodeForm } from './code-form.tsx'
import styles from './form.module.css'
import { SignUpForm } from './sign-up-form.tsx'

type Panel = { is: 'log-in' } | { is: 'sign-up' } | { is: 'confirm'; unconfirmed: UnconfirmedLogIn }
type Props = { providers: readonly ProviderName[]; onLoggedIn: (profile: Profile) => void }

export function LogInPanels({ providers, onLoggedIn }: Props) {
  const [panel, setPanel] = useState<Panel>({ is: 'log-in' })
  const [from, setFrom] = useState<string>()
  useEffect(() => {
    setFrom(location.pathname + location.search)
    if (new URLSearchParams(location.search).get('login') === 'sign-up') setPanel({ is: 'sign-up' })
  }, [])
  const { is } = panel
  const shownPanel = useRef(is)
  useEffect(() => {
    if (shownPanel.current === is) return
    shownPanel.current = is
    document.querySelector<HTMLInputElement>('dialog#log-in[open] input')?.focus()
  }, [is])
  const confirm = (unconfirmed: UnconfirmedLogIn) => setPanel({ is: 'confirm', unconfirmed })
  const handleLogIn = (profile: Profile) => {
    setPanel({ is: 'log-in' })
    onLoggedIn(profile)
  }
  const createSwitch = (is: 'log-in' | 'sign-up', label: string) => (
    <Switch to={is} onSwitch={() => setPanel({ is })}>
      {label}
    </Switch>
  )

  if (panel.is === 'confirm') {
    const { email, message, resend } = panel.unconfirmed
    return (
      <>
        <LogInHead title="Check your e-mail">
          {message ?? (
            <>
              We’ve e-mailed <b>{email}</b>.
            </>
          )}{' '}
          Enter the code here, or click the button in the e-mail.
        </LogInHead>
        <CodeForm email={email} resend={resend} idPrefix="confirm" onLoggedIn={handleLogIn} />
        <p className={styles.switch}>Wrong address? {createSwitch('sign-up', 'Start again')}</p>
      </>
    )
  }
  if (panel.is === 'sign-up') {
    return (
      <>
        <LogInHead title="Create an account">It’s free, and you’ll stay on this page.</LogInHead>
        <SignUpForm idPrefix="sign-up" onSent={confirm} />
        <p className={styles.switch}>Already have one? {createSwitch('log-in', 'Log in')}</p>
      </>
    )
  }
  return (
    <>
      <LogInHead title="Log in">You’ll stay on this page.</LogInHead>
      <LogInForm onUnconfirmed={confirm} onLoggedIn={handleLogIn} />
      <SocialButtons providers={providers} from={from} />
      <p className={styles.switch}>New here? {createSwitch('sign-up', 'Create an account')}</p>
    </>
  )
}

const PANEL_URLS = { 'log-in': '?login=1', 'sign-up': '?login=sign-up' }

function Switch({
  to,
  onSwitch,
  children,
}: {
  to: keyof typeof PANEL_URLS
  onSwitch: () => void
  children: ReactNode
}) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault()
    onSwitch()
  }
  return (
    <a className={styles.link} href={PANEL_URLS[to]} onClick={handleClick}>
      {children}
    </a>
  )
}
