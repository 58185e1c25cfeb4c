import { useSyncExternalStore } from 'react'
import { Button, ButtonLink } from '../button.tsx'

const OPENS_LOG_IN = { command: 'show-modal', commandfor: 'log-in' }

export function LogInButton() {
  const isLearner = useSyncExternalStore(onStorage, hasLearnerToken, () => false)
  const isLoggedIn = useSyncExternalStore(onStorage, hasToken, () => false)
  return (
    <>
      <span hidden={isLearner} data-logged-out>
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

const hasLearnerToken = () => localStorage.getItem('access_token') !== null
/** As a learner or as an admin: both have a portal. An admin can still log in as the learner that they also are. */
const hasToken = () => hasLearnerToken() || localStorage.getItem('admin_access_token') !== null

function onStorage(changed: () => void) {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}
