import { useState } from 'react'
import { callBeginTotp, callSecondFactor } from '#features/accounts/calls/second-factor.ts'
import type { NewTotp } from '#features/accounts/totp.ts'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import { type Bad, browserClient, type Signed } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { Done, Told } from '#ui/field.tsx'
import { FactorOn } from './factor-on.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Refuse, refusalOf } from './refusal.ts'
import styles from './settings.module.css'

type Props = { as: Signed; email: string; factor: SecondFactor }
type Step = { is: 'rest'; isBack?: true } | { is: 'begun'; begun: NewTotp } | { is: 'codes'; codes: string[] }
type News = { done: string } | { error: string }

export function SecondFactorSettings({ as, email, factor: first }: Props) {
  const [factor, setFactor] = useState(first)
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
    if (now.error === null) setFactor(now.data.data)
    rest({ error: answer.error })
    return null
  }
  function showCodes(codes: string[]) {
    setFactor((before) => ({ ...before, totp: true, recoveryCodesLeft: codes.length }))
    setTold(null)
    setStep({ is: 'codes', codes })
  }
  function turnedOff() {
    setFactor((before) => ({ ...before, totp: false, recoveryCodesLeft: 0 }))
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
        <FactorOff as={as} isRequired={factor.isRequired} isBack={step.isBack} refuse={refuse} onBegun={begin} />
      )}
    </>
  )
}

type OffProps = {
  as: Signed
  isRequired: boolean
  isBack: true | undefined
  refuse: Refuse
  onBegun: (begun: NewTotp) => void
}

function FactorOff({ as, isRequired, isBack, refuse, onBegun }: OffProps) {
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function begin() {
    if (isBusy) return
    setBusy(true)
    const answer = await callBeginTotp(browserClient(), as)
    setBusy(false)
    if (answer.error === null) return onBegun(answer.data.data)
    setTold((await refuse(answer))?.error ?? null)
  }

  return (
    <div className={styles.form}>
      <p>It is off. With it, a stolen password alone opens nothing.</p>
      {isRequired && (
        <p>
          <b>Community admins need one here.</b> Without it, or a passkey that checks it is you, you cannot log in as an
          admin.
        </p>
      )}
      {told && <Told>{told}</Told>}
      <div className={styles.send}>
        <Button ref={isBack ? focusHere : undefined} aria-busy={isBusy} onClick={begin}>
          {isBusy ? 'Beginning…' : 'Turn on'}
        </Button>
      </div>
    </div>
  )
}
