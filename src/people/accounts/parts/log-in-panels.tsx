import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProviderName } from '#platform/identity/provider.ts'
import { getButtonClass } from '#ui/button.tsx'
import { LogInHead } from '#ui/frame/log-in-dialog.tsx'
import { LogInForm, type UnconfirmedLogIn } from '../session/log-in-form.tsx'
import { SocialButtons } from '../social/social-buttons.tsx'
import type { Profile } from '../wire.ts'
import { CodeForm } from './code-form.tsx'
import { DemoLogIns } from './demo-log-ins.tsx'
import { EMAILED_CODE_ADVICE } from './emailed-code.tsx'
import styles from './form.module.css'
import { MailedLinkForm } from './mailed-link-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Panel =
  | { is: 'log-in' }
  | { is: 'link' }
  | { is: 'sent'; email: string }
  | { is: 'sign-up' }
  | { is: 'confirm'; unconfirmed: UnconfirmedLogIn }
type Props = { providers: readonly ProviderName[]; onLoggedIn: (profile: Profile) => void }

export function LogInPanels({ providers, onLoggedIn }: Props) {
  const [panel, setPanel] = useState<Panel>({ is: 'log-in' })
  const [from, setFrom] = useState<string>()
  useEffect(() => {
    setFrom(location.pathname + location.search)
    const asked = new URLSearchParams(location.search).get('login')
    if (asked === 'sign-up' || asked === 'link') setPanel({ is: asked })
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
          {EMAILED_CODE_ADVICE}
        </LogInHead>
        <CodeForm email={email} resend={resend} idPrefix="confirm" onLoggedIn={handleLogIn} />
        <p className={styles.switch}>Wrong address? {createSwitch('sign-up', 'Start again')}</p>
      </>
    )
  }
  if (panel.is === 'link') {
    return (
      <>
        <LogInHead title="Log in">No password needed: we’ll e-mail you a link.</LogInHead>
        <MailedLinkForm link="log-in" idPrefix="link" onSent={(email) => setPanel({ is: 'sent', email })} />
        <p className={styles.switch}>{createSwitch('log-in', 'Use my password')}</p>
      </>
    )
  }
  if (panel.is === 'sent') {
    return (
      <>
        <LogInHead title="Check your e-mail">
          If <b>{panel.email}</b> has an account or an order here, a log-in link is on its way. It works once, for 15
          minutes.
        </LogInHead>
        <p className={styles.note}>Nothing there after a minute? Look in your spam folder.</p>
        <p className={styles.switch}>
          <Switch to="link" onSwitch={() => setPanel({ is: 'link' })}>
            Use another address
          </Switch>
        </p>
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
      <LogInForm onUnconfirmed={confirm} onLoggedIn={handleLogIn}>
        <Switch
          to="link"
          look={getButtonClass({ look: 'quiet', size: 'tall', wide: true })}
          onSwitch={() => setPanel({ is: 'link' })}
        >
          E-mail me a log-in link
        </Switch>
      </LogInForm>
      <SocialButtons providers={providers} from={from} />
      <p className={styles.switch}>New here? {createSwitch('sign-up', 'Create an account')}</p>
      <DemoLogIns />
    </>
  )
}

const PANEL_URLS = { 'log-in': '?login=1', link: '?login=link', 'sign-up': '?login=sign-up' }

function Switch({
  to,
  look = styles.link,
  onSwitch,
  children,
}: {
  to: keyof typeof PANEL_URLS
  look?: string | undefined
  onSwitch: () => void
  children: ReactNode
}) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault()
    onSwitch()
  }
  return (
    <a className={look} href={PANEL_URLS[to]} onClick={handleClick}>
      {children}
    </a>
  )
}
