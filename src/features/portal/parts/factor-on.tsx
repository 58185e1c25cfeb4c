import { ChevronDown } from 'lucide-react'
import { callRemoveSecondFactor, callRenewRecoveryCodes } from '#features/accounts/calls/second-factor.ts'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Field, SecretField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { Refuse } from './refusal.ts'
import styles from './settings.module.css'

type Common = { as: Signed; refuse: Refuse }
type Codes = { onCodes: (codes: string[]) => void }
type Off = { email: string; factor: SecondFactor; onOff: () => void }

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
          <NewCodes as={as} refuse={refuse} onCodes={onCodes} />
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

const CODE = (text: string) => (text.trim() === '' ? 'Code is required' : null)
const CODE_FIELD = {
  label: 'Code',
  autoComplete: 'one-time-code',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 32,
  hint: 'Six digits from your app, or one of your recovery codes.',
  required: true,
} as const

const RENEW_RULES = { otp: CODE }

function NewCodes({ as, refuse, onCodes }: Common & Codes) {
  const { form, field, told, isBusy } = useForm(RENEW_RULES, async ({ otp }) => {
    const answer = await callRenewRecoveryCodes(browserClient(), as, otp)
    if (answer.error !== null) return refuse(answer)
    onCodes(answer.data.data.recoveryCodes)
    return null
  })
  return (
    <form {...form} className={styles.form}>
      <p>You get ten new ones, and the old ones work no longer.</p>
      {told && <Told>{told}</Told>}
      <Field {...field('otp')} {...CODE_FIELD} idPrefix="renew" />
      <div className={styles.send}>
        <Button type="submit" look="quiet" aria-busy={isBusy}>
          {isBusy ? 'Making them…' : 'Make new codes'}
        </Button>
      </div>
    </form>
  )
}

function TurnOff({ as, refuse, email, factor, onOff }: Common & Off) {
  const { hasPassword, isRequired } = factor
  const rules = { password: (text: string) => (hasPassword && text === '' ? 'Password is required' : null), otp: CODE }
  const { form, field, told, isBusy } = useForm(rules, async ({ password, otp }) => {
    const body = { otp, ...(hasPassword && { password }) }
    const answer = await callRemoveSecondFactor(browserClient(), as, body)
    if (answer.error !== null) return refuse(answer)
    onOff()
    return null
  })
  return (
    <form {...form} className={styles.form}>
      {isRequired && <p>Community admins need one here: without it you cannot log in as an admin.</p>}
      {told && <Told>{told}</Told>}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {hasPassword && (
        <SecretField
          {...field('password')}
          label="Your password"
          autoComplete="current-password"
          idPrefix="off"
          required
        />
      )}
      <Field {...field('otp')} {...CODE_FIELD} idPrefix="off" />
      <div className={styles.send}>
        <Button type="submit" look="danger" aria-busy={isBusy}>
          {isBusy ? 'Turning off…' : 'Turn it off'}
        </Button>
      </div>
    </form>
  )
}
