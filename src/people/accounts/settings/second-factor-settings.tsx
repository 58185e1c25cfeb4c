import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import type { TotpSetup } from '../second-factor/totp.ts'
import { createTotp, readSecondFactor, type SecondFactor } from '../wire/second-factor.ts'
import type { OwnerProof } from '../wire/step-up.ts'
import { type RefusalHandler, toFormRefusal } from './form-refusal.ts'
import { OwnerForm } from './owner-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorEnabled } from './second-factor-enabled.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

type Props = { as: SignedInAudience; email: string; factor: SecondFactor; onFactor: (factor: SecondFactor) => void }
type SetupStep =
  | { is: 'rest'; hasReturned?: true }
  | { is: 'begun'; newTotp: TotpSetup }
  | { is: 'codes'; codes: string[] }
type Notice = { done: string } | { error: string }

export function SecondFactorSettings({ as, email, factor, onFactor }: Props) {
  const [step, setStep] = useState<SetupStep>({ is: 'rest' })
  const [notice, setNotice] = useState<Notice | null>(null)
  const showOverview = (newNotice: Notice) => {
    setStep({ is: 'rest' })
    setNotice(newNotice)
  }

  /** A conflict means that the second factor changed on another device. The page then shows its current state. */
  async function handleRefusal(response: ApiFailure) {
    if (response.status !== 409) return toFormRefusal(response, as)
    const currentFactor = await browserClient().call(readSecondFactor, { auth: as })
    if (currentFactor.error === null) onFactor(currentFactor.data.data)
    showOverview({ error: response.error })
    return null
  }
  function showCodes(codes: string[]) {
    onFactor({ ...factor, totp: true, recoveryCodesLeft: codes.length })
    setNotice(null)
    setStep({ is: 'codes', codes })
  }
  function handleTurnedOff() {
    onFactor({ ...factor, totp: false, recoveryCodesLeft: 0 })
    showOverview({ done: 'The second factor is off. You now log in with your password only.' })
  }
  const startSetup = (newTotp: TotpSetup) => {
    setNotice(null)
    setStep({ is: 'begun', newTotp })
  }

  if (step.is === 'begun') {
    const cancelSetup = () => setStep({ is: 'rest', hasReturned: true })
    return (
      <SecondFactorSetup
        as={as}
        newTotp={step.newTotp}
        handleRefusal={handleRefusal}
        onCodes={showCodes}
        onLeave={cancelSetup}
      />
    )
  }
  if (step.is === 'codes') {
    const handleSaved = () => showOverview({ done: 'The second factor is on, and your codes are saved.' })
    return <RecoveryCodes codes={step.codes} email={email} onSaved={handleSaved} />
  }
  return (
    <>
      {notice && <FocusedNotice notice={notice} />}
      {factor.totp ? (
        <SecondFactorEnabled
          as={as}
          email={email}
          factor={factor}
          handleRefusal={handleRefusal}
          onCodes={showCodes}
          onOff={handleTurnedOff}
        />
      ) : (
        <SecondFactorDisabled
          as={as}
          email={email}
          factor={factor}
          hasReturned={step.hasReturned}
          handleRefusal={handleRefusal}
          onStarted={startSetup}
        />
      )}
    </>
  )
}

function FocusedNotice({ notice }: { notice: Notice }) {
  return (
    <div ref={focusField} tabIndex={-1}>
      {'done' in notice ? <SuccessMessage>{notice.done}</SuccessMessage> : <ErrorMessage>{notice.error}</ErrorMessage>}
    </div>
  )
}

type DisabledProps = {
  as: SignedInAudience
  email: string
  factor: SecondFactor
  hasReturned: true | undefined
  handleRefusal: RefusalHandler
  onStarted: (newTotp: TotpSetup) => void
}

function SecondFactorDisabled({ as, email, factor, hasReturned, handleRefusal, onStarted }: DisabledProps) {
  async function start(proof: OwnerProof) {
    const response = await browserClient().call(createTotp, { body: proof, auth: as })
    if (response.error !== null) return handleRefusal(response)
    onStarted(response.data.data)
    return null
  }
  const submit = { label: 'Turn on', busyLabel: 'Starting…', ref: hasReturned ? focusField : undefined }
  return (
    <OwnerForm verification={factor} email={email} idPrefix="on" send={start} submit={submit}>
      <p>Off. Turn it on so a stolen password isn’t enough.</p>
      {factor.isRequired && (
        <p>
          <b>Community admins need a second factor.</b> Without it, or a passkey that verifies you, you can’t log in as
          an admin.
        </p>
      )}
    </OwnerForm>
  )
}
