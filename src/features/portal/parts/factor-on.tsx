import { ChevronDown } from 'lucide-react'
import { callRemoveSecondFactor, callRenewRecoveryCodes } from '#features/accounts/calls/second-factor.ts'
import { OwnerFields, ownerIn, ownerRules } from '#features/accounts/parts/owner-fields.tsx'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { Refuse } from './refusal.ts'
import styles from './settings.module.css'

type Common = { as: Signed; refuse: Refuse; email: string; factor: SecondFactor }
type Codes = { onCodes: (codes: string[]) => void }
type Off = { onOff: () => void }

export function FactorOn({ as, refuse, factor, email, onCodes, onOff }: Common & Codes & Off) {
  const left = factor.recoveryCodesLeft
  return (
    <div className={styles.form}>
      <p>
        <Chip tone="good">On</Chip> A log-in with your password asks for a code too.
      </p>
      <p>
        {left === 0 && <b>No recovery code is left: make new ones, so that you get in without your phone.</b>}
        {left > 0 && `${left} of your 10 recovery codes ${left === 1 ? 'is' : 'are'} left.`}
      </p>
      <div>
        <details className={styles.more}>
          <summary>
            New recovery codes <ChevronDown size={18} />
          </summary>
          <NewCodes as={as} refuse={refuse} email={email} factor={factor} onCodes={onCodes} />
        </details>
        <details className={`${styles.more} ${styles.grave}`}>
          <summary>
            Turn off <ChevronDown size={18} />
          </summary>
          <TurnOff as={as} refuse={refuse} email={email} factor={factor} onOff={onOff} />
        </details>
      </div>
    </div>
  )
}

function NewCodes({ as, refuse, email, factor, onCodes }: Common & Codes) {
  const { form, field, told, isBusy } = useForm(ownerRules(factor), async (given) => {
    const answer = await callRenewRecoveryCodes(browserClient(), as, ownerIn(given, factor))
    if (answer.error !== null) return refuse(answer)
    onCodes(answer.data.data.recoveryCodes)
    return null
  })
  return (
    <form {...form} className={styles.form}>
      <p>You get ten new ones, and the old ones work no longer.</p>
      {told && <Told>{told}</Told>}
      <OwnerFields ask={factor} email={email} idPrefix="renew" field={field} />
      <div className={styles.send}>
        <Button type="submit" look="quiet" aria-busy={isBusy}>
          {isBusy ? 'Making them…' : 'Make new codes'}
        </Button>
      </div>
    </form>
  )
}

function TurnOff({ as, refuse, email, factor, onOff }: Common & Off) {
  const { form, field, told, isBusy } = useForm(ownerRules(factor), async (given) => {
    const answer = await callRemoveSecondFactor(browserClient(), as, ownerIn(given, factor))
    if (answer.error !== null) return refuse(answer)
    onOff()
    return null
  })
  return (
    <form {...form} className={styles.form}>
      {factor.isRequired && <p>Community admins need one here: without it you cannot log in as an admin.</p>}
      {told && <Told>{told}</Told>}
      <OwnerFields ask={factor} email={email} idPrefix="off" field={field} />
      <div className={styles.send}>
        <Button type="submit" look="danger" aria-busy={isBusy}>
          {isBusy ? 'Turning off…' : 'Turn it off'}
        </Button>
      </div>
    </form>
  )
}
