import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { toSafeReturnPath } from '#domain/safe-return.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Mark } from '#ui/frame/mark.tsx'
import { createTitle } from '#ui/page-title.ts'
import { Poster } from '#ui/poster.tsx'
import { DemoLogIns } from '../parts/demo-log-ins.tsx'
import { LogInForm } from '../session/log-in-form.tsx'
import { hasSession } from '../session/session.ts'
import type { Route } from './+types/login.ts'
import styles from './login.module.css'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Community admin')]

const POSTER_NAMES = ['still', 'print-1', 'print-2', 'print-3']

export default function Login() {
  const { search } = useLocation()
  const isLoggedIn = useSyncExternalStore(
    () => () => undefined,
    () => hasSession({ local: localStorage }, 'admin'),
    () => false,
  )
  const handleLogIn = () => location.assign(toSafeReturnPath(new URLSearchParams(search).get('from'), location.origin))

  useEffect(() => {
    const isTyping = document.activeElement !== document.body
    if (!isTyping) document.querySelector<HTMLElement>('#content [name="email"]')?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={styles.page}>
      <div className={styles.stairs} aria-hidden="true">
        {POSTER_NAMES.map((name) => (
          <Poster key={name} src={`/art/${name}.svg`} />
        ))}
      </div>
      <main className={styles.panel} id="content">
        <div>
          <Mark />
          <h1>Community admin</h1>
          <p>Admins only. Everybody else logs in from any page.</p>
          {isLoggedIn && (
            <div className={styles.open}>
              <p>You are logged in as an admin in this browser.</p>
              <ButtonLink look="quiet" wide href="/portal?as=admin">
                Go to the administration
              </ButtonLink>
            </div>
          )}
          <LogInForm idPrefix="admin" audience="admin" onLoggedIn={handleLogIn} />
          <p className={styles.note}>
            Not an admin, or not any more? <a href="/?login=1">Log in as a learner or teacher</a>
          </p>
          <DemoLogIns />
        </div>
      </main>
    </div>
  )
}
