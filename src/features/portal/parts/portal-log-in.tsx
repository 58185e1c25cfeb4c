import { LogInForm } from '#features/accounts/log-in-form.tsx'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { FormFrame } from '#ui/form-frame.tsx'
import styles from './portal-log-in.module.css'

export function PortalLogIn({ told, onLoggedIn }: { told: string | null; onLoggedIn: () => void }) {
  return (
    <FormFrame title="Log in" lead="Log in to see your courses.">
      {told && <p role="status">{told}</p>}
      <LogInForm idPrefix="portal" onLoggedIn={onLoggedIn} />
      <p className={styles.note}>
        New here? <a href="?login=sign-up">Make an account</a>
      </p>
    </FormFrame>
  )
}

export function PortalAway({ message, isBusy, onAgain }: { message: string; isBusy: boolean; onAgain: () => void }) {
  return (
    <FormFrame title="Something went wrong!" lead="Your courses are safe; only this page could not be filled.">
      <Told>{message}</Told>
      <Button onClick={onAgain} aria-busy={isBusy}>
        Try again
      </Button>
    </FormFrame>
  )
}
