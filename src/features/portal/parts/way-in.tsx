import { type ReactNode, useState } from 'react'
import { type Ask, OwnerFields, ownerIn, ownerRules } from '#features/accounts/parts/owner-fields.tsx'
import type { Owner } from '#features/accounts/wire/step-up.ts'
import type { Bad, Good, Signed } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './devices.module.css'
import { refusalOf } from './refusal.ts'
import form from './settings.module.css'

type Removal = {
  as: Signed
  email: string
  ask: Ask
  id: string
  /** What somebody else may have removed meanwhile is gone too. */
  goneCode: string
  remove: (owner: Owner) => Promise<Good<undefined> | Bad>
  onRemoved: () => void
}
type Props = Removal & { icon: ReactNode; name: string; children: ReactNode }

export function WayIn({ icon, name, children, ...removal }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  const [isBack, setBack] = useState(false)
  const stay = () => {
    setLeaving(false)
    setBack(true)
  }
  return (
    <li>
      {icon}
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.used}>{children}</p>
      </div>
      {!isLeaving && (
        <Button
          look="quiet"
          size="compact"
          ref={isBack ? focusHere : undefined}
          aria-label={`Remove ${name}`}
          onClick={() => setLeaving(true)}
        >
          Remove
        </Button>
      )}
      {isLeaving && <RemovalForm {...removal} name={name} onStay={stay} />}
    </li>
  )
}

function RemovalForm({ as, email, ask, id, goneCode, name, remove, onRemoved, onStay }: FormProps) {
  const its = useForm(ownerRules(ask), async (given) => {
    const answer = await remove(ownerIn(given, ask))
    if (answer.error !== null && answer.errorCode !== goneCode) return refusalOf(answer, as)
    onRemoved()
    return null
  })
  return (
    <form {...its.form} className={form.form} aria-label={`Remove ${name}`}>
      <p ref={focusHere} tabIndex={-1}>
        Then it lets nobody in here any more.
      </p>
      {its.told && <Told>{its.told}</Told>}
      <OwnerFields ask={ask} email={email} idPrefix={`remove-${id}`} field={its.field} />
      <div className={form.send}>
        <Button type="submit" look="danger" aria-busy={its.isBusy}>
          {its.isBusy ? 'Removing…' : 'Remove it'}
        </Button>
        <Button look="bare" onClick={onStay}>
          Keep it
        </Button>
      </div>
    </form>
  )
}

type FormProps = Removal & { name: string; onStay: () => void }
