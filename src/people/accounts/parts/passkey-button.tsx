import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { logInByPasskey, usePasskeySupport } from '../passkeys/browser-passkeys.ts'
import type { Profile } from '../wire.ts'
import styles from './form.module.css'

type Props = { audience: SignedInAudience; onLoggedIn: (profile: Profile) => void }

export function PasskeyButton({ audience, onLoggedIn }: Props) {
  const isSupported = usePasskeySupport()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (isSupported === false) return null

  async function logIn() {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    const result = await logInByPasskey(browserClient(), { local: localStorage, session: sessionStorage }, audience)
    setBusy(false)
    if (result.profile) onLoggedIn(result.profile)
    else setErrorMessage(result.error)
  }

  return (
    <div className={isSupported ? styles.passkey : `${styles.passkey} ${styles.asleep}`}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button look="quiet" size="tall" wide aria-busy={isBusy} onClick={logIn}>
        <KeyRound size={20} /> {isBusy ? 'Waiting for your passkey…' : 'Log in with a passkey'}
      </Button>
    </div>
  )
}
