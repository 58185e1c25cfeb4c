import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { handleStepUps, type StepUpRequest, type StepUpResult } from '#http/browser/step-up.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import styles from '#ui/frame/log-in-dialog.module.css'
import { useForm } from '#ui/use-form.ts'
import { callSecondFactor, callStepUp } from '../calls/second-factor.ts'
import { callUserProfile } from '../calls/session.ts'
import forms from './form.module.css'
import { OwnerFields, ownerRules, toOwnerProof, type VerificationMethods } from './owner-fields.tsx'

type StepUpPrompt = { audience: SignedInAudience; verification: VerificationMethods; email: string }

export function StepUpDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const requests = useRef<StepUpRequest<ApiFailure>[]>([])
  const [prompt, setPrompt] = useState<StepUpPrompt | null>(null)
  const resolveAll = (result: StepUpResult<ApiFailure>) => {
    for (const { answer } of requests.current.splice(0)) answer(result)
  }
  useEffect(() => {
    async function open(request: StepUpRequest<ApiFailure>) {
      // One dialog resolves all waiting calls.
      if (requests.current.push(request) > 1) return
      const prepared = await prepare(request.audience)
      if ('verification' in prepared) setPrompt(prepared)
      else for (const { answer } of requests.current.splice(0)) answer(prepared.result)
    }
    return handleStepUps((request) => void open(request))
  }, [])
  useEffect(() => {
    if (prompt) dialog.current?.showModal()
  }, [prompt])

  function close() {
    resolveAll(null)
    setPrompt(null)
  }
  function finish() {
    resolveAll('done')
    dialog.current?.close()
  }

  return (
    <dialog className={styles.dialog} ref={dialog} id="step-up" aria-labelledby="step-up-title" onClose={close}>
      <div className={styles.head}>
        <h2 id="step-up-title">Confirm that it’s you</h2>
        <p>We check this before refunds and data exports. You won’t be asked again for ten minutes.</p>
      </div>
      {prompt && <StepUpForm key={prompt.audience} prompt={prompt} onDone={finish} />}
      <form className={styles.leave} method="dialog">
        <button className={styles.close} type="submit" aria-label="Close">
          <X size={20} aria-hidden="true" />
        </button>
      </form>
    </dialog>
  )
}

function StepUpForm({
  prompt: { audience, verification, email },
  onDone,
}: {
  prompt: StepUpPrompt
  onDone: () => void
}) {
  const { form, field, errorMessage, isBusy } = useForm(ownerRules(verification), async (values) => {
    const response = await callStepUp(browserClient(), audience, toOwnerProof(values, verification))
    if (response.error !== null) return response
    onDone()
    return null
  })
  return (
    <form {...form} className={forms.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <OwnerFields verification={verification} email={email} idPrefix="step-up" field={field} />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Checking…' : 'Confirm and continue'}
      </Button>
    </form>
  )
}

/** Asks the server which proofs this person has. A person without any only needs a recent log-in. */
async function prepare(audience: SignedInAudience): Promise<StepUpPrompt | { result: StepUpResult<ApiFailure> }> {
  const client = browserClient()
  const [factor, profile] = await Promise.all([callSecondFactor(client, audience), callUserProfile(client, audience)])
  if (factor.error !== null) return { result: factor }
  if (profile.error !== null) return { result: profile }
  const verification = factor.data.data
  if (verification.hasPassword || verification.totp) return { audience, verification, email: profile.data.email }
  const steppedUp = await callStepUp(client, audience, {})
  return { result: steppedUp.error === null ? 'done' : steppedUp }
}
