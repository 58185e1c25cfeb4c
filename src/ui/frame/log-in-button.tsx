import { useSyncExternalStore } from 'react'
import { Button, ButtonLink } from '../button.tsx'

const OPENS_LOG_IN = { command: 'show-modal', commandfor: 'log-in' }

export function LogInButton() {
  const isLoggedIn = useSyncExternalStore(onStorage, hasToken, () => false)
  return (
    <>
      <span hidden={isLoggedIn} data-logged-out>
        <Button look="quiet" {...OPENS_LOG_IN}>
          Log in
        </Button>
      </span>
      <span hidden={!isLoggedIn} data-logged-in>
        <ButtonLink look="quiet" href="/portal">
          Portal
        </ButtonLink>
      </span>
    </>
  )
}

/** As a learner or as an admin: both have a portal. */
const hasToken = () => ['access_token', 'admin_access_token'].some((key) => localStorage.getItem(key) !== null)

function onStorage(changed: () => void) {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}
