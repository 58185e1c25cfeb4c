import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { requestLogInLink } from '#people/accounts/wire.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import styles from './receipt.module.css'

/** The portal asks for a log-in, and a guest has no password yet: one press sends a link. Null: this device does not know the address. */
export function PortalLink({ email }: { email: string | null }) {
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const [error, setError] = useState<string | null>(null)
  const send = async () => {
    if (email === null || state === 'busy') return
    setState('busy')
    const response = await browserClient().call(requestLogInLink, { body: { email } })
    setError(response.error)
    setState(response.error === null ? 'sent' : 'ready')
  }
  return (
    <>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <p role="status">
        {state === 'sent'
          ? `A link is on its way to ${email}. It works once, for 15 minutes.`
          : 'Without a password, a link by e-mail opens it.'}
      </p>
      {state !== 'sent' && (
        <div className={styles.row}>
          {email === null ? (
            <ButtonLink href="/portal" look="quiet">
              Open the portal
            </ButtonLink>
          ) : (
            <Button look="quiet" aria-busy={state === 'busy'} onClick={() => void send()}>
              E-mail me a link to the portal
            </Button>
          )}
        </div>
      )}
    </>
  )
}
