import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StepUpResult } from '#http/browser/step-up.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import styles from '#ui/frame/log-in-dialog.module.css'
import { useForm } from '#ui/use-form.ts'
import { readSecondFactor } from '../wire/second-factor.ts'
import { stepUp, stepUpCode } from '../wire/step-up.ts'
import { userProfile } from '../wire.ts'
import { EmailedCodeField, isWholeCode, Resend, removeNonDigits } from './emailed-code.tsx'
import forms from './form.module.css'
import { OwnerFields, ownerRules, toOwnerProof, type VerificationMethods } from './owner-fields.tsx'

/** `verification` null: the person has only the mailbox, and the code was sent. */
type Prompt = { audience: SignedInAudience; verification: VerificationMethods | null; email: string }
type Props = { audience: SignedInAudience; onResult: (result: StepUpResult<ApiFailure>) => void }

/** Asks the owner of the session for a proof, and answers once. */
export function StepUpPrompt({ audience, onResult }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const result = useRef<StepUpResult<ApiFailure>>(null)
  const [prompt, setPrompt] = useState<Prompt | null>(null)
  const [start] = useState(() => ({ isStarted: false, onResult }))
  useEffect(() => {
    if (start.isStarted) return
    start.isStarted = true
    void prepare(audience).then((prepared) =>
      'result' in prepared ? start.onResult(prepared.result) : setPrompt(prepared),
    )
  }, [start, audience])
  useEffect(() => {
    if (prompt) dialog.current?.showModal()
  }, [prompt])

  function finish() {
    result.current = 'done'
    dialog.current?.close()
  }

  return (
    <dialog
      className={styles.dialog}
      ref={dialog}
      id="step-up"
      aria-labelledby="step-up-title"
      onClose={() => onResult(result.current)}
    >
      <div className={styles.head}>
        <h2 id="step-up-title">Confirm that it’s you</h2>
        <p>
          {prompt && !prompt.verification
            ? `We’ve sent a code to ${prompt.email}. It works for ten minutes.`
            : 'We ask for this before money moves, data is exported or roles change. You won’t be asked again for ten minutes.'}
        </p>
      </div>
      {prompt?.verification && <ProofForm {...prompt} verification={prompt.verification} onDone={finish} />}
      {prompt && !prompt.verification && <EmailCodeForm audience={prompt.audience} onDone={finish} />}
      <form className={styles.leave} method="dialog">
        <button className={styles.close} type="submit" aria-label="Close">
          <X size={20} aria-hidden="true" />
        </button>
      </form>
    </dialog>
  )
}

type ProofFormProps = Prompt & { verification: VerificationMethods; onDone: () => void }

function ProofForm({ audience, verification, email, onDone }: ProofFormProps) {
  const { form, field, errorMessage, isBusy } = useForm(ownerRules(verification), async (values) => {
    const response = await browserClient().call(stepUp, { body: toOwnerProof(values, verification), auth: audience })
    if (response.error !== null) return response
    onDone()
    return null
  })
  return (
    <form {...form} className={forms.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <OwnerFields verification={verification} email={email} idPrefix="step-up" field={field} />
      <ConfirmButton isBusy={isBusy} />
    </form>
  )
}

function EmailCodeForm({ audience, onDone }: { audience: SignedInAudience; onDone: () => void }) {
  const rules = {
    emailCode: (text: string) => (isWholeCode(text) ? null : 'Please enter the 6-digit code from the e-mail'),
  }
  const { form, field, errorMessage, isBusy, submit } = useForm(rules, async ({ emailCode }) => {
    const response = await browserClient().call(stepUp, {
      body: { emailCode: removeNonDigits(emailCode) },
      auth: audience,
    })
    if (response.error !== null) return response
    onDone()
    return null
  })
  const resend = async () => (await browserClient().call(stepUpCode, { auth: audience })).error
  return (
    <form {...form} className={forms.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <EmailedCodeField {...field('emailCode')} idPrefix="step-up" onComplete={() => void submit()} />
      <ConfirmButton isBusy={isBusy} />
      <Resend resend={resend} />
    </form>
  )
}

const ConfirmButton = ({ isBusy }: { isBusy: boolean }) => (
  <Button type="submit" size="tall" wide aria-busy={isBusy}>
    {isBusy ? 'Checking…' : 'Confirm and continue'}
  </Button>
)

/** Asks the server which proofs this person has. Without any, a recent log-in or a code by e-mail is the proof. */
async function prepare(audience: SignedInAudience): Promise<Prompt | { result: StepUpResult<ApiFailure> }> {
  const client = browserClient()
  const [factor, profile] = await Promise.all([
    client.call(readSecondFactor, { auth: audience }),
    client.call(userProfile, { auth: audience }),
  ])
  if (factor.error !== null) return { result: factor }
  if (profile.error !== null) return { result: profile }
  const verification = factor.data.data
  const { email } = profile.data
  if (verification.hasPassword || verification.totp) return { audience, verification, email }
  const steppedUp = await client.call(stepUp, { body: {}, auth: audience })
  if (steppedUp.error === null) return { result: 'done' }
  if (steppedUp.errorCode !== 'LOG_IN_AGAIN') return { result: steppedUp }
  const sent = await client.call(stepUpCode, { auth: audience })
  return sent.error === null ? { audience, verification: null, email } : { result: sent }
}
