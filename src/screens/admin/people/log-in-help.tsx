import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { isAdminRole } from '#domain/permission.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { Dialog } from '#ui/layout/dialog.tsx'
import { When } from '#ui/local-time.tsx'
import { endSessions, type PersonDetail, resetSecondFactor, sendLogInLink } from '../wire/people.ts'
import { FailedMails } from './failed-mails.tsx'
import styles from './people.module.css'
import { useCall } from './use-call.ts'

type Props = { person: PersonDetail; session: AppSession; onChanged: () => Promise<void> }

/** Everything that brings a person back into their account. */
export function LogInHelp({ person, session, onChanged }: Props) {
  const { roles } = person
  const isAdmin = roles.some((held) => held.course === null && isAdminRole(held.role))
  return (
    <>
      <section>
        <p className={styles.who}>
          <a href={`mailto:${person.email}`}>{person.email}</a>
          <small>
            Since <When at={person.createdAt} zone="UTC" form="date-year" />
            {person.timezoneId && ` · ${person.timezoneId.replaceAll('_', ' ')}`}
          </small>
        </p>
        {!person.isEmailProved && (
          <p className={styles.quiet}>Has not proved this address yet. A log-in link proves it.</p>
        )}
        {isAdmin ? (
          <p className={styles.quiet}>
            Owners and admins log in with a password or a passkey. They choose a new password by “Forgot it?” on the
            log-in page.
          </p>
        ) : (
          <LogInLinkButton person={person} />
        )}
      </section>
      <FailedMails person={person} session={session} />
      <LogInMethods person={person} onChanged={onChanged} />
      <Sessions person={person} onChanged={onChanged} />
    </>
  )
}

function LogInLinkButton({ person: { personId } }: Pick<Props, 'person'>) {
  const [sentAt, setSentAt] = useState<string | null>(null)
  const { run, isBusy, error } = useCall(async () => {
    setSentAt(null)
    const response = await browserClient().call(sendLogInLink, { auth: 'admin', params: { personId } })
    if (response.error === null) setSentAt(response.data.data.sentAt)
    return response
  })
  return (
    <>
      <div className={styles.buttons}>
        <Button size="compact" aria-busy={isBusy} onClick={run}>
          <Mail size={18} aria-hidden /> Send a log-in link
        </Button>
      </div>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {sentAt && (
        <SuccessMessage>
          Log-in link sent at <When at={sentAt} zone="UTC" form="time" />. It works once, for 15 minutes.
        </SuccessMessage>
      )}
    </>
  )
}

function LogInMethods({ person, onChanged }: Pick<Props, 'person' | 'onChanged'>) {
  const { personId, name, email, logIn, mayChange, isSelf } = person
  const { hasPassword, secondFactorSince, passkeys, providers } = logIn
  const dialog = useRef<HTMLDialogElement>(null)
  const [isDone, setDone] = useState(false)
  const { run, isBusy, error } = useCall(async () => {
    const response = await browserClient().call(resetSecondFactor, { auth: 'admin', params: { personId } })
    if (response.error === null) {
      await onChanged()
      setDone(true)
    }
    return response
  })
  const hasFactor = secondFactorSince !== null || passkeys > 0
  return (
    <section>
      <h3>Log-in</h3>
      <ul className={styles.rows}>
        <li>
          <b>Password</b>
          <span>{hasPassword ? 'Set' : 'Not set'}</span>
        </li>
        <li>
          <b>Authenticator app</b>
          <span>{secondFactorSince ? <When at={secondFactorSince} zone="UTC" form="date-year" /> : 'Off'}</span>
        </li>
        {passkeys > 0 && (
          <li>
            <b>Passkeys</b>
            <span>{passkeys}</span>
          </li>
        )}
        {providers.length > 0 && (
          <li>
            <b>Other log-ins</b>
            <span className={styles.capital}>{providers.join(', ')}</span>
          </li>
        )}
      </ul>
      {isDone && <SuccessMessage>The second factor is off. The person got an e-mail about it.</SuccessMessage>}
      {hasFactor && mayChange && !isSelf && (
        <>
          <Button look="quiet" size="compact" aria-busy={isBusy} onClick={() => dialog.current?.showModal()}>
            Reset the second factor…
          </Button>
          {error && <ErrorMessage>{error}</ErrorMessage>}
          <Dialog
            ref={dialog}
            title="Reset the second factor?"
            actions={
              <>
                <Button type="submit" look="danger" onClick={run}>
                  Reset it
                </Button>
                <Button type="submit" look="quiet">
                  Keep it
                </Button>
              </>
            }
          >
            <p>
              The authenticator app, the recovery codes and all passkeys of {name || email} stop working. Make sure that
              you talk to the right person: after this,{' '}
              {logIn.hasPassword
                ? 'the password alone is enough to log in.'
                : 'an e-mail to the address is enough to log in.'}
            </p>
          </Dialog>
        </>
      )}
    </section>
  )
}

function Sessions({ person, onChanged }: Pick<Props, 'person' | 'onChanged'>) {
  const { personId, sessions, mayChange, isSelf } = person
  const [ended, setEnded] = useState<number | null>(null)
  const { run, isBusy, error } = useCall(async () => {
    const response = await browserClient().call(endSessions, { auth: 'admin', params: { personId } })
    if (response.error === null) {
      await onChanged()
      setEnded(response.data.data.ended)
    }
    return response
  })
  return (
    <section>
      <div className={styles.heading}>
        <h3>Logged in on</h3>
        {sessions.length > 0 && mayChange && !isSelf && (
          <Button look="quiet" size="compact" aria-busy={isBusy} onClick={run}>
            {sessions.length === 1 ? 'Log out' : `Log out all ${sessions.length}`}
          </Button>
        )}
      </div>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {ended !== null && (
        <SuccessMessage>{ended === 1 ? '1 device is logged out.' : `${ended} devices are logged out.`}</SuccessMessage>
      )}
      {sessions.length === 0 && <p className={styles.quiet}>Logged in nowhere.</p>}
      <ul className={styles.rows}>
        {sessions.map(({ sessionId, device, isAdmin, lastUsedAt }) => (
          <li key={sessionId}>
            <b>{device}</b>
            <When at={lastUsedAt} zone="UTC" form="short" />
            {isAdmin && <small>As admin</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
