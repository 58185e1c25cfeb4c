import { type ReactNode, useState } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'
import { Button } from '#ui/button.tsx'
import { focusField } from '#ui/focus.ts'
import type { VerificationMethods } from '../parts/owner-fields.tsx'
import type { OwnerProof } from '../wire/step-up.ts'
import styles from './devices.module.css'
import { toFormRefusal } from './form-refusal.ts'
import { OwnerForm } from './owner-form.tsx'

type Removal = {
  as: SignedInAudience
  email: string
  verification: VerificationMethods
  id: string
  /** This error code means that the log-in method has already been removed. It counts as success. */
  notFoundCode: string
  remove: (owner: OwnerProof) => Promise<ApiSuccess<undefined> | ApiFailure>
  onRemoved: () => void
}
type Props = Removal & { icon: ReactNode; name: string; children: ReactNode }

export function LogInMethod({ icon, name, children, ...removal }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const [wasCancelled, setWasCancelled] = useState(false)
  const cancelRemoval = () => {
    setConfirming(false)
    setWasCancelled(true)
  }
  return (
    <li>
      {icon}
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.used}>{children}</p>
      </div>
      {!isConfirming && (
        <Button
          look="quiet"
          size="compact"
          ref={wasCancelled ? focusField : undefined}
          aria-label={`Remove ${name}`}
          onClick={() => setConfirming(true)}
        >
          Remove
        </Button>
      )}
      {isConfirming && <RemovalForm {...removal} name={name} onCancel={cancelRemoval} />}
    </li>
  )
}

function RemovalForm({
  as,
  email,
  verification,
  id,
  notFoundCode,
  name,
  remove,
  onRemoved,
  onCancel,
}: RemovalFormProps) {
  async function send(proof: OwnerProof) {
    const response = await remove(proof)
    if (response.error !== null && response.errorCode !== notFoundCode) return toFormRefusal(response, as)
    onRemoved()
    return null
  }
  return (
    <OwnerForm
      verification={verification}
      email={email}
      idPrefix={`remove-${id}`}
      send={send}
      submit={{ look: 'danger', label: 'Remove it', busyLabel: 'Removing…' }}
      otherButton={
        <Button look="bare" onClick={onCancel}>
          Keep it
        </Button>
      }
      label={`Remove ${name}`}
    >
      <p ref={focusField} tabIndex={-1}>
        You won’t be able to log in with it any more.
      </p>
    </OwnerForm>
  )
}

type RemovalFormProps = Removal & { name: string; onCancel: () => void }
