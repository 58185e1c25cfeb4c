import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { logInByPasskey, useCanPasskeys } from '../passkey-here.ts'
import type { Profile } from '../wire.ts'
import styles from './form.module.css'

type Props = { who: Signed; onLoggedIn: (profile: Profile) => void }

export function PasskeyButton({ who, onLoggedIn }: Props) {
  const can = useCanPasskeys()
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (can === false) return null

  async function logIn() {
    if (isBusy) return
    setBusy(true)
    setTold(null)
    const outcome = await logInByPasskey(browserClient(), { local: localStorage, session: sessionStorage }, who)
    setBusy(false)
    if (outcome.profile) onLoggedIn(outcome.profile)
    else setTold(outcome.error)
  }

  return (
    <div className={can ? styles.passkey : `${styles.passkey} ${styles.asleep}`}>
      {told && <Told>{told}</Told>}
      <Button look="quiet" size="tall" wide aria-busy={isBusy} onClick={logIn}>
        <KeyRound size={20} /> {isBusy ? 'Asking for it…' : 'Log in with a passkey'}
      </Button>
    </div>
  )
}
