import { ChevronDown } from 'lucide-react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Chip } from '#ui/chip.tsx'
import { removeSecondFactor, renewRecoveryCodes, type SecondFactor } from '../wire/second-factor.ts'
import type { OwnerProof } from '../wire/step-up.ts'
import type { RefusalHandler } from './form-refusal.ts'
import { OwnerForm } from './owner-form.tsx'
import styles from './settings.module.css'

type CommonProps = { as: SignedInAudience; handleRefusal: RefusalHandler; email: string; factor: SecondFactor }
type CodesProps = { onCodes: (codes: string[]) => void }
type TurnOffProps = { onOff: () => void }

export function SecondFactorEnabled({
  as,
  handleRefusal,
  factor,
  email,
  onCodes,
  onOff,
}: CommonProps & CodesProps & TurnOffProps) {
  const remainingCodes = factor.recoveryCodesLeft
  return (
    <div className={styles.form}>
      <p>
        <Chip tone="good">On</Chip> Logging in with your password also needs a code.
      </p>
      <p>
        {remainingCodes === 0 && (
          <b>You have no recovery codes left. Create new ones, so you can log in without your phone.</b>
        )}
        {remainingCodes > 0 &&
          `${remainingCodes} of your 10 recovery codes ${remainingCodes === 1 ? 'is' : 'are'} left.`}
      </p>
      <div>
        <details className={styles.more}>
          <summary>
            New recovery codes <ChevronDown size={18} />
          </summary>
          <NewRecoveryCodes as={as} handleRefusal={handleRefusal} email={email} factor={factor} onCodes={onCodes} />
        </details>
        <details className={`${styles.more} ${styles.grave}`}>
          <summary>
            Turn off <ChevronDown size={18} />
          </summary>
          <TurnOff as={as} handleRefusal={handleRefusal} email={email} factor={factor} onOff={onOff} />
        </details>
      </div>
    </div>
  )
}

function NewRecoveryCodes({ as, handleRefusal, email, factor, onCodes }: CommonProps & CodesProps) {
  async function renew(proof: OwnerProof) {
    const response = await browserClient().call(renewRecoveryCodes, { body: proof, auth: as })
    if (response.error !== null) return handleRefusal(response)
    onCodes(response.data.data.recoveryCodes)
    return null
  }
  const submit = { look: 'quiet', label: 'Create new codes', busyLabel: 'Creating…' } as const
  return (
    <OwnerForm verification={factor} email={email} idPrefix="renew" send={renew} submit={submit}>
      <p>You’ll get ten new codes. The old ones will stop working.</p>
    </OwnerForm>
  )
}

function TurnOff({ as, handleRefusal, email, factor, onOff }: CommonProps & TurnOffProps) {
  async function turnOff(proof: OwnerProof) {
    const response = await browserClient().call(removeSecondFactor, { body: proof, auth: as })
    if (response.error !== null) return handleRefusal(response)
    onOff()
    return null
  }
  const submit = { look: 'danger', label: 'Turn it off', busyLabel: 'Turning off…' } as const
  return (
    <OwnerForm verification={factor} email={email} idPrefix="off" send={turnOff} submit={submit}>
      {factor.isRequired && <p>Community admins need a second factor. Without one you can’t log in as an admin.</p>}
    </OwnerForm>
  )
}
