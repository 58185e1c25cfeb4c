import { useState } from 'react'
import { callBeginTotp, callSecondFactor } from '#features/accounts/calls/second-factor.ts'
import { OwnerFields, ownerIn, ownerRules } from '#features/accounts/parts/owner-fields.tsx'
import type { NewTotp } from '#features/accounts/totp.ts'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import { type Bad, browserClient, type Signed } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { Done, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { FactorOn } from './factor-on.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Refuse, refusalOf } from './refusal.ts'
import styles from './settings.module.css'

type Props = { as: Signed; email: string; factor: SecondFactor; onFactor: (factor: SecondFactor) => void }
type Step = { is: 'rest'; isBack?: true } | { is: 'begun'; begun: NewTotp } | { is: 'codes'; codes: string[] }
type News = { done: string } | { error: string }

export function SecondFactorSettings({ as, email, factor, onFactor }: Props) {
  const [step, setStep] = useState<Step>({ is: 'rest' })
  const [told, setTold] = useState<News | null>(null)
  const rest = (news: News) => {
    setStep({ is: 'rest' })
    setTold(news)
  }

  /** What was turned on or off elsewhere meanwhile is shown as it is now. */
  async function refuse(answer: Bad) {
    if (answer.status !== 409) return refusalOf(answer, as)
    const now = await callSecondFactor(browserClient(), as)
    if (now.error === null) onFactor(now.data.data)
    rest({ error: answer.error })
    return null
  }
  function showCodes(codes: string[]) {
    onFactor({ ...factor, totp: true, recoveryCodesLeft: codes.length })
    setTold(null)
    setStep({ is: 'codes', codes })
  }
  function turnedOff() {
    onFactor({ ...factor, totp: false, recoveryCodesLeft: 0 })
    rest({ done: 'The second factor is off. Your password is enough now.' })
  }
  const begin = (begun: NewTotp) => {
    setTold(null)
    setStep({ is: 'begun', begun })
  }

  if (step.is === 'begun') {
    const leave = () => setStep({ is: 'rest', isBack: true })
    return <FactorSetUp as={as} begun={step.begun} refuse={refuse} onCodes={showCodes} onLeave={leave} />
  }
  if (step.is === 'codes') {
    const onKept = () => rest({ done: 'The second factor is on, and your codes are put away.' })
    return <RecoveryCodes codes={step.codes} email={email} onKept={onKept} />
  }
  return (
    <>
      {told && (
        <div ref={focusHere} tabIndex={-1}>
          {'done' in told ? <Done>{told.done}</Done> : <Told>{told.error}</Told>}
        </div>
      )}
      {factor.totp ? (
        <FactorOn as={as} email={email} factor={factor} refuse={refuse} onCodes={showCodes} onOff={turnedOff} />
      ) : (
        <FactorOff as={as} email={email} factor={factor} isBack={step.isBack} refuse={refuse} onBegun={begin} />
      )}
    </>
  )
}

type OffProps = {
  as: Signed
  email: string
  factor: SecondFactor
  isBack: true | undefined
  refuse: Refuse
  onBegun: (begun: NewTotp) => void
}

function FactorOff({ as, email, factor, isBack, refuse, onBegun }: OffProps) {
  const { form, field, told, isBusy } = useForm(ownerRules(factor), async (given) => {
    const answer = await callBeginTotp(browserClient(), as, ownerIn(given, factor))
    if (answer.error !== null) return refuse(answer)
    onBegun(answer.data.data)
    return null
  })
  return (
    <form {...form} className={styles.form}>
      <p>Off. Turn it on so a stolen password isn’t enough.</p>
      {factor.isRequired && (
        <p>
          <b>Community admins need one here.</b> Without it, or a passkey that checks it is you, you cannot log in as an
          admin.
        </p>
      )}
      {told && <Told>{told}</Told>}
      <OwnerFields ask={factor} email={email} idPrefix="on" field={field} />
      <div className={styles.send}>
        <Button type="submit" ref={isBack ? focusHere : undefined} aria-busy={isBusy}>
          {isBusy ? 'Beginning…' : 'Turn on'}
        </Button>
      </div>
    </form>
  )
}
