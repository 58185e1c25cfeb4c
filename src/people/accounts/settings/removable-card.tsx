import { CreditCard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import styles from './devices.module.css'
import { toFormRefusal } from './form-refusal.ts'

type Props = {
  as: SignedInAudience
  /** Brand and last digits. */
  name: string
  /** The use of the card, as part of the button's label. */
  purpose: string
  /** Calls the server. Null once the card is removed. */
  remove: () => Promise<ApiFailure | null>
  onRemoved: () => void
  children: ReactNode
}

/** One card in the settings, with its button to remove it. */
export function RemovableCard({ as, name, purpose, remove, onRemoved, children }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function handleRemove() {
    if (isBusy) return
    setBusy(true)
    setError(null)
    const failure = await remove()
    setBusy(false)
    if (!failure) return onRemoved()
    setError(toFormRefusal(failure, as).error)
  }

  return (
    <li>
      <CreditCard size={20} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.used}>{children}</p>
        {error && <ErrorMessage>{error}</ErrorMessage>}
      </div>
      <Button
        look="quiet"
        size="compact"
        aria-busy={isBusy}
        aria-label={`Remove ${name} for ${purpose}`}
        onClick={handleRemove}
      >
        {isBusy ? 'Removing…' : 'Remove'}
      </Button>
    </li>
  )
}
