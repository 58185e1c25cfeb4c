import { LogInForm } from '#features/accounts/log-in-form.tsx'
import { Button } from '#ui/button.tsx'
import { DoorFrame } from '#ui/door-frame.tsx'
import { Told } from '#ui/field.tsx'
import styles from './portal-door.module.css'

export function PortalDoor({ told, onLoggedIn }: { told: string | null; onLoggedIn: () => void }) {
  return (
    <DoorFrame title="Log in" lead="Log in to see your courses.">
      {told && <p role="status">{told}</p>}
      <LogInForm idPrefix="portal" onLoggedIn={onLoggedIn} />
      <p className={styles.note}>
        New here? <a href="?login=sign-up">Make an account</a>
      </p>
    </DoorFrame>
  )
}

export function PortalAway({ message, isBusy, onAgain }: { message: string; isBusy: boolean; onAgain: () => void }) {
  return (
    <DoorFrame title="Something went wrong!" lead="Your courses are safe; only this page could not be filled.">
      <Told>{message}</Told>
      <Button onClick={onAgain} aria-busy={isBusy}>
        Try again
      </Button>
    </DoorFrame>
  )
}
